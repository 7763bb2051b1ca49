"""marshmallow fields that take JSON values as they are: no number from a text, no yes for true."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from marshmallow import RAISE, Schema, ValidationError, fields

from service.api.faults import Fault
from service.api.plain_json import read_counts
from service.rules.board import CHECKERS, POINTS, Checkers, Side

MISSING = Fault("missing_field")


def wrong_type(expected: str) -> Fault:
    return Fault("invalid_type", {"expected": expected})


def integer_fault(value: Any, low: int, high: int) -> Fault | None:
    """What is wrong with a value that should be an integer from low to high."""
    if type(value) is not int:
        return wrong_type("integer")
    if not low <= value <= high:
        return Fault("out_of_range", {"minimum": low, "maximum": high})
    return None


class StrictSchema(Schema):
    """A request object: unknown fields are refused."""

    class Meta:
        unknown = RAISE

    # marshmallow's own way to replace its texts; what it calls a text may be any object.
    error_messages: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "unknown": Fault("unknown_field"),
        "type": wrong_type("object"),
    }

    def __init__(self) -> None:
        super().__init__()
        self._required = tuple(name for name, field in self.fields.items() if field.required)

    def read(self, data: Any) -> dict[str, Any]:
        """As `load`, without the hooks, options and attributes that no request here has.

        Raises ValidationError with the faults by field; ``valid_data`` is what is well shaped.
        A loop of our own: marshmallow's was the dearest step of a request (docs/performance.md).
        """
        if not isinstance(data, dict):
            raise ValidationError([wrong_type("object")])
        shaped: dict[str, Any] = {}
        faults: dict[str, Any] = {}
        known = self.fields
        for name, value in data.items():
            field = known.get(name)
            if field is None:
                faults[name] = [Fault("unknown_field")]
                continue
            try:
                shaped[name] = field.read(value)  # type: ignore[attr-defined] # all are StrictField
            except ValidationError as error:
                faults[name] = error.messages
                if error.valid_data:
                    shaped[name] = error.valid_data
        for name in self._required:
            if name not in data:
                faults[name] = [MISSING]
        if faults:
            raise ValidationError(faults, valid_data=shaped)
        return shaped


class StrictField(fields.Field[Any]):
    """A field whose own messages are faults; null is the wrong type, not an absent field."""

    expected = "value"

    def __init__(self, **options: Any) -> None:
        nothing = [wrong_type(self.expected)]
        super().__init__(error_messages={"required": [MISSING], "null": nothing}, **options)

    def read(self, value: Any) -> Any:
        """The value as the rules' side takes it; raises ValidationError."""
        if value is None:
            if self.allow_none:
                return None
            raise self.refuse("invalid_type", expected=self.expected)
        return self._deserialize(value, None, None)

    def refuse(self, code: str, **parameters: Any) -> ValidationError:
        return ValidationError([Fault(code, parameters)])


class Integer(StrictField):
    expected = "integer"

    def __init__(self, low: int, high: int, **options: Any) -> None:
        super().__init__(**options)
        self.low, self.high = low, high

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        fault = integer_fault(value, self.low, self.high)
        if fault:
            raise self.refuse(fault.code, **fault.parameters)
        number: int = value
        return number


class Boolean(StrictField):
    expected = "boolean"

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if type(value) is not bool:
            raise self.refuse("invalid_type", expected=self.expected)
        return value


class Text(StrictField):
    expected = "string"

    def __init__(self, longest: int, **options: Any) -> None:
        super().__init__(**options)
        self.longest = longest

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if not isinstance(value, str):
            raise self.refuse("invalid_type", expected=self.expected)
        if len(value) > self.longest:
            raise self.refuse("too_long", maximum=self.longest)
        return value


class Choice(StrictField):
    """One of a closed set of strings."""

    expected = "string"

    def __init__(self, choices: Iterable[str], code: str = "invalid_value", **options: Any) -> None:
        super().__init__(**options)
        self.choices = tuple(choices)
        self.code = code

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, str):
            raise self.refuse("invalid_type", expected=self.expected)
        if value not in self.choices:
            raise self.refuse(self.code, allowed=", ".join(self.choices))
        return value


class Object(StrictField):
    """A nested request object with a schema of its own, made once."""

    expected = "object"

    def __init__(self, schema: StrictSchema, **options: Any) -> None:
        super().__init__(**options)
        self.schema = schema

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        return self.schema.read(value)


class ListOf(StrictField):
    """A list with a bounded length; an item's fault names its index."""

    expected = "array"

    def __init__(self, item: StrictField, shortest: int, longest: int, **options: Any) -> None:
        super().__init__(**options)
        self.item, self.shortest, self.longest = item, shortest, longest

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        items, faults = [], {}
        for index, item in enumerate(self.checked_list(value)):
            try:
                items.append(self.item.read(item))
            except ValidationError as error:
                faults[index] = error.messages
        if faults:
            raise ValidationError(faults)
        return items

    def checked_list(self, value: Any) -> list[Any]:
        """The list itself, its items not looked at; raises ValidationError."""
        if not isinstance(value, list):
            raise self.refuse("invalid_type", expected=self.expected)
        if not self.shortest <= len(value) <= self.longest:
            raise self.refuse("wrong_item_count", minimum=self.shortest, maximum=self.longest)
        return value


class RecordOf(ListOf):
    """A long list of objects, each judged by itself: one that is not well shaped hides no other.

    Where one is wrong the others are handed over all the same, and of it what is well shaped.
    """

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        try:
            return super()._deserialize(value, attr, data, **kwargs)
        except ValidationError as error:
            if isinstance(error.messages, dict):
                error.valid_data = [self._part(item) for item in value]
            raise

    def _part(self, item: Any) -> Any:
        try:
            return self.item.read(item)
        except ValidationError as error:
            return error.valid_data or {}


class Unread(ListOf):
    """A list of which only the length is looked at; who takes its items reads them one by one."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        return self.checked_list(value)


class PositionInput(StrictField):
    """The whole position as one field: its 48 points as single fields would cost ten times as much.

    Gives the two sides' counts where it is plainly right (`plain_json.read_counts`), else their
    `Checkers`; points still in the numbering in which they were sent.
    """

    expected = "object"
    names = tuple(side.value for side in Side)

    def _deserialize(
        self, value: Any, attr: str | None, data: Any, **kwargs: Any
    ) -> list[int] | dict[Side, Checkers]:
        counts = read_counts(value)
        if counts is not None:
            return counts
        if not isinstance(value, dict):
            raise self.refuse("invalid_type", expected=self.expected)
        faults: dict[str, Any] = {
            name: [Fault("unknown_field")] for name in value if name not in self.names
        }
        sides = {}
        for side in Side:
            if side.value not in value:
                faults[side.value] = [MISSING]
                continue
            found: dict[str, Any] = {}
            sides[side] = _checkers(value[side.value], found)
            if found:
                faults[side.value] = found
        if faults:
            raise ValidationError(faults)
        return sides


_POINT_NAMES = {str(point): point for point in POINTS}
_CHECKERS_FIELDS = ("points", "bar", "borne_off")


def _checkers(value: Any, faults: dict[str, Any]) -> Checkers:
    if not isinstance(value, dict):
        faults["_schema"] = [wrong_type("object")]
        return Checkers()
    for name in value:
        if name not in _CHECKERS_FIELDS:
            faults[name] = [Fault("unknown_field")]
    points: dict[int, int] = {}
    given = value.get("points")
    if "points" not in value:
        faults["points"] = [MISSING]
    elif not isinstance(given, dict):
        faults["points"] = [wrong_type("object")]
    else:
        _points(given, points, faults)
    for name in ("bar", "borne_off"):
        fault = integer_fault(value[name], 0, CHECKERS) if name in value else None
        if fault:
            faults[name] = [fault]
    return Checkers(points, value.get("bar", 0), value.get("borne_off"), "bar" in value)


def _points(given: Mapping[str, Any], points: dict[int, int], faults: dict[str, Any]) -> None:
    wrong: dict[str, Any] = {}
    for name, count in given.items():
        point = _POINT_NAMES.get(name)
        if point is None:
            wrong[name] = [Fault("point_out_of_range")]
            continue
        fault = integer_fault(count, 0, CHECKERS)
        if fault:
            wrong[name] = [fault]
        elif count:
            points[point] = count
    if wrong:
        faults["points"] = wrong
