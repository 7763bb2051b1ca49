package vectors;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import portes.referee.ApiClient;
import portes.referee.ApiException;
import portes.referee.ApiResponse;
import portes.referee.Problems;
import portes.referee.model.Problem;

/**
 * Asks a service every row of the given files through the generated client, and holds the typed answers
 * to the rows: {@code Vectors vectors|later BASE_URL FILE...}. With {@code vectors} an answer must have
 * no field that its model does not have; the answers of a later service do, and are read all the same.
 */
final class Vectors {
    private final ObjectMapper mapper;
    private final Questions questions;

    private Vectors(String url, boolean later) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(url);
        mapper = client.getObjectMapper();
        if (!later) {
            client.setObjectMapper(mapper.copy().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES));
        }
        questions = new Questions(client);
    }

    public static void main(String[] arguments) throws IOException {
        boolean later = arguments[0].equals("later");
        Vectors vectors = new Vectors(arguments[1], later);
        List<JsonNode> rows = new ArrayList<>();
        for (String file : Arrays.asList(arguments).subList(2, arguments.length)) {
            vectors.mapper.readTree(new File(file)).forEach(rows::add);
        }
        long right = rows.stream().filter(vectors::holds).count();
        System.out.println("java: " + right + " of " + rows.size() + " "
            + (later ? "answers of a later service" : "vectors"));
        System.exit(right == rows.size() && right > 0 ? 0 : 1);
    }

    private boolean holds(JsonNode row) {
        String operation = row.get("operation").asText();
        try {
            judge(operation, row);
            return true;
        } catch (ApiException | IOException | RuntimeException | InterruptedException | AssertionError wrong) {
            System.err.println(operation + ", " + row.get("name").asText() + ": " + wrong);
            return false;
        }
    }

    private void judge(String operation, JsonNode row)
            throws ApiException, IOException, InterruptedException {
        Questions.Question question = questions.byOperation.get(operation);
        if (question == null) {
            throw new AssertionError("the client has no such operation");
        }
        int status;
        Object answer;
        try {
            ApiResponse<?> response = question.ask(row.get("request"));
            status = response.getStatusCode();
            answer = response.getData();
        } catch (ApiException failure) {
            Problem problem = Problems.of(failure).orElseThrow(() -> failure);
            status = failure.getCode();
            answer = problem;
        }
        if (status != row.get("status").asInt()) {
            throw new AssertionError("status " + status + ": " + answer);
        }
        Comparison.assertSays(mapper.readTree(mapper.writeValueAsString(answer)), row.get("answer"), "");
    }
}
