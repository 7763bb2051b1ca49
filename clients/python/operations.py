"""Every operation of the contract and the generated function that asks it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Protocol, TypeAlias, TypeVar

from portes_referee_client import AuthenticatedClient, Client
from portes_referee_client.api.batch import judge_batch
from portes_referee_client.api.contract import get_docs, get_openapi_json, get_openapi_yaml
from portes_referee_client.api.cube import apply_cube_action, list_cube_actions
from portes_referee_client.api.games import score_game
from portes_referee_client.api.matches import check_crawford, replay_match
from portes_referee_client.api.notations import convert_notation
from portes_referee_client.api.openings import judge_opening
from portes_referee_client.api.operations import (
    get_livez,
    get_metrics,
    get_readyz,
    get_startupz,
    get_version,
)
from portes_referee_client.api.plays import (
    apply_play,
    check_play,
    get_legal_plays,
    get_plays_for_all_rolls,
    list_legal_plays,
    list_plays_for_all_rolls,
)
from portes_referee_client.api.problems import explain_problem_code, list_problem_codes
from portes_referee_client.api.rulesets import get_ruleset, list_rulesets
from portes_referee_client.api.transcripts import verify_transcript, verify_transcript_text
from portes_referee_client.models import (
    AllRollsRequest,
    ApplyCubeActionRequest,
    ApplyPlayRequest,
    BatchRequest,
    CheckPlayRequest,
    ConvertNotationRequest,
    CrawfordRequest,
    CubeActionsRequest,
    Language,
    LegalPlaysRequest,
    Numbering,
    OpeningRequest,
    RecordFormat,
    ReplayMatchRequest,
    RulesetId,
    ScoreGameRequest,
    Side,
    VerifyTranscriptRequest,
)
from portes_referee_client.types import UNSET, File, Response, Unset

Json: TypeAlias = "Mapping[str, Json] | list[Json] | str | int | float | bool | None"
Fields: TypeAlias = Mapping[str, Json]


class Model(Protocol):
    """What every generated model has."""

    def to_dict(self) -> Fields: ...


Answer: TypeAlias = Model | str
Asked: TypeAlias = Callable[[Client, Fields], tuple[int, Answer | None]]
"""Asks one question; the status and the typed answer or problem."""

Request = TypeVar("Request", bound=Model)
Read = TypeVar("Read", bound=Answer)
Choice = TypeVar("Choice")
RequestIn = TypeVar("RequestIn", bound=Model, contravariant=True)


class Posting(Protocol[RequestIn, Read]):
    def __call__(
        self, *, client: AuthenticatedClient | Client, body: RequestIn
    ) -> Response[Read]: ...


class Getting(Protocol[Read]):
    def __call__(self, *, client: AuthenticatedClient | Client) -> Response[Read]: ...


def _with_body(read: Callable[[Fields], Request], post: Posting[Request, Read]) -> Asked:
    def ask(client: Client, fields: Fields) -> tuple[int, Answer | None]:
        body = read(fields)
        if body.to_dict() != fields:
            raise ValueError(f"the request is not what was read: {body.to_dict()}")
        return _told(post(client=client, body=body))

    return ask


def _alone(get: Getting[Read]) -> Asked:
    return lambda client, fields: _told(get(client=client))


def _told(response: Response[Read]) -> tuple[int, Answer | None]:
    return response.status_code.value, response.parsed


def _text(fields: Fields, name: str) -> str:
    value = fields[name]
    assert isinstance(value, str)
    return value


def _choice(kind: Callable[[str], Choice], fields: Fields, name: str) -> Choice | Unset:
    return kind(_text(fields, name)) if name in fields else UNSET


def _views(fields: Fields) -> str | Unset:
    return _listed(fields, "include")


def _listed(fields: Fields, name: str) -> str | Unset:
    listed = fields.get(name)
    return ",".join(map(str, listed)) if isinstance(listed, list) else UNSET


def _ask_legal_plays(client: Client, fields: Fields) -> tuple[int, Answer | None]:
    return _told(
        get_legal_plays.sync_detailed(
            client=client,
            position_id=_text(fields, "position_id"),
            turn=Side(_text(fields, "turn")),
            dice=_text(fields, "dice"),
            ruleset=_choice(RulesetId, fields, "ruleset"),
            rules_version=_choice(str, fields, "rules_version"),
            include=_views(fields),
            numbering=_choice(Numbering, fields, "numbering"),
            language=_choice(Language, fields, "language"),
        )
    )


def _ask_plays_for_all_rolls(client: Client, fields: Fields) -> tuple[int, Answer | None]:
    return _told(
        get_plays_for_all_rolls.sync_detailed(
            client=client,
            position_id=_text(fields, "position_id"),
            turn=Side(_text(fields, "turn")),
            ruleset=_choice(RulesetId, fields, "ruleset"),
            rules_version=_choice(str, fields, "rules_version"),
            include=_views(fields),
            numbering=_choice(Numbering, fields, "numbering"),
            language=_choice(Language, fields, "language"),
        )
    )


def _ask_ruleset(client: Client, fields: Fields) -> tuple[int, Answer | None]:
    return _told(get_ruleset.sync_detailed(_text(fields, "ruleset_id"), client=client))


def _ask_codes(client: Client, fields: Fields) -> tuple[int, Answer | None]:
    language = _choice(Language, fields, "language")
    return _told(list_problem_codes.sync_detailed(client=client, language=language))


def _ask_code(client: Client, fields: Fields) -> tuple[int, Answer | None]:
    language = _choice(Language, fields, "language")
    code = _text(fields, "code")
    return _told(explain_problem_code.sync_detailed(code, client=client, language=language))


def _ask_transcript_text(client: Client, fields: Fields) -> tuple[int, Answer | None]:
    strict = fields.get("strict")
    return _told(
        verify_transcript_text.sync_detailed(
            client=client,
            body=File(payload=BytesIO(_text(fields, "text").encode())),
            ruleset=RulesetId(_text(fields, "ruleset")),
            format_=_choice(RecordFormat, fields, "format"),
            options=_listed(fields, "options"),
            strict=strict if isinstance(strict, bool) else UNSET,
            rules_version=_choice(str, fields, "rules_version"),
            numbering=_choice(Numbering, fields, "numbering"),
            language=_choice(Language, fields, "language"),
        )
    )


OPERATIONS: dict[str, Asked] = {
    "listLegalPlays": _with_body(LegalPlaysRequest.from_dict, list_legal_plays.sync_detailed),
    "getLegalPlays": _ask_legal_plays,
    "listPlaysForAllRolls": _with_body(
        AllRollsRequest.from_dict, list_plays_for_all_rolls.sync_detailed
    ),
    "getPlaysForAllRolls": _ask_plays_for_all_rolls,
    "checkPlay": _with_body(CheckPlayRequest.from_dict, check_play.sync_detailed),
    "applyPlay": _with_body(ApplyPlayRequest.from_dict, apply_play.sync_detailed),
    "scoreGame": _with_body(ScoreGameRequest.from_dict, score_game.sync_detailed),
    "listCubeActions": _with_body(CubeActionsRequest.from_dict, list_cube_actions.sync_detailed),
    "applyCubeAction": _with_body(
        ApplyCubeActionRequest.from_dict, apply_cube_action.sync_detailed
    ),
    "checkCrawford": _with_body(CrawfordRequest.from_dict, check_crawford.sync_detailed),
    "judgeOpening": _with_body(OpeningRequest.from_dict, judge_opening.sync_detailed),
    "replayMatch": _with_body(ReplayMatchRequest.from_dict, replay_match.sync_detailed),
    "convertNotation": _with_body(ConvertNotationRequest.from_dict, convert_notation.sync_detailed),
    "verifyTranscript": _with_body(
        VerifyTranscriptRequest.from_dict, verify_transcript.sync_detailed
    ),
    "verifyTranscriptText": _ask_transcript_text,
    "judgeBatch": _with_body(BatchRequest.from_dict, judge_batch.sync_detailed),
    "listRulesets": _alone(list_rulesets.sync_detailed),
    "getRuleset": _ask_ruleset,
    "getOpenapiYaml": _alone(get_openapi_yaml.sync_detailed),
    "getOpenapiJson": _alone(get_openapi_json.sync_detailed),
    "listProblemCodes": _ask_codes,
    "explainProblemCode": _ask_code,
    "getDocs": _alone(get_docs.sync_detailed),
    "getLivez": _alone(get_livez.sync_detailed),
    "getReadyz": _alone(get_readyz.sync_detailed),
    "getStartupz": _alone(get_startupz.sync_detailed),
    "getMetrics": _alone(get_metrics.sync_detailed),
    "getVersion": _alone(get_version.sync_detailed),
}
