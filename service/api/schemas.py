"""The shapes of requests: one marshmallow schema a component of the contract, made once."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError

from service.api.fields import (
    Boolean,
    Choice,
    Integer,
    ListOf,
    Object,
    PositionInput,
    RecordOf,
    StrictSchema,
    Text,
    Unread,
)
from service.api.http import LANGUAGES
from service.notation.formats import FORMATS
from service.rules.board import BAR, OFF, Side
from service.rules.cube import CubeAction, Stage
from service.rules.referee import Ending
from service.rules.rulesets import CUBE_CEILING, PRESETS

NUMBERINGS = ("player", "white")
SIDES = tuple(side.value for side in Side)
CUBE_OWNERS = (*SIDES, "middle")
STAGES = tuple(stage.value for stage in Stage)
CUBE_ACTIONS = tuple(action.value for action in CubeAction)
ENDINGS = tuple(ending.value for ending in Ending)
RESIGNATIONS = ("single", "gammon", "backgammon")
EVENTS = (
    "opening_roll",
    "roll",
    "play",
    "double",
    "take",
    "drop",
    "beaver",
    "raccoon",
    "resign",
    "accept_resignation",
    "reject_resignation",
)
NOTATION_FORMATS = ("auto", *FORMATS)
RECORD_FORMATS = ("auto", "mat", "gam", "sgf", "snowie")
ALL_ROLLS_VIEWS = ("positions", "position_ids", "tree")
VIEWS = ("sequences", *ALL_ROLLS_VIEWS)

LONGEST_TEXT = 200
"""Characters in a position id, an XGID or a play's notation."""

LONGEST_NOTATION = 400
"""Characters in a notation to be converted: a board line of FIBS has more than half of them."""

MOST_MOVES = 8
MOST_POINTS = 10_000
"""The largest match length and score."""

MOST_GAMES = 2 * MOST_POINTS - 1
"""Games of the longest match."""

MOST_EVENTS = 5_000
"""Events of a replayed match."""

LONGEST_RECORD = 16_777_216
"""Characters of a match record; a body is bounded before (MAX_RECORD_BYTES)."""

MOST_OPERATIONS = 1_000
"""Questions of one batch."""

DEEPEST_NESTING = 16


class Lengths(ListOf):
    """The match lengths a ruleset knows, or null for any."""

    def __init__(self) -> None:
        super().__init__(Integer(1, MOST_POINTS), 1, 32, allow_none=True)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        return tuple(super()._deserialize(value, attr, data, **kwargs))


class CubeValue(Integer):
    """A power of two up to the service's ceiling."""

    def __init__(self, **options: Any) -> None:
        super().__init__(1, CUBE_CEILING, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        number = super()._deserialize(value, attr, data, **kwargs)
        if number & (number - 1):
            raise self.refuse("invalid_cube_value")
        return number


class RulesetOptions(StrictSchema):
    cube = Boolean()
    crawford = Boolean()
    dead_cube = Boolean()
    jacoby = Boolean()
    beavers = Boolean()
    beaver_refusable = Boolean()
    raccoons = Boolean()
    automatic_doubles = Boolean()
    automatic_doubles_limit = Integer(0, 20, allow_none=True)
    options_in_match = Boolean()
    cube_limit = Integer(1, CUBE_CEILING, allow_none=True)
    larger_die = Boolean()
    hit_and_run_home = Choice(("allow", "forbid"))
    backgammon_points = Integer(2, 3)
    opening_dice = Choice(("play", "reroll"))
    later_games = Choice(("roll", "winner"))
    match_lengths = Lengths()


class CubeInput(StrictSchema):
    value = CubeValue(required=True)
    owner = Choice(CUBE_OWNERS, required=True)


class ScoreInput(StrictSchema):
    white = Integer(0, MOST_POINTS, required=True)
    black = Integer(0, MOST_POINTS, required=True)


class MatchInput(StrictSchema):
    length = Integer(1, MOST_POINTS, required=True)
    score = Object(ScoreInput(), required=True)
    crawford_played = Boolean()


class MoveInput(StrictSchema):
    from_point = Integer(OFF, BAR, required=True)
    to_point = Integer(OFF, BAR, required=True)
    die = Integer(1, 6)
    hit = Boolean()


class GameStateRequest(StrictSchema):
    """The part that every game endpoint accepts."""

    ruleset = Choice(PRESETS, code="unknown_ruleset")
    options = Object(RulesetOptions())
    position = PositionInput()
    position_id = Text(LONGEST_TEXT)
    xgid = Text(LONGEST_TEXT)
    turn = Choice(SIDES)
    stage = Choice(STAGES)
    dice = ListOf(Integer(1, 6), 2, 2)
    opening_turn = Boolean()
    automatic_doubles_used = Integer(0, 20)
    cube = Object(CubeInput())
    match = Object(MatchInput())
    numbering = Choice(NUMBERINGS)
    language = Choice(LANGUAGES)
    rules_version = Text(LONGEST_TEXT)


class LegalPlaysRequest(GameStateRequest):
    include = ListOf(Choice(VIEWS), 0, len(VIEWS))


class AllRollsRequest(GameStateRequest):
    include = ListOf(Choice(ALL_ROLLS_VIEWS), 0, len(ALL_ROLLS_VIEWS))


class BatchPlaysRequest(AllRollsRequest):
    """Of one roll, without the one view that can be large."""


class CheckPlayRequest(GameStateRequest):
    moves = ListOf(Object(MoveInput()), 0, MOST_MOVES)
    notation = Text(LONGEST_TEXT)


class ApplyPlayRequest(CheckPlayRequest):
    """The same request: what can be checked can be applied."""


class ScoreGameRequest(GameStateRequest):
    ending = Choice(ENDINGS, required=True)
    winner = Choice(SIDES)
    resigned_as = Choice(RESIGNATIONS)


class CubeActionsRequest(GameStateRequest):
    """Nothing but the game state."""


class ApplyCubeActionRequest(GameStateRequest):
    action = Choice(CUBE_ACTIONS, required=True)


class OpeningRollInput(StrictSchema):
    white = Integer(1, 6, required=True)
    black = Integer(1, 6, required=True)


class OpeningRequest(GameStateRequest):
    rolls = Object(OpeningRollInput())
    previous_winner = Choice(SIDES)


class WonGameInput(StrictSchema):
    winner = Choice(SIDES, required=True)
    points = Integer(1, 3 * CUBE_CEILING, required=True)


class CrawfordMatchInput(StrictSchema):
    length = Integer(1, MOST_POINTS, required=True)
    score = Object(ScoreInput())
    crawford_played = Boolean()


class CrawfordRequest(GameStateRequest):
    match = Object(CrawfordMatchInput())
    games = RecordOf(Object(WonGameInput()), 0, MOST_GAMES)


class MatchEventInput(StrictSchema):
    event = Choice(EVENTS, required=True)
    player = Choice(SIDES)
    rolls = Object(OpeningRollInput())
    dice = ListOf(Integer(1, 6), 2, 2)
    moves = ListOf(Object(MoveInput()), 0, MOST_MOVES)
    notation = Text(LONGEST_TEXT)
    resigned_as = Choice(RESIGNATIONS)


class ReplayMatchRequest(StrictSchema):
    ruleset = Choice(PRESETS, code="unknown_ruleset")
    options = Object(RulesetOptions())
    length = Integer(1, MOST_POINTS)
    events = RecordOf(Object(MatchEventInput()), 0, MOST_EVENTS, required=True)
    numbering = Choice(NUMBERINGS)
    language = Choice(LANGUAGES)
    rules_version = Text(LONGEST_TEXT)


class ConvertNotationRequest(GameStateRequest):
    """A notation, or a game state."""

    text = Text(LONGEST_NOTATION)
    format = Choice(NOTATION_FORMATS)


class VerifyTranscriptRequest(StrictSchema):
    text = Text(LONGEST_RECORD, required=True)
    format = Choice(RECORD_FORMATS)
    ruleset = Choice(PRESETS, code="unknown_ruleset", required=True)
    options = Object(RulesetOptions())
    strict = Boolean()
    numbering = Choice(NUMBERINGS)
    language = Choice(LANGUAGES)
    rules_version = Text(LONGEST_TEXT)


class BatchOperation(StrictSchema):
    """Exactly one of these; read by the operation itself."""

    list_legal_plays = Object(BatchPlaysRequest())
    check_play = Object(CheckPlayRequest())
    apply_play = Object(ApplyPlayRequest())
    score_game = Object(ScoreGameRequest())
    list_cube_actions = Object(CubeActionsRequest())
    apply_cube_action = Object(ApplyCubeActionRequest())
    check_crawford = Object(CrawfordRequest())
    judge_opening = Object(OpeningRequest())


class BatchRequest(StrictSchema):
    operations = Unread(Object(BatchOperation()), 1, MOST_OPERATIONS, required=True)


def load(schema: StrictSchema, data: Any) -> tuple[dict[str, Any], Any]:
    """What is well shaped in the data, and the faults of the rest as marshmallow nests them."""
    try:
        return schema.read(data), {}
    except ValidationError as error:
        return (error.valid_data if isinstance(error.valid_data, dict) else {}), error.messages
