import java.util.List;
import portes.referee.ApiClient;
import portes.referee.ApiException;
import portes.referee.api.PlaysApi;
import portes.referee.model.CheckPlayRequest;
import portes.referee.model.LegalPlays;
import portes.referee.model.LegalPlaysRequest;
import portes.referee.model.PlayVerdict;
import portes.referee.model.Side;

/** Asks for the plays of 3-1 from the start, and what is wrong with a play that is none of them. */
final class Plays {
    public static void main(String[] arguments) throws ApiException {
        ApiClient client = new ApiClient();
        client.updateBaseUri(arguments[0]);
        PlaysApi plays = new PlaysApi(client);
        LegalPlays listed = plays.listLegalPlays(new LegalPlaysRequest()
            .positionId("4HPwATDgc/ABMA").turn(Side.WHITE).dice(List.of(3, 1)));
        System.out.printf("%d plays, the first is %s%n", listed.getPlayCount(), listed.getPlays().get(0).getNotation());
        PlayVerdict verdict = plays.checkPlay(new CheckPlayRequest()
            .positionId("4HPwATDgc/ABMA").turn(Side.WHITE).dice(List.of(3, 1)).notation("8/5 6/4"));
        verdict.getViolations().forEach(violation ->
            System.out.printf("%s: %s%n", violation.getCode(), violation.getMessage()));
    }
}
