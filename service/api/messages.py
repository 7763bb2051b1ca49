"""What codes say to people, in English and in Greek; whole sentences, neutral, with digits."""

from __future__ import annotations

from typing import Any

from service.rules.board import BAR, OFF

Texts = tuple[str, str]
"""English, Greek."""

VIOLATIONS: dict[str, Texts] = {
    "die_not_rolled": (
        "The way from {from_point} to {to_point} takes {distance}, and no die shows that.",
        "Η διαδρομή από {from_point} έως {to_point} θέλει {distance}, που κανένα ζάρι δεν δείχνει.",
    ),
    "die_already_used": (
        "The die for the move from {from_point} to {to_point} has already been used.",
        "Το ζάρι για την κίνηση από {from_point} έως {to_point} έχει ήδη παιχτεί.",
    ),
    "wrong_direction": (
        "A checker moves towards its home, from higher points to lower ones: not from {from_point} "
        "to {to_point}.",
        "Τα πούλια κινούνται προς το σπίτι τους, από ψηλότερες θέσεις σε χαμηλότερες: όχι από "
        "{from_point} έως {to_point}.",
    ),
    "no_checker_on_point": (
        "There is no checker of the mover's at {point}.",
        "Δεν υπάρχει πούλι αυτής της πλευράς εδώ: {point}.",
    ),
    "enter_from_bar_first": (
        "Checkers on the bar must enter first.",
        "Πρώτα μπαίνουν τα πούλια της μπάρας.",
    ),
    "point_blocked": (
        "Point {point} is closed by two or more opposing checkers.",
        "Η θέση {point} είναι κλειστή (πόρτα του αντιπάλου).",
    ),
    "not_all_home": (
        "Bearing off needs all checkers at home; there is one at {point}.",
        "Για το μάζεμα πρέπει όλα τα πούλια να είναι στο σπίτι· υπάρχει πούλι εδώ: {point}.",
    ),
    "bear_off_from_highest": (
        "A {die} bears off only from the highest point held, which is point {highest}.",
        "Με μεγαλύτερο ζάρι μαζεύεται πούλι μόνο από την ψηλότερη κατειλημμένη θέση, τη θέση "
        "{highest}.",
    ),
    "must_play_all_dice": (
        "{possible} dice can be played, so as many must be; this play uses {played}.",
        "Μπορούν να παιχτούν {possible} ζάρια, άρα πρέπει να παιχτούν όλα· εδώ παίζονται {played}.",
    ),
    "must_play_larger_die": (
        "Only one die can be played; it must be the larger, the {die}.",
        "Παίζεται μόνο ένα από τα δύο ζάρια· παίζεται το μεγαλύτερο, το {die}.",
    ),
    "must_not_pass": (
        "There is a legal play, so the turn cannot be passed.",
        "Υπάρχει νόμιμη κίνηση, άρα δεν επιτρέπεται πάσο.",
    ),
    "hit_mismatch": (
        "A hit is claimed at {point}, but nothing is hit there.",
        "Δηλώνεται χτύπημα εδώ: {point}, αλλά εκεί δεν χτυπιέται πούλι.",
    ),
    "hit_and_run": (
        "A checker that has hit at home stays there for this turn: point {point}.",
        "Πούλι που χτύπησε μέσα στο σπίτι μένει εκεί σε αυτή τη ζαριά: θέση {point}.",
    ),
    "ambiguous_notation": (
        "This can mean {count} plays with different results; write the stops or the hits.",
        "Αυτό μπορεί να σημαίνει {count} διαφορετικά παιξίματα· χρειάζονται οι ενδιάμεσες "
        "στάσεις ή τα χτυπήματα.",
    ),
}

WARNINGS: dict[str, Texts] = {
    "hit_not_marked": (
        "The play hits at point {point} without saying so.",
        "Στη θέση {point} γίνεται χτύπημα που δεν σημειώθηκε.",
    ),
    "moves_reordered": (
        "The moves are legal in another order than the one written.",
        "Οι κινήσεις είναι νόμιμες με άλλη σειρά από αυτή που γράφτηκε.",
    ),
    "match_length_unusual": (
        "Matches to {length} are not usual under this ruleset.",
        "Αγώνας στους {length} δεν συνηθίζεται με αυτούς τους κανόνες.",
    ),
    "jacoby_in_match": (
        "The Jacoby rule is not used in matches; it is ignored.",
        "Ο κανόνας Jacoby δεν ισχύει σε αγώνα και αγνοείται.",
    ),
}

PROBLEMS: dict[str, Texts] = {
    "point_out_of_range": (
        "Points are named 1 to 24.",
        "Οι θέσεις ονομάζονται 1 έως 24.",
    ),
    "negative_count": (
        "A number of checkers cannot be negative.",
        "Το πλήθος των πουλιών δεν μπορεί να είναι αρνητικό.",
    ),
    "too_many_checkers": (
        "This side has {count} checkers; there are 15.",
        "Αυτή η πλευρά έχει {count} πούλια αντί για 15.",
    ),
    "too_few_checkers": (
        "This side has {count} checkers with those borne off; there are 15.",
        "Αυτή η πλευρά έχει {count} πούλια μαζί με όσα μαζεύτηκαν, αντί για 15.",
    ),
    "borne_off_missing": (
        "Only {count} checkers are on the points; give `bar` or `borne_off` for the others.",
        "Στις θέσεις υπάρχουν {count} πούλια· για τα υπόλοιπα χρειάζεται `bar` ή `borne_off`.",
    ),
    "point_held_by_both": (
        "Point {point} in White's numbering is held by both sides.",
        "Η θέση {point} στην αρίθμηση των λευκών έχει πούλια και των δύο πλευρών.",
    ),
    "both_finished": (
        "Both sides have borne off all their checkers.",
        "Και οι δύο πλευρές έχουν μαζέψει όλα τα πούλια τους.",
    ),
    "both_shut_out": (
        "Both sides are on the bar against six closed points; no play can lead here.",
        "Και οι δύο πλευρές είναι στην μπάρα απέναντι σε έξι κλειστές θέσεις· καμία παρτίδα δεν "
        "φτάνει εδώ.",
    ),
    "game_over": (
        "The game is over: a side has borne off all its checkers.",
        "Η παρτίδα έχει τελειώσει: μία πλευρά έχει μαζέψει όλα τα πούλια της.",
    ),
    "illegal_play": ("The play is illegal.", "Το παίξιμο δεν είναι νόμιμο."),
    "invalid_request": (
        "Several things are wrong with the request; `errors` names each.",
        "Το αίτημα έχει περισσότερα από ένα σφάλματα· βλ. `errors`.",
    ),
    "invalid_json": ("The body is not valid JSON.", "Το σώμα του αιτήματος δεν είναι έγκυρο JSON."),
    "duplicate_key": (
        "The field {name!r} is given twice in one object.",
        "Το πεδίο {name!r} δίνεται δύο φορές στο ίδιο αντικείμενο.",
    ),
    "too_deep": (
        "The body is nested deeper than {limit} levels.",
        "Το σώμα του αιτήματος έχει βάθος μεγαλύτερο από {limit} επίπεδα.",
    ),
    "unsupported_media_type": (
        "The body must be sent as application/json in UTF-8.",
        "Το σώμα του αιτήματος πρέπει να στέλνεται ως application/json σε UTF-8.",
    ),
    "not_acceptable": (
        "Answers are application/json, which the Accept header excludes.",
        "Οι απαντήσεις είναι application/json, που η κεφαλίδα Accept αποκλείει.",
    ),
    "body_too_large": (
        "The body is larger than {limit} bytes.",
        "Το σώμα του αιτήματος ξεπερνά τα {limit} byte.",
    ),
    "bad_request": ("The request cannot be read.", "Το αίτημα δεν μπορεί να διαβαστεί."),
    "not_found": ("There is nothing at this path.", "Δεν υπάρχει τίποτα σε αυτή τη διαδρομή."),
    "method_not_allowed": (
        "This path does not take this method; see the Allow header.",
        "Η διαδρομή δεν δέχεται αυτή τη μέθοδο· βλ. την κεφαλίδα Allow.",
    ),
    "rate_limited": ("Too many requests.", "Πάρα πολλά αιτήματα."),
    "internal_error": (
        "Something went wrong in the service; the request may be sent again.",
        "Κάτι πήγε στραβά στην υπηρεσία· το αίτημα μπορεί να σταλεί ξανά.",
    ),
    "rules_version_mismatch": (
        "The rules are at version {current!r}, not at the one asked for.",
        "Οι κανόνες είναι στην έκδοση {current!r} και όχι σε αυτή που ζητήθηκε.",
    ),
    "unknown_field": ("This field is not known here.", "Το πεδίο δεν είναι γνωστό εδώ."),
    "missing_field": ("This field is needed.", "Το πεδίο είναι απαραίτητο."),
    "invalid_type": ("This must be of type {expected}.", "Εδώ χρειάζεται τύπος {expected}."),
    "invalid_value": ("This must be one of: {allowed}.", "Οι επιτρεπτές τιμές είναι: {allowed}."),
    "out_of_range": (
        "This must be from {minimum} to {maximum}.",
        "Η τιμή πρέπει να είναι από {minimum} έως {maximum}.",
    ),
    "wrong_item_count": (
        "This must have from {minimum} to {maximum} items.",
        "Το πλήθος των στοιχείων πρέπει να είναι από {minimum} έως {maximum}.",
    ),
    "too_long": (
        "This must have at most {maximum} characters.",
        "Επιτρέπονται το πολύ {maximum} χαρακτήρες.",
    ),
    "conflicting_input": (
        "This contradicts another field, or says the same thing a second time.",
        "Αυτό αντιφάσκει με άλλο πεδίο ή επαναλαμβάνει το ίδιο στοιχείο.",
    ),
    "unknown_ruleset": (
        "There is no such ruleset; there are: {allowed}.",
        "Δεν υπάρχει τέτοιο σύνολο κανόνων· υπάρχουν: {allowed}.",
    ),
    "unreadable_notation": (
        "This is no play: {reason}.",
        "Αυτό δεν διαβάζεται ως παίξιμο: {reason}.",
    ),
    "unreadable_position_id": (
        "This is no position id: {reason}.",
        "Αυτό δεν διαβάζεται ως position id: {reason}.",
    ),
    "unreadable_xgid": ("This is no XGID: {reason}.", "Αυτό δεν διαβάζεται ως XGID: {reason}."),
    "no_cube": (
        "This ruleset has no doubling cube.",
        "Σε αυτούς τους κανόνες δεν υπάρχει βίδος (κύβος διπλασιασμού).",
    ),
    "owned_cube_of_one": (
        "A cube of 1 belongs to nobody.",
        "Κύβος με τιμή 1 δεν ανήκει σε κανέναν.",
    ),
    "invalid_cube_value": (
        "A cube shows a power of two.",
        "Η τιμή του κύβου είναι δύναμη του δύο.",
    ),
    "invalid_match_score": (
        "No game is played at this score: the match is over.",
        "Με αυτό το σκορ δεν παίζεται παρτίδα: ο αγώνας έχει τελειώσει.",
    ),
    "crawford_impossible": (
        "At this score `crawford_played` cannot be so.",
        "Με αυτό το σκορ το `crawford_played` δεν μπορεί να έχει αυτή την τιμή.",
    ),
    "options_need_cube": (
        "The option {option!r} makes no sense without a cube.",
        "Η επιλογή {option!r} δεν έχει νόημα χωρίς κύβο.",
    ),
    "options_need_beavers": (
        "The option {option!r} makes no sense without beavers.",
        "Η επιλογή {option!r} δεν έχει νόημα χωρίς κάστορες (beavers).",
    ),
    "options_need_automatic_doubles": (
        "The option {option!r} makes no sense without automatic doubles.",
        "Η επιλογή {option!r} δεν έχει νόημα χωρίς αυτόματους διπλασιασμούς.",
    ),
}

_DIE_DOES_NOT_FIT: Texts = (
    "A {die} does not go from {from_point} to {to_point}.",
    "Το ζάρι {die} δεν οδηγεί από {from_point} έως {to_point}.",
)

MESSAGES: dict[str, Texts] = {
    **VIOLATIONS,
    **WARNINGS,
    **PROBLEMS,
    "die_does_not_fit": _DIE_DOES_NOT_FIT,
}

_PLACES = ("point", "from_point", "to_point")
_NAMES = {BAR: ("the bar", "την μπάρα"), OFF: ("off", "έξω")}


def message(code: str, language: str, **parameters: Any) -> str:
    """The sentence for a code; points are named, the bar and off by their words."""
    greek = language == "el"
    named = {
        name: _NAMES[value][greek] if name in _PLACES and value in _NAMES else value
        for name, value in parameters.items()
    }
    return MESSAGES[code][greek].format(**named)


def title(code: str, language: str) -> str:
    """The constant title of a problem: its code in words, or in Greek what kind it is."""
    if language == "el":
        return "Παράνομο παίξιμο" if code in ("illegal_play", *VIOLATIONS) else "Σφάλμα αιτήματος"
    return code.replace("_", " ").capitalize()
