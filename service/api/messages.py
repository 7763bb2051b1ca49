"""What codes say to people, in English and in Greek; whole sentences, neutral, with digits.

A template names places by their forms: ``{at}`` is where ``point`` is, ``{way}`` leads from
``from_point`` to ``to_point``; so that nobody reads of a point 25 or 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.rules.board import BAR, OFF

Texts = tuple[str, str]
"""English, Greek."""

VIOLATIONS: dict[str, Texts] = {
    "die_not_rolled": (
        "The move {way} takes {distance}, which this roll does not give.",
        "Η κίνηση {way} χρειάζεται {distance}, που δεν το δίνει αυτή η ζαριά.",
    ),
    "die_already_used": (
        "The move {way} takes {die}, and that has already been played.",
        "Η κίνηση {way} χρειάζεται {die}, που έχει ήδη παιχτεί.",
    ),
    "wrong_direction": (
        "Checkers move from higher points to lower ones, not {way}.",
        "Τα πούλια κινούνται από ψηλότερες θέσεις σε χαμηλότερες, όχι {way}.",
    ),
    "no_checker_on_point": (
        "There is no checker to move {at}.",
        "Δεν υπάρχει πούλι για κίνηση {at}.",
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
        "Bearing off needs all checkers at home; there is still one {at}.",
        "Για το μάζεμα πρέπει όλα τα πούλια να είναι στο σπίτι· υπάρχει ακόμη πούλι {at}.",
    ),
    "bear_off_from_highest": (
        "A {die} bears off from point {from_point} only when no checker is higher; there is one on "
        "point {highest}.",
        "Με {die} μαζεύεται πούλι από τη θέση {from_point} μόνο αν δεν υπάρχει πούλι ψηλότερα· "
        "υπάρχει στη θέση {highest}.",
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
        "A hit is claimed {at}, but nothing is hit there.",
        "Δηλώνεται χτύπημα {at}, αλλά εκεί δεν χτυπιέται πούλι.",
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

CUBE_VIOLATIONS: dict[str, Texts] = {
    "no_cube": (
        "This ruleset has no doubling cube.",
        "Σε αυτούς τους κανόνες δεν υπάρχει βίδος (κύβος διπλασιασμού).",
    ),
    "dice_already_rolled": (
        "The dice have been rolled.",
        "Τα ζάρια έχουν ήδη ριχτεί.",
    ),
    "double_pending": (
        "A double waits for its answer.",
        "Υπάρχει πρόταση διπλασιασμού που περιμένει απάντηση.",
    ),
    "no_double_offered": (
        "No double waits for this answer.",
        "Δεν υπάρχει πρόταση διπλασιασμού για μια τέτοια απάντηση.",
    ),
    "one_point_match": (
        "There is no doubling in a match to 1 point.",
        "Σε αγώνα στον 1 πόντο δεν γίνεται διπλασιασμός.",
    ),
    "crawford_game": (
        "There is no doubling in the Crawford game.",
        "Στην παρτίδα Crawford δεν γίνεται διπλασιασμός.",
    ),
    "cube_not_owned": (
        "The cube belongs to the other side.",
        "Ο βίδος (κύβος διπλασιασμού) ανήκει στην άλλη πλευρά.",
    ),
    "cube_at_limit": (
        "The cube would pass its limit.",
        "Ο βίδος (κύβος διπλασιασμού) θα ξεπερνούσε το όριό του.",
    ),
    "cube_dead": (
        "The stake already wins the match for this side, so it may not be raised by it.",
        "Το τρέχον ποντάρισμα κερδίζει ήδη τον αγώνα για αυτή την πλευρά, άρα δεν το αυξάνει.",
    ),
    "beavers_off": (
        "Beavers are not played under these rules.",
        "Με αυτούς τους κανόνες δεν παίζονται κάστορες (beavers).",
    ),
    "beaver_in_match": (
        "Beavers are not played in matches under these rules.",
        "Με αυτούς τους κανόνες δεν παίζονται κάστορες (beavers) σε αγώνα.",
    ),
    "beaver_not_refusable": (
        "A beaver cannot be refused under these rules.",
        "Με αυτούς τους κανόνες ο κάστορας (beaver) δεν απορρίπτεται.",
    ),
    "raccoons_off": (
        "Raccoons are not played under these rules.",
        "Με αυτούς τους κανόνες δεν παίζεται ρακούν (raccoon).",
    ),
}

EVENT_VIOLATIONS: dict[str, Texts] = {
    "match_over": ("The match is over.", "Ο αγώνας έχει τελειώσει."),
    "opening_roll_due": (
        "First an opening roll decides who starts.",
        "Πρώτα η αρχική κλήρωση δείχνει ποιος αρχίζει.",
    ),
    "opening_roll_not_due": (
        "No opening roll is due now.",
        "Τώρα δεν γίνεται αρχική κλήρωση.",
    ),
    "opening_double": (
        "The first roll of a game is never a double where the opening dice are played.",
        "Η πρώτη ζαριά μιας παρτίδας δεν είναι ποτέ διπλή, όταν παίζονται τα ζάρια της κλήρωσης.",
    ),
    "not_your_turn": (
        "This is for the other side to do.",
        "Αυτό είναι σειρά της άλλης πλευράς.",
    ),
    "dice_not_rolled": (
        "The dice have not been rolled.",
        "Τα ζάρια δεν έχουν ριχτεί.",
    ),
    "dice_mismatch": (
        "These are not the dice that were rolled.",
        "Αυτά δεν είναι τα ζάρια που έχουν ριχτεί.",
    ),
    "resignation_pending": (
        "A resignation waits for its answer.",
        "Υπάρχει παραίτηση που περιμένει απάντηση.",
    ),
    "no_resignation_offered": (
        "No resignation waits for an answer.",
        "Δεν υπάρχει παραίτηση που περιμένει απάντηση.",
    ),
    "resignation_too_high": (
        "A side with a checker off can lose only a single game.",
        "Πλευρά που έχει μαζέψει πούλι χάνει μόνο απλή παρτίδα.",
    ),
}

RECORD_VIOLATIONS: dict[str, Texts] = {
    "action_after_game": (
        "The game was over before this.",
        "Η παρτίδα είχε ήδη τελειώσει.",
    ),
    "unreadable_action": (
        "This can not be read as a play or an action.",
        "Αυτό δεν διαβάζεται ως παίξιμο ή ενέργεια.",
    ),
    "double_not_answered": (
        "The double before this was neither taken nor dropped.",
        "Ο προηγούμενος διπλασιασμός ούτε έγινε δεκτός ούτε απορρίφθηκε.",
    ),
    "wrong_cube_value": (
        "The cube would be {value}, not what is written.",
        "Ο βίδος (κύβος διπλασιασμού) θα ήταν {value}, όχι αυτό που γράφεται.",
    ),
    "wrong_winner": (
        "The other side won this game.",
        "Αυτή την παρτίδα κέρδισε η άλλη πλευρά.",
    ),
    "wrong_points": (
        "This game is worth {points}, not what is written.",
        "Αυτή η παρτίδα αξίζει {points}, όχι αυτό που γράφεται.",
    ),
    "wrong_score": (
        "The score before this game is {white} to {black}.",
        "Το σκορ πριν από αυτή την παρτίδα είναι {white}–{black}.",
    ),
    "wrong_crawford": (
        "This is not the Crawford game.",
        "Αυτή δεν είναι η παρτίδα Crawford.",
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
        "Matches to {length} points are not usual under this ruleset.",
        "Αγώνας στους {length} πόντους δεν συνηθίζεται με αυτούς τους κανόνες.",
    ),
    "jacoby_in_match": (
        "The Jacoby rule is not used in matches; it is ignored.",
        "Ο κανόνας Jacoby δεν ισχύει σε αγώνα και δεν εφαρμόζεται.",
    ),
    "dice_not_used": (
        "At this stage no dice have been rolled; those given are not used.",
        "Σε αυτό το στάδιο δεν έχουν ριχτεί ζάρια· όσα δόθηκαν δεν λαμβάνονται υπόψη.",
    ),
    "stage_not_used": (
        "At this stage a double waits for its answer; the play is judged as if it had been given.",
        "Σε αυτό το στάδιο ένας διπλασιασμός περιμένει απάντηση· το παίξιμο κρίνεται σαν να είχε "
        "δοθεί.",
    ),
    "opening_roll_assumed": (
        "The record has no opening roll here; whoever rolls first is taken to have won it.",
        "Η κλήρωση δεν έχει καταγραφεί εδώ· θεωρείται ότι την κέρδισε όποιος ρίχνει πρώτος.",
    ),
    "hit_not_made": (
        "A hit is marked that is not made.",
        "Σημειώνεται χτύπημα που δεν γίνεται.",
    ),
    "dice_left_unplayed": (
        "Fewer dice are written than could be played; the result is the same.",
        "Γράφονται λιγότερα ζάρια από όσα παίζονταν· το αποτέλεσμα είναι ίδιο.",
    ),
    "play_ambiguous": (
        "This can mean more than one play; one is taken.",
        "Αυτό μπορεί να σημαίνει περισσότερα παιξίματα· θεωρείται ένα από αυτά.",
    ),
    "forced_play_not_written": (
        "The only legal play is not written; it is taken as made.",
        "Η μοναδική νόμιμη κίνηση δεν γράφεται· θεωρείται ότι παίχτηκε.",
    ),
    "turn_not_finished": (
        "The game was broken off before this roll was played.",
        "Η παρτίδα σταμάτησε πριν παιχτεί αυτή η ζαριά.",
    ),
    "drop_not_written": (
        "The double has no answer, and the game ends here: it was dropped.",
        "Ο διπλασιασμός δεν έχει απάντηση και η παρτίδα τελειώνει: έγινε άρνηση.",
    ),
    "beaver_written_as_double": (
        "A double in answer to a double is a beaver.",
        "Διπλασιασμός ως απάντηση σε διπλασιασμό είναι κάστορας (beaver).",
    ),
    "result_not_written": (
        "The record does not say how this game ended.",
        "Η καταγραφή δεν λέει πώς τελείωσε αυτή η παρτίδα.",
    ),
    "points_capped": (
        "Only as many points are written as the match needed.",
        "Γράφονται μόνο όσοι πόντοι χρειάζονταν για τον αγώνα.",
    ),
    "points_unlikely": (
        "So many points can not be won in a game at this cube.",
        "Με αυτόν τον κύβο δεν κερδίζονται τόσοι πόντοι σε μία παρτίδα.",
    ),
    "crawford_not_known": (
        "The record does not begin at 0 to 0: this may be the Crawford game.",
        "Η καταγραφή δεν αρχίζει από 0–0: ίσως αυτή είναι η παρτίδα Crawford.",
    ),
    "position_set_up": (
        "The checkers or the cube are set up anew here.",
        "Τα πούλια ή ο κύβος στήνονται εδώ από την αρχή.",
    ),
    "games_after_match": (
        "The match was over; {left} more games are not judged.",
        "Ο αγώνας είχε τελειώσει· {left} ακόμη παρτίδες δεν κρίνονται.",
    ),
    "setting_from_record": (
        "The record itself says {option} {value}; it is judged so.",
        "Η ίδια η καταγραφή λέει {option} {value}· κρίνεται έτσι.",
    ),
    "read_as_latin_1": (
        "The file is not in UTF-8; it is read as Latin-1.",
        "Το αρχείο δεν είναι σε UTF-8· διαβάζεται ως Latin-1.",
    ),
    "text_ignored": (
        "This is not part of the game and is passed over.",
        "Αυτό δεν ανήκει στην παρτίδα και παραλείπεται.",
    ),
    "setting_ignored": (
        "A setting of the record that is not known here is passed over.",
        "Μια ρύθμιση της καταγραφής που δεν είναι γνωστή εδώ παραλείπεται.",
    ),
    "record_cut": (
        "The record ends in the middle of something.",
        "Η καταγραφή τελειώνει στη μέση.",
    ),
    "points_not_scored": (
        "The game is worth {points}, as the next score has it, not what is written.",
        "Η παρτίδα αξίζει {points}, όπως λέει το επόμενο σκορ, όχι αυτό που γράφεται.",
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
    "game_not_over": (
        "The game is not over: no side has borne off all its checkers.",
        "Η παρτίδα δεν έχει τελειώσει: καμία πλευρά δεν έχει μαζέψει όλα τα πούλια της.",
    ),
    "illegal_play": ("The play is illegal.", "Το παίξιμο δεν είναι νόμιμο."),
    "illegal_cube_action": (
        "The cube action is illegal.",
        "Η ενέργεια με τον βίδο (κύβο διπλασιασμού) δεν είναι νόμιμη.",
    ),
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
        "The body must be sent as {media_type} in UTF-8.",
        "Το σώμα του αιτήματος πρέπει να στέλνεται ως {media_type} σε UTF-8.",
    ),
    "not_acceptable": (
        "Answers are application/json, which the Accept header excludes.",
        "Οι απαντήσεις είναι application/json, που η κεφαλίδα Accept αποκλείει.",
    ),
    "request_timeout": (
        "The request did not arrive in time.",
        "Το αίτημα δεν έφτασε ολόκληρο εγκαίρως.",
    ),
    "body_too_large": (
        "The body is larger than {limit} bytes.",
        "Το σώμα του αιτήματος ξεπερνά τα {limit} byte.",
    ),
    "uri_too_long": (
        "The path with its query is longer than the server reads.",
        "Η διαδρομή με τα ορίσματά της είναι μεγαλύτερη από όσο διαβάζεται.",
    ),
    "header_too_large": (
        "The headers are more or longer than the server reads.",
        "Οι κεφαλίδες είναι περισσότερες ή μεγαλύτερες από όσο διαβάζονται.",
    ),
    "bad_request": ("The request cannot be read.", "Το αίτημα δεν μπορεί να διαβαστεί."),
    "not_found": ("There is nothing at this path.", "Δεν υπάρχει τίποτα σε αυτή τη διαδρομή."),
    "method_not_allowed": (
        "This path does not take this method; see the Allow header.",
        "Η διαδρομή δεν δέχεται αυτή τη μέθοδο· βλ. την κεφαλίδα Allow.",
    ),
    "api_key_missing": (
        "A key is needed: the header X-API-Key, or Authorization with Bearer.",
        "Χρειάζεται κλειδί: η κεφαλίδα X-API-Key ή Authorization με Bearer.",
    ),
    "api_key_unknown": ("The key is not known.", "Το κλειδί δεν είναι γνωστό."),
    "scope_missing": (
        "The key lacks the scope {scope}, which this path needs.",
        "Το κλειδί δεν έχει το δικαίωμα {scope}, που χρειάζεται αυτή η διαδρομή.",
    ),
    "rate_limited": (
        "Too many requests; wait as long as the Retry-After header says.",
        "Πάρα πολλά αιτήματα· περιμένετε όσο λέει η κεφαλίδα Retry-After.",
    ),
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
    "unreadable_record": (
        "This is no match record: {reason}.",
        "Αυτό δεν διαβάζεται ως καταγραφή αγώνα: {reason}.",
    ),
    "unreadable_xgid": ("This is no XGID: {reason}.", "Αυτό δεν διαβάζεται ως XGID: {reason}."),
    "unreadable_match_id": (
        "This is no match id: {reason}.",
        "Αυτό δεν διαβάζεται ως match id: {reason}.",
    ),
    "unreadable_gnubg_id": (
        "This is no GNU Backgammon ID: {reason}.",
        "Αυτό δεν διαβάζεται ως GNU Backgammon ID: {reason}.",
    ),
    "unreadable_fibs_board": (
        "This is no board line of FIBS: {reason}.",
        "Αυτό δεν διαβάζεται ως γραμμή board του FIBS: {reason}.",
    ),
    "unknown_notation": (
        "This notation is not known here: {reason}.",
        "Αυτή η γραφή δεν αναγνωρίζεται: {reason}.",
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
    "budget_exceeded": (
        "The request asks for more work than one request may; the rest was not judged.",
        "Το αίτημα ζητά περισσότερη δουλειά από όση επιτρέπεται· τα υπόλοιπα δεν κρίθηκαν.",
    ),
    "unknown_operation": (
        "There is no such operation in a batch; it is one of: {allowed}.",
        "Δεν υπάρχει τέτοια ερώτηση σε ομάδα· είναι μία από: {allowed}.",
    ),
    "one_operation_expected": (
        "Each item of a batch holds exactly one operation.",
        "Κάθε στοιχείο της ομάδας περιέχει ακριβώς μία ερώτηση.",
    ),
    "crawford_unknown": (
        "The score alone cannot tell whether this is the Crawford game; give `crawford_played`.",
        "Το σκορ μόνο του δεν δείχνει αν αυτή είναι η παρτίδα Crawford· χρειάζεται το "
        "`crawford_played`.",
    ),
    "impossible_points": (
        "This game cannot be won with {points} points under these rules.",
        "Με αυτούς τους κανόνες η παρτίδα δεν μπορεί να δώσει {points} πόντους.",
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
    "A {die} is not the die for the move {way}.",
    "Το ζάρι {die} δεν ταιριάζει στην κίνηση {way}.",
)

MESSAGES: dict[str, Texts] = {
    **VIOLATIONS,
    **CUBE_VIOLATIONS,
    **EVENT_VIOLATIONS,
    **RECORD_VIOLATIONS,
    **WARNINGS,
    **PROBLEMS,
    "die_does_not_fit": _DIE_DOES_NOT_FIT,
}

_OF_ONE: dict[str, tuple[str, Texts]] = {
    # code: (the parameter that is 1, what is said then)
    "must_play_all_dice": (
        "played",
        (
            "{possible} dice can be played, so as many must be; this play uses 1.",
            "Μπορούν να παιχτούν {possible} ζάρια, άρα πρέπει να παιχτούν όλα· εδώ παίζεται 1.",
        ),
    ),
    "match_length_unusual": (
        "length",
        (
            "Matches to 1 point are not usual under this ruleset.",
            "Αγώνας στον 1 πόντο δεν συνηθίζεται με αυτούς τους κανόνες.",
        ),
    ),
    "too_few_checkers": (
        "count",
        (
            "This side has 1 checker with those borne off; there are 15.",
            "Αυτή η πλευρά έχει 1 πούλι μαζί με όσα μαζεύτηκαν, αντί για 15.",
        ),
    ),
    "borne_off_missing": (
        "count",
        (
            "Only 1 checker is on the points; give `bar` or `borne_off` for the others.",
            "Στις θέσεις υπάρχει 1 πούλι· για τα υπόλοιπα χρειάζεται `bar` ή `borne_off`.",
        ),
    ),
}

TITLES: dict[str, Texts] = {
    "die_not_rolled": ("Die not rolled", "Ζάρι που δεν έφερε η ζαριά"),
    "die_already_used": ("Die already used", "Ζάρι που έχει ήδη παιχτεί"),
    "wrong_direction": ("Wrong direction", "Λάθος κατεύθυνση"),
    "no_checker_on_point": ("No checker on this point", "Θέση χωρίς πούλι"),
    "enter_from_bar_first": ("Enter from the bar first", "Πρώτα τα πούλια της μπάρας"),
    "point_blocked": ("Closed point", "Κλειστή θέση"),
    "not_all_home": ("Not all checkers at home", "Πούλια έξω από το σπίτι"),
    "bear_off_from_highest": (
        "Bear off from the highest point",
        "Μάζεμα από την ψηλότερη θέση",
    ),
    "must_play_all_dice": ("More dice can be played", "Παίζονται περισσότερα ζάρια"),
    "must_play_larger_die": ("The larger die must be played", "Παίζεται το μεγαλύτερο ζάρι"),
    "must_not_pass": ("There is a legal play", "Δεν επιτρέπεται πάσο"),
    "hit_mismatch": ("No such hit", "Χτύπημα που δεν γίνεται"),
    "hit_and_run": ("Hit and run", "Κίνηση μετά από χτύπημα στο σπίτι"),
    "ambiguous_notation": ("More than one play is meant", "Γραφή με περισσότερες σημασίες"),
    "no_cube": ("No cube", "Χωρίς βίδο (κύβο διπλασιασμού)"),
    "dice_already_rolled": ("Dice already rolled", "Ζάρια που έχουν ήδη ριχτεί"),
    "double_pending": ("A double is pending", "Διπλασιασμός που περιμένει απάντηση"),
    "no_double_offered": ("No such double is offered", "Απάντηση χωρίς πρόταση διπλασιασμού"),
    "one_point_match": ("Match to 1 point", "Αγώνας στον 1 πόντο"),
    "crawford_game": ("Crawford game", "Παρτίδα Crawford"),
    "cube_not_owned": ("Cube of the other side", "Βίδος (κύβος) της άλλης πλευράς"),
    "cube_at_limit": ("Cube at its limit", "Βίδος (κύβος) στο όριό του"),
    "cube_dead": ("Dead cube", "Νεκρός βίδος (κύβος διπλασιασμού)"),
    "beavers_off": ("No beavers", "Χωρίς κάστορες (beavers)"),
    "beaver_in_match": ("No beavers in matches", "Χωρίς κάστορες (beavers) σε αγώνα"),
    "beaver_not_refusable": ("Beaver not refusable", "Κάστορας (beaver) χωρίς άρνηση"),
    "raccoons_off": ("No raccoons", "Χωρίς ρακούν (raccoons)"),
    "match_over": ("The match is over", "Τελειωμένος αγώνας"),
    "opening_roll_due": ("Opening roll due", "Εκκρεμής αρχική κλήρωση"),
    "opening_roll_not_due": ("No opening roll due", "Άκαιρη αρχική κλήρωση"),
    "opening_double": ("Double as first roll", "Διπλή ζαριά στην έναρξη"),
    "not_your_turn": ("Turn of the other side", "Σειρά της άλλης πλευράς"),
    "dice_not_rolled": ("Dice not rolled", "Ζάρια που δεν έχουν ριχτεί"),
    "dice_mismatch": ("Other dice were rolled", "Άλλα ζάρια από αυτά που ρίχτηκαν"),
    "resignation_pending": ("Resignation pending", "Παραίτηση που περιμένει απάντηση"),
    "no_resignation_offered": ("No resignation offered", "Απάντηση χωρίς παραίτηση"),
    "resignation_too_high": ("Resignation too high", "Παραίτηση μεγαλύτερη από τη δυνατή"),
    "action_after_game": (
        "Action after the game",
        "Ενέργεια μετά το τέλος",
    ),
    "unreadable_action": (
        "Unreadable action",
        "Μη αναγνώσιμη ενέργεια",
    ),
    "double_not_answered": (
        "Double not answered",
        "Διπλασιασμός χωρίς απάντηση",
    ),
    "wrong_cube_value": (
        "Wrong cube value",
        "Λάθος τιμή κύβου",
    ),
    "wrong_winner": (
        "Wrong winner",
        "Λάθος νικητής",
    ),
    "wrong_points": (
        "Wrong points",
        "Λάθος πόντοι",
    ),
    "wrong_score": (
        "Wrong score",
        "Λάθος σκορ",
    ),
    "wrong_crawford": (
        "Not the Crawford game",
        "Όχι η παρτίδα Crawford",
    ),
    "hit_not_marked": ("Hit not marked", "Χτύπημα χωρίς σημάδι"),
    "moves_reordered": ("Moves in another order", "Κινήσεις με άλλη σειρά"),
    "match_length_unusual": ("Unusual match length", "Ασυνήθιστο μήκος αγώνα"),
    "jacoby_in_match": ("Jacoby in a match", "Jacoby σε αγώνα"),
    "dice_not_used": ("Dice not used", "Ζάρια που δεν χρησιμοποιούνται"),
    "stage_not_used": ("Stage not used", "Στάδιο που δεν χρησιμοποιείται"),
    "opening_roll_assumed": ("Opening roll assumed", "Κλήρωση που θεωρείται δεδομένη"),
    "hit_not_made": (
        "Hit not made",
        "Χτύπημα που δεν γίνεται",
    ),
    "dice_left_unplayed": (
        "Dice left unplayed",
        "Ζάρια που δεν παίχτηκαν",
    ),
    "play_ambiguous": (
        "Ambiguous play",
        "Παίξιμο με περισσότερες σημασίες",
    ),
    "forced_play_not_written": (
        "Forced play not written",
        "Αναγκαστικό παίξιμο που δεν γράφεται",
    ),
    "turn_not_finished": (
        "Turn not finished",
        "Ανολοκλήρωτη ζαριά",
    ),
    "drop_not_written": (
        "Drop not written",
        "Άρνηση που δεν γράφεται",
    ),
    "beaver_written_as_double": (
        "Beaver written as a double",
        "Κάστορας γραμμένος ως διπλασιασμός",
    ),
    "result_not_written": (
        "Result not written",
        "Αποτέλεσμα που δεν γράφεται",
    ),
    "points_capped": (
        "Points capped",
        "Πόντοι μόνο ως τη λήξη",
    ),
    "points_unlikely": (
        "Unlikely points",
        "Απίθανοι πόντοι",
    ),
    "crawford_not_known": (
        "Crawford game not known",
        "Άγνωστο αν είναι η παρτίδα Crawford",
    ),
    "position_set_up": (
        "Position set up",
        "Στημένη θέση",
    ),
    "games_after_match": (
        "Games after the match",
        "Παρτίδες μετά τον αγώνα",
    ),
    "setting_from_record": (
        "Setting from the record",
        "Ρύθμιση από την καταγραφή",
    ),
    "read_as_latin_1": (
        "Read as Latin-1",
        "Διαβάστηκε ως Latin-1",
    ),
    "text_ignored": (
        "Text passed over",
        "Κείμενο που παραλείπεται",
    ),
    "setting_ignored": (
        "Setting passed over",
        "Ρύθμιση που παραλείπεται",
    ),
    "record_cut": (
        "Record cut off",
        "Κομμένη καταγραφή",
    ),
    "points_not_scored": (
        "Points not scored",
        "Πόντοι που δεν μετρήθηκαν",
    ),
    "point_out_of_range": ("No such point", "Ανύπαρκτη θέση"),
    "negative_count": ("Negative number of checkers", "Αρνητικό πλήθος πουλιών"),
    "too_many_checkers": ("Too many checkers", "Περισσότερα από 15 πούλια"),
    "too_few_checkers": ("Too few checkers", "Λιγότερα από 15 πούλια"),
    "borne_off_missing": ("Checkers not accounted for", "Πούλια που λείπουν"),
    "point_held_by_both": ("Point held by both sides", "Θέση με πούλια και των 2 πλευρών"),
    "both_finished": ("Both sides have finished", "Μάζεμα τελειωμένο και στις 2 πλευρές"),
    "both_shut_out": ("Both sides are shut out", "Καμία πλευρά δεν μπορεί να μπει"),
    "game_over": ("The game is over", "Τελειωμένη παρτίδα"),
    "game_not_over": ("The game is not over", "Παρτίδα που δεν έχει τελειώσει"),
    "illegal_play": ("Illegal play", "Παράνομο παίξιμο"),
    "illegal_cube_action": ("Illegal cube action", "Παράνομη ενέργεια με τον βίδο (κύβο)"),
    "invalid_request": ("Invalid request", "Λανθασμένο αίτημα"),
    "invalid_json": ("Invalid JSON", "Μη έγκυρο JSON"),
    "duplicate_key": ("Field given twice", "Πεδίο που δίνεται 2 φορές"),
    "too_deep": ("Nested too deeply", "Υπερβολικό βάθος"),
    "unsupported_media_type": ("Unsupported media type", "Μη υποστηριζόμενος τύπος αιτήματος"),
    "not_acceptable": ("Not acceptable", "Μη διαθέσιμος τύπος απάντησης"),
    "request_timeout": ("Request timeout", "Καθυστερημένο αίτημα"),
    "body_too_large": ("Body too large", "Υπερβολικά μεγάλο αίτημα"),
    "uri_too_long": ("URI too long", "Υπερβολικά μεγάλη διεύθυνση"),
    "header_too_large": ("Headers too large", "Υπερβολικά μεγάλες κεφαλίδες"),
    "bad_request": ("Bad request", "Μη αναγνώσιμο αίτημα"),
    "not_found": ("Not found", "Δεν βρέθηκε"),
    "method_not_allowed": ("Method not allowed", "Μη επιτρεπτή μέθοδος"),
    "api_key_missing": ("No API key", "Λείπει το κλειδί API"),
    "api_key_unknown": ("Unknown API key", "Άγνωστο κλειδί API"),
    "scope_missing": ("Scope missing", "Δικαίωμα που λείπει"),
    "rate_limited": ("Too many requests", "Πάρα πολλά αιτήματα"),
    "internal_error": ("Internal error", "Εσωτερικό σφάλμα"),
    "rules_version_mismatch": ("Another version of the rules", "Άλλη έκδοση των κανόνων"),
    "unknown_field": ("Unknown field", "Άγνωστο πεδίο"),
    "missing_field": ("Missing field", "Πεδίο που λείπει"),
    "invalid_type": ("Wrong type", "Λάθος τύπος"),
    "invalid_value": ("Invalid value", "Μη έγκυρη τιμή"),
    "out_of_range": ("Out of range", "Τιμή εκτός ορίων"),
    "wrong_item_count": ("Wrong number of items", "Λάθος πλήθος στοιχείων"),
    "too_long": ("Text too long", "Υπερβολικά μεγάλο κείμενο"),
    "conflicting_input": ("Conflicting input", "Αντιφατικά στοιχεία"),
    "unknown_ruleset": ("Unknown ruleset", "Άγνωστο σύνολο κανόνων"),
    "unreadable_notation": ("Unreadable notation", "Μη αναγνώσιμη γραφή"),
    "unreadable_position_id": ("Unreadable position id", "Μη αναγνώσιμο position id"),
    "unreadable_record": (
        "Unreadable match record",
        "Μη αναγνώσιμη καταγραφή αγώνα",
    ),
    "unreadable_xgid": ("Unreadable XGID", "Μη αναγνώσιμο XGID"),
    "unreadable_match_id": ("Unreadable match id", "Μη αναγνώσιμο match id"),
    "unreadable_gnubg_id": ("Unreadable GNU Backgammon ID", "Μη αναγνώσιμο GNU Backgammon ID"),
    "unreadable_fibs_board": ("Unreadable board line", "Μη αναγνώσιμη γραμμή board"),
    "unknown_notation": ("Unknown notation", "Άγνωστη γραφή"),
    "owned_cube_of_one": ("Owned cube of 1", "Κύβος με τιμή 1 που ανήκει σε πλευρά"),
    "invalid_cube_value": ("Invalid cube value", "Μη έγκυρη τιμή κύβου"),
    "invalid_match_score": ("The match is over", "Τελειωμένος αγώνας"),
    "crawford_impossible": ("Impossible Crawford game", "Αδύνατη παρτίδα Crawford"),
    "unknown_operation": ("No such operation", "Δεν υπάρχει τέτοια ερώτηση"),
    "one_operation_expected": ("Not exactly one operation", "Όχι ακριβώς μία ερώτηση"),
    "budget_exceeded": ("Too much work", "Υπερβολικά πολλή δουλειά"),
    "crawford_unknown": ("Crawford game unknown", "Άγνωστο αν είναι παρτίδα Crawford"),
    "impossible_points": ("Impossible points", "Αδύνατοι πόντοι"),
    "options_need_cube": ("Option without a cube", "Επιλογή χωρίς κύβο"),
    "options_need_beavers": ("Option without beavers", "Επιλογή χωρίς κάστορες (beavers)"),
    "options_need_automatic_doubles": (
        "Option without automatic doubles",
        "Επιλογή χωρίς αυτόματους διπλασιασμούς",
    ),
}

_AT = {BAR: ("on the bar", "στην μπάρα"), OFF: ("off the board", "στα μαζεμένα πούλια")}
_FROM = {BAR: ("from the bar", "από την μπάρα"), OFF: ("from off", "από τα μαζεμένα πούλια")}
_TO = {BAR: ("to the bar", "στην μπάρα"), OFF: ("off", "για μάζεμα")}


def message(code: str, language: str, **parameters: Any) -> str:
    """The sentence for a code and what it speaks of; in English unless ``language`` is ``el``."""
    greek = language == "el"
    texts = MESSAGES[code]
    if code in _OF_ONE:
        singular, of_one = _OF_ONE[code]
        texts = of_one if parameters[singular] == 1 else texts
    return texts[greek].format(**parameters, **_places(parameters, greek))


def _places(parameters: Mapping[str, Any], greek: bool) -> dict[str, str]:
    """The points among the parameters as parts of a sentence."""
    places = {}
    if "point" in parameters:
        point = parameters["point"]
        other = f"στη θέση {point}" if greek else f"on point {point}"
        places["at"] = _AT[point][greek] if point in _AT else other
    if "from_point" in parameters and "to_point" in parameters:
        start, end = parameters["from_point"], parameters["to_point"]
        start_other = f"από τη θέση {start}" if greek else f"from point {start}"
        end_other = f"στη θέση {end}" if greek else f"to point {end}"
        way_start = _FROM[start][greek] if start in _FROM else start_other
        way_end = _TO[end][greek] if end in _TO else end_other
        places["way"] = f"{way_start} {way_end}"
    return places


def title(code: str, language: str) -> str:
    """The constant title of a code."""
    return TITLES[code][language == "el"]
