package vectors;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import portes.referee.ApiClient;
import portes.referee.ApiException;
import portes.referee.ApiResponse;
import portes.referee.api.BatchApi;
import portes.referee.api.ContractApi;
import portes.referee.api.CubeApi;
import portes.referee.api.GamesApi;
import portes.referee.api.MatchesApi;
import portes.referee.api.NotationsApi;
import portes.referee.api.OpeningsApi;
import portes.referee.api.OperationsApi;
import portes.referee.api.PlaysApi;
import portes.referee.api.ProblemsApi;
import portes.referee.api.RulesetsApi;
import portes.referee.api.TranscriptsApi;
import portes.referee.model.AllRollsRequest;
import portes.referee.model.AllRollsView;
import portes.referee.model.ApplyCubeActionRequest;
import portes.referee.model.ApplyPlayRequest;
import portes.referee.model.BatchRequest;
import portes.referee.model.CheckPlayRequest;
import portes.referee.model.ConvertNotationRequest;
import portes.referee.model.CrawfordRequest;
import portes.referee.model.CubeActionsRequest;
import portes.referee.model.Language;
import portes.referee.model.LegalPlaysRequest;
import portes.referee.model.Numbering;
import portes.referee.model.OpeningRequest;
import portes.referee.model.RecordFormat;
import portes.referee.model.ReplayMatchRequest;
import portes.referee.model.RulesetId;
import portes.referee.model.ScoreGameRequest;
import portes.referee.model.Side;
import portes.referee.model.VerifyTranscriptRequest;
import portes.referee.model.View;

/** The generated method of every operationId, asked with a request that is given as JSON. */
final class Questions {
    /** Asks one question, and gives the typed answer. */
    interface Question {
        ApiResponse<?> ask(JsonNode request) throws ApiException, IOException, InterruptedException;
    }

    private interface Method<R> {
        ApiResponse<?> call(R request) throws ApiException;
    }

    private final ApiClient client;
    private final ObjectMapper strict;
    final Map<String, Question> byOperation;

    Questions(ApiClient client) {
        this.client = client;
        strict = client.getObjectMapper().copy()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        PlaysApi plays = new PlaysApi(client);
        GamesApi games = new GamesApi(client);
        CubeApi cube = new CubeApi(client);
        MatchesApi matches = new MatchesApi(client);
        OpeningsApi openings = new OpeningsApi(client);
        NotationsApi notations = new NotationsApi(client);
        TranscriptsApi transcripts = new TranscriptsApi(client);
        BatchApi batch = new BatchApi(client);
        RulesetsApi rulesets = new RulesetsApi(client);
        ContractApi contract = new ContractApi(client);
        ProblemsApi problems = new ProblemsApi(client);
        OperationsApi operations = new OperationsApi(client);
        byOperation = Map.ofEntries(
            Map.entry("listLegalPlays", body(LegalPlaysRequest.class, plays::listLegalPlaysWithHttpInfo)),
            Map.entry("listPlaysForAllRolls", body(AllRollsRequest.class, plays::listPlaysForAllRollsWithHttpInfo)),
            Map.entry("checkPlay", body(CheckPlayRequest.class, plays::checkPlayWithHttpInfo)),
            Map.entry("applyPlay", body(ApplyPlayRequest.class, plays::applyPlayWithHttpInfo)),
            Map.entry("scoreGame", body(ScoreGameRequest.class, games::scoreGameWithHttpInfo)),
            Map.entry("listCubeActions", body(CubeActionsRequest.class, cube::listCubeActionsWithHttpInfo)),
            Map.entry("applyCubeAction", body(ApplyCubeActionRequest.class, cube::applyCubeActionWithHttpInfo)),
            Map.entry("checkCrawford", body(CrawfordRequest.class, matches::checkCrawfordWithHttpInfo)),
            Map.entry("replayMatch", body(ReplayMatchRequest.class, matches::replayMatchWithHttpInfo)),
            Map.entry("judgeOpening", body(OpeningRequest.class, openings::judgeOpeningWithHttpInfo)),
            Map.entry("convertNotation", body(ConvertNotationRequest.class, notations::convertNotationWithHttpInfo)),
            Map.entry("verifyTranscript",
                body(VerifyTranscriptRequest.class, transcripts::verifyTranscriptWithHttpInfo)),
            Map.entry("verifyTranscriptText", request -> transcripts.verifyTranscriptTextWithHttpInfo(
                value(request, "ruleset", RulesetId.class),
                request.get("text").asText(),
                value(request, "format", RecordFormat.class),
                values(request, "options", String.class),
                value(request, "strict", Boolean.class),
                value(request, "rules_version", String.class),
                value(request, "numbering", Numbering.class),
                value(request, "language", Language.class))),
            Map.entry("judgeBatch", body(BatchRequest.class, batch::judgeBatchWithHttpInfo)),
            Map.entry("getLegalPlays", request -> plays.getLegalPlaysWithHttpInfo(
                request.get("position_id").asText(),
                value(request, "turn", Side.class),
                request.get("dice").asText(),
                value(request, "ruleset", RulesetId.class),
                value(request, "rules_version", String.class),
                values(request, "include", View.class),
                value(request, "numbering", Numbering.class),
                value(request, "language", Language.class))),
            Map.entry("getPlaysForAllRolls", request -> plays.getPlaysForAllRollsWithHttpInfo(
                request.get("position_id").asText(),
                value(request, "turn", Side.class),
                value(request, "ruleset", RulesetId.class),
                value(request, "rules_version", String.class),
                values(request, "include", AllRollsView.class),
                value(request, "numbering", Numbering.class),
                value(request, "language", Language.class))),
            Map.entry("listRulesets", request -> rulesets.listRulesetsWithHttpInfo()),
            Map.entry("getRuleset", request ->
                rulesets.getRulesetWithHttpInfo(value(request, "ruleset_id", String.class))),
            Map.entry("getOpenapiYaml", request -> text("/openapi.yaml")),
            Map.entry("getOpenapiJson", request -> contract.getOpenapiJsonWithHttpInfo()),
            Map.entry("listProblemCodes", request ->
                problems.listProblemCodesWithHttpInfo(value(request, "language", Language.class))),
            Map.entry("explainProblemCode", request -> problems.explainProblemCodeWithHttpInfo(
                value(request, "code", String.class), value(request, "language", Language.class))),
            Map.entry("getDocs", request -> text("/docs")),
            Map.entry("getLivez", request -> operations.getLivezWithHttpInfo()),
            Map.entry("getReadyz", request -> operations.getReadyzWithHttpInfo()),
            Map.entry("getStartupz", request -> operations.getStartupzWithHttpInfo()),
            Map.entry("getMetrics", request -> operations.getMetricsWithHttpInfo()),
            Map.entry("getVersion", request -> operations.getVersionWithHttpInfo()));
    }

    /** The model must send what it was given: no field unknown, none lost, null where null was. */
    private <R> Question body(Class<R> type, Method<R> method) {
        return request -> {
            R typed = strict.treeToValue(request, type);
            JsonNode sent = strict.readTree(strict.writeValueAsString(typed));
            if (!sent.equals(request)) {
                throw new IllegalArgumentException("the typed request is " + sent + ", not " + request);
            }
            return method.call(typed);
        };
    }

    private <V> V value(JsonNode request, String name, Class<V> type) throws JsonProcessingException {
        return request.has(name) ? strict.treeToValue(request.get(name), type) : null;
    }

    private <V> List<V> values(JsonNode request, String name, Class<V> type) throws IOException {
        return request.has(name) ? strict.readerForListOf(type).readValue(request.get(name)) : null;
    }

    /** The generated getOpenapiYaml reads YAML as JSON and fails; this is how to have it all the same. */
    private ApiResponse<String> text(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = client.getHttpClient().send(
            HttpRequest.newBuilder(URI.create(client.getBaseUri() + path)).build(),
            HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        return new ApiResponse<>(response.statusCode(), response.headers().map(), response.body());
    }
}
