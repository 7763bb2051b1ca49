package vectors;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** Whether an answer says everything that a row wants; it may have more fields. */
final class Comparison {
    private Comparison() {}

    static void assertSays(JsonNode answer, JsonNode wanted, String place) {
        if (answer == null || answer.isMissingNode()) {
            throw new AssertionError(place + " is missing");
        } else if (wanted.isObject()) {
            for (Map.Entry<String, JsonNode> field : wanted.properties()) {
                assertSays(answer.get(field.getKey()), field.getValue(), place + "/" + field.getKey());
            }
        } else if (place.equals("/actions")) {
            // Of the six cube actions a row names those that it is about.
            for (JsonNode ruling : wanted) {
                String action = ruling.get("action").asText();
                assertSays(byAction(answer, action), ruling, place + "/" + action);
            }
        } else if (wanted.isArray()) {
            if (answer.size() != wanted.size()) {
                throw new AssertionError(place + " has " + answer.size() + " items, not " + wanted.size());
            }
            for (int index = 0; index < wanted.size(); index++) {
                assertSays(answer.get(index), wanted.get(index), place + "/" + index);
            }
        } else if (place.isEmpty() && wanted.isTextual()) {
            // Of a text that is an answer the row has the beginning.
            if (!answer.asText().startsWith(wanted.asText())) {
                throw new AssertionError("the text does not begin with " + wanted);
            }
        } else if (!answer.equals(wanted)) {
            throw new AssertionError(place + " is " + answer + ", not " + wanted);
        }
    }

    private static JsonNode byAction(JsonNode rulings, String action) {
        for (JsonNode ruling : rulings) {
            if (ruling.get("action").asText().equals(action)) {
                return ruling;
            }
        }
        return null;
    }
}
