using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using Portes.Referee.Api;
using Portes.Referee.Client;
using Portes.Referee.Model;

/// <summary>The generated method of every operationId, asked with a request that is given as JSON.</summary>
internal sealed class Questions
{
    private readonly JsonSerializerSettings settings = new ApiClient().SerializerSettings;

    public readonly IDictionary<string, Func<JToken, IApiResponse>> ByOperation;

    public Questions(string url)
    {
        PlaysApi plays = new PlaysApi(url);
        GamesApi games = new GamesApi(url);
        CubeApi cube = new CubeApi(url);
        MatchesApi matches = new MatchesApi(url);
        OpeningsApi openings = new OpeningsApi(url);
        NotationsApi notations = new NotationsApi(url);
        TranscriptsApi transcripts = new TranscriptsApi(url);
        BatchApi batch = new BatchApi(url);
        RulesetsApi rulesets = new RulesetsApi(url);
        ContractApi contract = new ContractApi(url);
        ProblemsApi problems = new ProblemsApi(url);
        OperationsApi operations = new OperationsApi(url);
        ByOperation = new Dictionary<string, Func<JToken, IApiResponse>>
        {
            { "listLegalPlays", Body<LegalPlaysRequest>(plays.ListLegalPlaysWithHttpInfo) },
            { "listPlaysForAllRolls", Body<AllRollsRequest>(plays.ListPlaysForAllRollsWithHttpInfo) },
            { "checkPlay", Body<CheckPlayRequest>(plays.CheckPlayWithHttpInfo) },
            { "applyPlay", Body<ApplyPlayRequest>(plays.ApplyPlayWithHttpInfo) },
            { "scoreGame", Body<ScoreGameRequest>(games.ScoreGameWithHttpInfo) },
            { "listCubeActions", Body<CubeActionsRequest>(cube.ListCubeActionsWithHttpInfo) },
            { "applyCubeAction", Body<ApplyCubeActionRequest>(cube.ApplyCubeActionWithHttpInfo) },
            { "checkCrawford", Body<CrawfordRequest>(matches.CheckCrawfordWithHttpInfo) },
            { "replayMatch", Body<ReplayMatchRequest>(matches.ReplayMatchWithHttpInfo) },
            { "judgeOpening", Body<OpeningRequest>(openings.JudgeOpeningWithHttpInfo) },
            { "convertNotation", Body<ConvertNotationRequest>(notations.ConvertNotationWithHttpInfo) },
            {
                "verifyTranscript",
                Body<VerifyTranscriptRequest>(transcripts.VerifyTranscriptWithHttpInfo)
            },
            {
                "verifyTranscriptText",
                request => transcripts.VerifyTranscriptTextWithHttpInfo(
                    Value<RulesetId>(request, "ruleset"),
                    Value<string>(request, "text"),
                    Value<RecordFormat?>(request, "format"),
                    Value<List<string>>(request, "options"),
                    Value<bool?>(request, "strict"),
                    Value<string>(request, "rules_version"),
                    Value<Numbering?>(request, "numbering"),
                    Value<Language?>(request, "language"))
            },
            { "judgeBatch", Body<BatchRequest>(batch.JudgeBatchWithHttpInfo) },
            {
                "getLegalPlays",
                request => plays.GetLegalPlaysWithHttpInfo(
                    Value<string>(request, "position_id"),
                    Value<Side>(request, "turn"),
                    Value<string>(request, "dice"),
                    Value<RulesetId?>(request, "ruleset"),
                    Value<string>(request, "rules_version"),
                    Value<List<View>>(request, "include"),
                    Value<Numbering?>(request, "numbering"),
                    Value<Language?>(request, "language"))
            },
            {
                "getPlaysForAllRolls",
                request => plays.GetPlaysForAllRollsWithHttpInfo(
                    Value<string>(request, "position_id"),
                    Value<Side>(request, "turn"),
                    Value<RulesetId?>(request, "ruleset"),
                    Value<string>(request, "rules_version"),
                    Value<List<AllRollsView>>(request, "include"),
                    Value<Numbering?>(request, "numbering"),
                    Value<Language?>(request, "language"))
            },
            { "listRulesets", request => rulesets.ListRulesetsWithHttpInfo() },
            { "getRuleset", request => rulesets.GetRulesetWithHttpInfo(Value<string>(request, "ruleset_id")) },
            { "getOpenapiYaml", request => contract.GetOpenapiYamlWithHttpInfo() },
            { "getOpenapiJson", request => contract.GetOpenapiJsonWithHttpInfo() },
            { "listProblemCodes", request => problems.ListProblemCodesWithHttpInfo(Value<Language?>(request, "language")) },
            {
                "explainProblemCode",
                request => problems.ExplainProblemCodeWithHttpInfo(
                    Value<string>(request, "code"), Value<Language?>(request, "language"))
            },
            { "getDocs", request => contract.GetDocsWithHttpInfo() },
            { "getLivez", request => operations.GetLivezWithHttpInfo() },
            { "getReadyz", request => operations.GetReadyzWithHttpInfo() },
            { "getStartupz", request => operations.GetStartupzWithHttpInfo() },
            { "getMetrics", request => operations.GetMetricsWithHttpInfo() },
            { "getVersion", request => operations.GetVersionWithHttpInfo() },
        };
    }

    public string Write(object model)
    {
        return JsonConvert.SerializeObject(model, settings);
    }

    /// <summary>Without this a text that looks like a date would be read as one.</summary>
    public static JToken Read(string text)
    {
        return JsonConvert.DeserializeObject<JToken>(
            text, new JsonSerializerSettings { DateParseHandling = DateParseHandling.None });
    }

    /// <summary>The model must send what it was given: no field unknown, none lost, null where null was.</summary>
    private Func<JToken, IApiResponse> Body<TRequest>(Func<TRequest, IApiResponse> method)
    {
        return request =>
        {
            TRequest typed = JsonConvert.DeserializeObject<TRequest>(request.ToString(), settings);
            string sent = Write(typed);
            if (!JToken.DeepEquals(Read(sent), request))
            {
                throw new FormatException("the typed request is " + sent + ", not " + request);
            }
            return method(typed);
        };
    }

    private TValue Value<TValue>(JToken request, string name)
    {
        return request[name] == null
            ? default(TValue)
            : JsonConvert.DeserializeObject<TValue>(request[name].ToString(Formatting.None), settings);
    }
}
