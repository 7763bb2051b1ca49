package portes.referee;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import portes.referee.model.Problem;

/** Reads the problem document out of the exception that every generated method throws. */
public final class Problems {
    private static final ObjectMapper MAPPER = ApiClient.createDefaultObjectMapper();

    private Problems() {}

    /**
     * What the service says is wrong; empty where something else has answered, such as a proxy, or
     * nothing has at all.
     */
    public static Optional<Problem> of(ApiException failure) {
        if (failure.getResponseHeaders() == null || failure.getResponseBody() == null) {
            return Optional.empty();
        }
        String media = failure.getResponseHeaders().firstValue("Content-Type").orElse("");
        if (!media.split(";")[0].trim().equalsIgnoreCase("application/problem+json")) {
            return Optional.empty();
        }
        try {
            return Optional.of(MAPPER.readValue(failure.getResponseBody(), Problem.class));
        } catch (JsonProcessingException unreadable) {
            return Optional.empty();
        }
    }
}
