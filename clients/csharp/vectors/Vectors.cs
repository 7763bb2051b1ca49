using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Newtonsoft.Json.Linq;
using Portes.Referee.Client;
using Portes.Referee.Model;

/// <summary>
/// Asks a service every row of the given files through the generated client, and holds the typed answers
/// to the rows: <c>vectors vectors|later BASE_URL FILE...</c>. With <c>vectors</c> an answer must have no
/// field that its model does not have; the answers of a later service must have one, and are read.
/// </summary>
internal static class Vectors
{
    public static int Main(string[] arguments)
    {
        bool later = arguments[0] == "later";
        Questions questions = new Questions(arguments[1]);
        List<JToken> rows = arguments.Skip(2)
            .SelectMany(file => Questions.Read(File.ReadAllText(file)).Children()).ToList();
        int right = rows.Count(row => Holds(questions, row, later));
        Console.WriteLine(
            "csharp: {0} of {1} {2}", right, rows.Count, later ? "answers of a later service" : "vectors");
        return right == rows.Count && right > 0 ? 0 : 1;
    }

    private static bool Holds(Questions questions, JToken row, bool later)
    {
        try
        {
            Judge(questions, row, later);
            return true;
        }
        catch (Exception wrong)
        {
            Console.Error.WriteLine("{0}, {1}: {2}", row["operation"], row["name"], wrong);
            return false;
        }
    }

    private static void Judge(Questions questions, JToken row, bool later)
    {
        Func<JToken, IApiResponse> ask;
        if (!questions.ByOperation.TryGetValue((string)row["operation"], out ask))
        {
            throw new FormatException("the client has no such operation");
        }
        int status;
        string came;
        object model;
        try
        {
            IApiResponse answered = ask(row["request"]);
            status = (int)answered.StatusCode;
            came = answered.RawContent;
            model = answered.Content;
        }
        catch (ApiException failure)
        {
            Problem problem = Problems.Of(failure);
            if (problem == null)
            {
                throw;
            }
            status = failure.ErrorCode;
            came = (string)failure.ErrorContent;
            model = problem;
        }
        if (status != (int)row["status"])
        {
            throw new FormatException("status " + status + ": " + came);
        }
        JToken typed = Questions.Read(questions.Write(model));
        bool same = JToken.DeepEquals(typed, model is string ? new JValue(came) : Questions.Read(came));
        if (same == later)
        {
            throw new FormatException(later ? "the answer has nothing new" : "the typed answer is " + typed + ", not " + came);
        }
        Comparison.AssertSays(typed, row["answer"], string.Empty);
    }
}
