using System;
using System.Linq;
using Newtonsoft.Json.Linq;

/// <summary>Whether an answer says everything that a row wants; it may have more fields.</summary>
internal static class Comparison
{
    public static void AssertSays(JToken answer, JToken wanted, string place)
    {
        if (answer == null)
        {
            throw new FormatException(place + " is missing");
        }
        if (wanted.Type == JTokenType.Object && answer.Type == JTokenType.Object)
        {
            foreach (JProperty field in ((JObject)wanted).Properties())
            {
                AssertSays(answer[field.Name], field.Value, place + "/" + field.Name);
            }
        }
        else if (place == "/actions")
        {
            // Of the six cube actions a row names those that it is about.
            foreach (JToken ruling in wanted)
            {
                JToken found = answer.FirstOrDefault(item => JToken.DeepEquals(item["action"], ruling["action"]));
                AssertSays(found, ruling, place + "/" + ruling["action"]);
            }
        }
        else if (wanted.Type == JTokenType.Array && answer.Type == JTokenType.Array)
        {
            if (answer.Count() != wanted.Count())
            {
                throw new FormatException(place + " has " + answer.Count() + " items, not " + wanted.Count());
            }
            for (int index = 0; index < wanted.Count(); index++)
            {
                AssertSays(answer[index], wanted[index], place + "/" + index);
            }
        }
        else if (place.Length == 0 && wanted.Type == JTokenType.String && answer.Type == JTokenType.String)
        {
            // Of a text that is an answer the row has the beginning.
            if (!((string)answer).StartsWith((string)wanted, StringComparison.Ordinal))
            {
                throw new FormatException("the text does not begin with " + wanted);
            }
        }
        else if (!JToken.DeepEquals(answer, wanted))
        {
            throw new FormatException(place + " is " + answer + ", not " + wanted);
        }
    }
}
