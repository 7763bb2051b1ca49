"""What each code means and what to do about it, in English and in Greek.

The titles and the sentences of an answer are in `messages`; here is what they leave out.
"""

from __future__ import annotations

from service.api.messages import Texts

KINDS: dict[str, Texts] = {
    "problem": ("Problems", "Σφάλματα αιτήματος"),
    "violation": ("Violations by plays", "Παραβιάσεις σε παιξίματα"),
    "cube_violation": ("Violations by cube actions", "Παραβιάσεις με τον κύβο"),
    "event_violation": ("Violations by events of a match", "Παραβιάσεις σε γεγονότα αγώνα"),
    "record_violation": ("Violations by match records", "Παραβιάσεις σε καταγραφές αγώνων"),
    "warning": ("Warnings", "Προειδοποιήσεις"),
}
"""What a code is one of, in the order of the list."""

PAGE_WORDS: dict[str, Texts] = {
    "heading": ("What the codes mean", "Τι σημαίνουν οι κωδικοί"),
    "introduction": (
        "Each answer that says what is wrong, which rule is broken or what to know names a code.",
        "Κάθε απάντηση που δείχνει σφάλμα, παράβαση κανόνα ή προειδοποίηση έχει έναν κωδικό.",
    ),
    "all_codes": ("All codes", "Όλοι οι κωδικοί"),
    "other_language": ("Ελληνικά", "English"),
    "kind": ("Kind", "Είδος"),
    "rule": ("Rule", "Κανόνας"),
    "status": ("Status", "Κατάσταση HTTP"),
    "says": ("What the service says", "Τι λέει η υπηρεσία"),
    "example": ("A request that is answered so", "Αίτημα με αυτή την απάντηση"),
    "answered": ("The answer", "Η απάντηση"),
}

STATUSES = {
    "bad_request": 400,
    "duplicate_key": 400,
    "invalid_json": 400,
    "too_deep": 400,
    "api_key_missing": 401,
    "api_key_unknown": 401,
    "scope_missing": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "not_acceptable": 406,
    "request_timeout": 408,
    "rules_version_mismatch": 409,
    "body_too_large": 413,
    "uri_too_long": 414,
    "unsupported_media_type": 415,
    "rate_limited": 429,
    "header_too_large": 431,
    "internal_error": 500,
}
"""The status of a problem with this code, where it is not 422."""

RULES = {
    **dict.fromkeys(
        (
            "too_many_checkers",
            "too_few_checkers",
            "borne_off_missing",
            "point_held_by_both",
            "both_finished",
            "both_shut_out",
        ),
        "R-SETUP",
    ),
    "game_over": "R-END",
    "game_not_over": "R-SINGLE",
    "impossible_points": "R-CUBE-VALUE",
    "invalid_match_score": "R-MATCH",
    "match_length_unusual": "R-MATCH",
    "jacoby_in_match": "R-JACOBY",
    "crawford_unknown": "R-CRAWFORD",
    "crawford_impossible": "R-CRAWFORD",
}
"""The rule behind a code that is no violation."""

EXPLANATIONS: dict[str, Texts] = {
    # ---- Plays ----
    "die_not_rolled": (
        "Every move takes one die, and the roll has no die for this one. Compare the distance of "
        "the move with the dice in the request.",
        "Κάθε κίνηση παίζεται με ένα ζάρι και η ζαριά δεν έχει ζάρι για αυτήν. Συγκρίνετε την "
        "απόσταση της κίνησης με τα ζάρια του αιτήματος.",
    ),
    "die_already_used": (
        "A die of a mixed roll is played once, the number of a double four times. Another move of "
        "the same play has taken this die.",
        "Σε απλή ζαριά κάθε ζάρι παίζεται μία φορά, σε διπλή 4 φορές. Άλλη κίνηση του ίδιου "
        "παιξίματος έχει πάρει αυτό το ζάρι.",
    ),
    "wrong_direction": (
        "Each side counts the points as its own, 24 down to 1, and moves that way. Perhaps the "
        "move is written in the numbering of the other side, or with its ends exchanged.",
        "Κάθε πλευρά μετρά τις θέσεις με τη δική της αρίθμηση, από 24 έως 1, και κινείται προς τα "
        "κάτω. Ίσως η κίνηση γράφτηκε με την αρίθμηση της άλλης πλευράς ή με τα άκρα αντίστροφα.",
    ),
    "no_checker_on_point": (
        "The side on roll has no checker where the move starts, or an earlier move of the play has "
        "taken it away. Check the position, the turn and the numbering.",
        "Η πλευρά που παίζει δεν έχει πούλι εκεί όπου αρχίζει η κίνηση ή το πήρε προηγούμενη "
        "κίνηση του παιξίματος. Ελέγξτε τη θέση, τη σειρά και την αρίθμηση.",
    ),
    "enter_from_bar_first": (
        "While a checker is on the bar its side may move no other. Begin the play with `bar/…`; "
        "if no checker can enter, the only legal play is a pass.",
        "Όσο υπάρχει πούλι στην μπάρα δεν κινείται άλλο πούλι της πλευράς. Το παίξιμο αρχίζει με "
        "`bar/…`· αν κανένα πούλι δεν μπαίνει, το μόνο νόμιμο είναι πάσο.",
    ),
    "point_blocked": (
        "Two or more opposing checkers close a point: no checker may land there, not even for a "
        "stop on its way. Passing over it is allowed.",
        "Δύο ή περισσότερα πούλια του αντιπάλου κλείνουν μια θέση: κανένα πούλι δεν σταματά εκεί, "
        "ούτε ενδιάμεσα. Επιτρέπεται να περάσει από πάνω.",
    ),
    "not_all_home": (
        "A checker may be borne off only while all others of its side are on points 1 to 6 or off. "
        "Bring the last ones home first; that may be earlier in the same play.",
        "Πούλι μαζεύεται μόνο όταν όλα τα άλλα της πλευράς είναι στις θέσεις 1 έως 6 ή μαζεμένα. "
        "Πρώτα μπαίνουν στο σπίτι τα τελευταία, έστω και στο ίδιο παίξιμο.",
    ),
    "bear_off_from_highest": (
        "A die that is larger than needed bears off only from the highest point that is held. "
        "Move the higher checker with this die instead.",
        "Ζάρι μεγαλύτερο από όσο χρειάζεται μαζεύει πούλι μόνο από την ψηλότερη θέση που έχει "
        "πούλι. Με αυτό το ζάρι παίζεται το ψηλότερο πούλι.",
    ),
    "must_play_all_dice": (
        "As many dice must be played as can be, whatever the order. The violation brings a legal "
        "play; the list of legal plays has them all.",
        "Παίζονται όσα ζάρια μπορούν να παιχτούν, με όποια σειρά. Η απάντηση δείχνει ένα νόμιμο "
        "παίξιμο· όλα βρίσκονται στον κατάλογο των νόμιμων παιξιμάτων.",
    ),
    "must_play_larger_die": (
        "Either die can be played alone, but not both: then it must be the larger. Some rulesets "
        "leave this out; their option is `larger_die`.",
        "Παίζεται το ένα ή το άλλο ζάρι, αλλά όχι και τα δύο: τότε παίζεται το μεγαλύτερο. "
        "Ορισμένοι κανόνες δεν το απαιτούν· η επιλογή είναι `larger_die`.",
    ),
    "must_not_pass": (
        "A turn is passed only where no die can be played at all. Choose one of the legal plays.",
        "Πάσο γίνεται μόνο όταν δεν παίζεται κανένα ζάρι. Διαλέξτε ένα από τα νόμιμα παιξίματα.",
    ),
    "hit_mismatch": (
        "A `*` or `hit` says that an opposing checker is hit, but there is no single one. Leave "
        "the mark out, or check the position.",
        "Το `*` ή το `hit` δηλώνει χτύπημα, αλλά εκεί δεν υπάρχει μοναχικό πούλι του αντιπάλου. "
        "Αφαιρέστε το σημάδι ή ελέγξτε τη θέση.",
    ),
    "hit_and_run": (
        "With the option `hit_and_run_home` set to `forbid`, a checker does not leave a point of "
        "its own home on which this turn has hit. Play the other die elsewhere.",
        "Με την επιλογή `hit_and_run_home` στην τιμή `forbid`, πούλι δεν φεύγει από θέση του "
        "σπιτιού του όπου έγινε χτύπημα σε αυτή τη ζαριά. Το άλλο ζάρι παίζεται αλλού.",
    ),
    "ambiguous_notation": (
        "The text leaves out stops, and the ways it may mean hit different checkers. Write the "
        "stops and mark the hits; `candidates` shows how.",
        "Το κείμενο παραλείπει στάσεις και οι δρόμοι που μπορεί να εννοεί χτυπούν διαφορετικά "
        "πούλια. Γράψτε τις στάσεις και τα χτυπήματα· το `candidates` δείχνει πώς.",
    ),
    # ---- The cube ----
    "no_cube": (
        "The ruleset is played without a doubling cube. Leave the cube out, or choose a ruleset "
        "with one, or set the option `cube`.",
        "Αυτοί οι κανόνες παίζονται χωρίς κύβο. Αφαιρέστε τον κύβο, διαλέξτε κανόνες που τον έχουν "
        "ή ορίστε την επιλογή `cube`.",
    ),
    "dice_already_rolled": (
        "A double comes before the roll. Now the roll is played, and the next chance to double is "
        "the side's next turn.",
        "Ο διπλασιασμός προτείνεται πριν από τη ζαριά. Τώρα παίζεται η ζαριά· επόμενη ευκαιρία "
        "είναι η επόμενη σειρά της πλευράς.",
    ),
    "double_pending": (
        "Nothing else happens before the other side has taken, dropped or beavered. Send its "
        "answer first.",
        "Τίποτε άλλο δεν γίνεται πριν η άλλη πλευρά δεχτεί, αρνηθεί ή απαντήσει με κάστορα "
        "(beaver). Πρώτα στέλνεται η απάντησή της.",
    ),
    "no_double_offered": (
        "Taking, dropping, beavering and raccooning answer an offer, and the `stage` says that "
        "there is none of that kind. Send back `next` of the answer to the double.",
        "Αποδοχή, άρνηση, κάστορας και ρακούν απαντούν σε πρόταση, και το `stage` δείχνει ότι "
        "τέτοια δεν υπάρχει. Στείλτε το `next` της απάντησης στον διπλασιασμό.",
    ),
    "one_point_match": (
        "The first game decides a match to 1 point, so its cube stays where it is. Go on with the "
        "roll.",
        "Τον αγώνα στον 1 πόντο τον κρίνει η πρώτη παρτίδα, άρα ο κύβος μένει στη θέση του. "
        "Συνεχίστε με τη ζαριά.",
    ),
    "crawford_game": (
        "In the first game after a side has come within one point of winning, neither side "
        "doubles. From the next game on doubling is allowed again.",
        "Στην πρώτη παρτίδα αφού μια πλευρά φτάσει έναν πόντο πριν από τη νίκη, καμία πλευρά δεν "
        "διπλασιάζει. Από την επόμενη παρτίδα επιτρέπεται ξανά.",
    ),
    "cube_not_owned": (
        "Whoever took the last double owns the cube, and only the owner may double next. In the "
        "middle it is open to both.",
        "Όποια πλευρά δέχτηκε τον τελευταίο διπλασιασμό έχει τον κύβο και μόνο αυτή διπλασιάζει "
        "μετά. Όσο ο κύβος είναι στη μέση, μπορούν και οι δύο.",
    ),
    "cube_at_limit": (
        "The option `cube_limit` of the ruleset ends the doubling at this value. Go on with the "
        "roll, or set another limit.",
        "Η επιλογή `cube_limit` των κανόνων σταματά τους διπλασιασμούς σε αυτή την τιμή. Συνεχίστε "
        "με τη ζαριά ή ορίστε άλλο όριο.",
    ),
    "cube_dead": (
        "A single game at this stake already gives the side all the points it needs. With the "
        "option `dead_cube` such a raise is not allowed.",
        "Μια απλή παρτίδα με αυτό το ποντάρισμα δίνει ήδη όλους τους πόντους που λείπουν. Με την "
        "επιλογή `dead_cube` τέτοια αύξηση δεν επιτρέπεται.",
    ),
    "beavers_off": (
        "A beaver redoubles at once and keeps the cube. This ruleset has none; take or drop, or "
        "set the option `beavers`.",
        "Ο κάστορας (beaver) διπλασιάζει ξανά αμέσως και κρατά τον κύβο. Εδώ δεν παίζεται· μένει "
        "αποδοχή ή άρνηση, ή η επιλογή `beavers`.",
    ),
    "beaver_in_match": (
        "Beavers belong to games for money. In a match take or drop, or set the option "
        "`options_in_match`.",
        "Ο κάστορας (beaver) ανήκει στις μεμονωμένες παρτίδες. Σε αγώνα μένει αποδοχή ή άρνηση, ή "
        "η επιλογή `options_in_match`.",
    ),
    "beaver_not_refusable": (
        "With the option `beaver_refusable` off, the side that doubled may not drop the beaver. It "
        "takes, or answers with a raccoon where those are played.",
        "Με την επιλογή `beaver_refusable` κλειστή, η πλευρά που διπλασίασε δεν αρνείται τον "
        "κάστορα (beaver). Τον δέχεται ή απαντά με ρακούν, όπου παίζεται.",
    ),
    "raccoons_off": (
        "A raccoon redoubles a beaver. This ruleset has none; take or drop the beaver, or set the "
        "option `raccoons`.",
        "Το ρακούν (raccoon) διπλασιάζει έναν κάστορα (beaver). Εδώ δεν παίζεται· μένει αποδοχή ή "
        "άρνηση, ή η επιλογή `raccoons`.",
    ),
    # ---- Events of a match ----
    "match_over": (
        "A side has reached the length of the match, so no event can follow. Leave out the events "
        "after this point, or check the length.",
        "Μία πλευρά έχει φτάσει το μήκος του αγώνα, άρα τίποτα δεν ακολουθεί. Αφαιρέστε τα "
        "επόμενα γεγονότα ή ελέγξτε το μήκος.",
    ),
    "opening_roll_due": (
        "Each game begins with one die thrown by each side, and again while the two are equal. "
        "Record an `opening_roll` first.",
        "Κάθε παρτίδα αρχίζει με ένα ζάρι από κάθε πλευρά, και ξανά όσο τα δύο είναι ίσα. Πρώτα "
        "καταγράφεται ένα `opening_roll`.",
    ),
    "opening_roll_not_due": (
        "The game has begun, or the winner of the last one starts it. Go on with a roll, a play or "
        "a cube action, as `allowed` lists them.",
        "Η παρτίδα έχει αρχίσει ή την αρχίζει όποιος κέρδισε την προηγούμενη. Ακολουθεί ζαριά, "
        "παίξιμο ή ενέργεια με τον κύβο, όπως δείχνει το `allowed`.",
    ),
    "opening_double": (
        "The first roll is made of one die of each side, and equal dice are thrown again. A record "
        "that begins with a double has lost its opening roll.",
        "Η πρώτη ζαριά γίνεται από ένα ζάρι κάθε πλευράς και τα ίσα ξαναρίχνονται. Καταγραφή που "
        "αρχίζει με διπλή έχει χάσει την αρχική κλήρωση.",
    ),
    "not_your_turn": (
        "The sides play in turn, and a double or a resignation is answered by the other side. "
        "Check `player`; a pass is an event too and must be recorded.",
        "Οι πλευρές παίζουν εναλλάξ, και σε διπλασιασμό ή παραίτηση απαντά η άλλη πλευρά. Ελέγξτε "
        "το `player`· και το πάσο είναι γεγονός που καταγράφεται.",
    ),
    "dice_not_rolled": (
        "A play needs its dice. Record a `roll` before it, or give the play `dice` of its own.",
        "Κάθε παίξιμο χρειάζεται τα ζάρια του. Πρώτα καταγράφεται ένα `roll`, ή το παίξιμο φέρνει "
        "δικά του `dice`.",
    ),
    "dice_mismatch": (
        "The play names other dice than the roll before it. Leave the dice of the play out, or "
        "correct one of the two.",
        "Το παίξιμο αναφέρει άλλα ζάρια από τη ζαριά πριν από αυτό. Αφαιρέστε τα ζάρια του "
        "παιξίματος ή διορθώστε ένα από τα δύο.",
    ),
    "resignation_pending": (
        "A side has offered to resign. Before anything else the other side accepts or rejects it.",
        "Μία πλευρά έχει προτείνει παραίτηση. Πριν από οτιδήποτε άλλο η άλλη πλευρά τη δέχεται ή "
        "την απορρίπτει.",
    ),
    "no_resignation_offered": (
        "Accepting or rejecting answers a `resign` of the other side, and none is open.",
        "Η αποδοχή και η απόρριψη απαντούν σε `resign` της άλλης πλευράς, και κανένα δεν εκκρεμεί.",
    ),
    "resignation_too_high": (
        "A gammon or a backgammon is lost only with no checker off, so this side resigns a single "
        "game. Send `resigned_as` `single`.",
        "Διπλή ή τριπλή νίκη δίνεται μόνο χωρίς μαζεμένο πούλι, άρα αυτή η πλευρά παραιτείται για "
        "απλή. Στείλτε `resigned_as` `single`.",
    ),
    # ---- Warnings ----
    # ---- Match records ----
    "action_after_game": (
        "The board, a drop or the record itself had ended the game. What comes after it counts "
        "for nothing. Look for a missing line of a result, or a play written twice.",
        "Η παρτίδα είχε τελειώσει στον πίνακα ή με άρνηση. Ό,τι ακολουθεί δεν μετράει. "
        "Αναζητήστε γραμμή αποτελέσματος που λείπει ή παίξιμο γραμμένο δύο φορές.",
    ),
    "unreadable_action": (
        "The record says something here that is not in its format. The turn is taken as passed, "
        "and the position stays as it is.",
        "Η καταγραφή έχει εδώ κάτι που δεν ανήκει στη μορφή της. Η σειρά θεωρείται πάσο και η "
        "θέση μένει ίδια.",
    ),
    "double_not_answered": (
        "A double must be answered before the dice are rolled. The game goes on with the cube "
        "as it was.",
        "Ο διπλασιασμός απαντιέται πριν ριχτούν τα ζάρια. Η παρτίδα συνεχίζει με τον κύβο όπως "
        "ήταν.",
    ),
    "wrong_cube_value": (
        "A double makes the cube worth twice as much, a beaver twice as much again. The game "
        "goes on with the right value.",
        "Ο διπλασιασμός κάνει την τιμή του κύβου διπλάσια και ο κάστορας (beaver) άλλη μία "
        "φορά. Η παρτίδα συνεχίζει με τη σωστή τιμή.",
    ),
    "wrong_winner": (
        "Who bears off the last checker wins, and who drops or resigns loses. The score goes on "
        "as it is written.",
        "Νικά όποιος μαζεύει το τελευταίο πούλι και χάνει όποιος αρνείται ή παραιτείται. Το "
        "σκορ συνεχίζει όπως είναι γραμμένο.",
    ),
    "wrong_points": (
        "The points are 1, 2 or those of a backgammon, times the cube. At the end of a match "
        "fewer may be written, down to those that were needed. The score goes on as it is "
        "written.",
        "Οι πόντοι είναι 1, 2 ή όσοι του τριπλού, επί τον κύβο. Στο τέλος του αγώνα μπορεί να "
        "γράφονται λιγότεροι, όσοι χρειάζονταν. Το σκορ συνεχίζει όπως είναι γραμμένο.",
    ),
    "wrong_score": (
        "The score of a game is that of the one before it with the points won there. The match "
        "goes on with the score as it is written, where that is possible.",
        "Το σκορ κάθε παρτίδας είναι το προηγούμενο μαζί με τους πόντους που κερδήθηκαν. Ο "
        "αγώνας συνεχίζει με το γραμμένο σκορ, αν είναι δυνατό.",
    ),
    "wrong_crawford": (
        "The Crawford game is the first one after a side has come within one point of the match.",
        "Παρτίδα Crawford είναι η πρώτη αφότου μια πλευρά φτάσει έναν πόντο πριν από τη νίκη.",
    ),
    # ---- Warnings ----
    "hit_not_marked": (
        "The play is legal and was judged with the hit. Write `*` after the point, or `hit` in a "
        "move, so that readers see it.",
        "Το παίξιμο είναι νόμιμο και κρίθηκε μαζί με το χτύπημα. Γράψτε `*` μετά τη θέση, ή `hit` "
        "στην κίνηση, για να φαίνεται.",
    ),
    "moves_reordered": (
        "In text the order is free, so the play is legal. The answer writes the moves in an order "
        "in which they can be made one by one.",
        "Στο κείμενο η σειρά είναι ελεύθερη, άρα το παίξιμο είναι νόμιμο. Η απάντηση γράφει τις "
        "κινήσεις με σειρά που παίζεται μία μία.",
    ),
    "match_length_unusual": (
        "The question was answered all the same. The usual lengths are the ruleset's option "
        "`match_lengths`.",
        "Η ερώτηση απαντήθηκε κανονικά. Τα συνηθισμένα μήκη βρίσκονται στην επιλογή "
        "`match_lengths` των κανόνων.",
    ),
    "jacoby_in_match": (
        "Jacoby counts gammons as single games while the cube is in the middle, in games for money "
        "only. With the option `options_in_match` it holds in matches too.",
        "Με τον Jacoby οι διπλές νίκες μετρούν ως απλές όσο ο κύβος είναι στη μέση, και μόνο έξω "
        "από αγώνα. Με την επιλογή `options_in_match` ισχύει και σε αγώνα.",
    ),
    "dice_not_used": (
        "The `stage` of the request is one before the roll, and it goes before the dice. Leave the "
        "dice out, or send `stage` `rolled`.",
        "Το `stage` του αιτήματος είναι πριν από τη ζαριά και υπερισχύει. Αφαιρέστε τα ζάρια ή "
        "στείλτε `stage` `rolled`.",
    ),
    "stage_not_used": (
        "A play does not depend on how the double is answered, so it was judged. In a game the "
        "double has to be answered first.",
        "Το παίξιμο δεν εξαρτάται από την απάντηση στον διπλασιασμό, άρα κρίθηκε. Στην παρτίδα "
        "προηγείται η απάντηση.",
    ),
    "opening_roll_assumed": (
        "Records often leave opening rolls out. Where you have it, record it as `opening_roll`, so "
        "that it is judged too.",
        "Οι καταγραφές συχνά παραλείπουν την αρχική κλήρωση. Αν υπάρχει, καταγράψτε την ως "
        "`opening_roll` ώστε να κριθεί και αυτή.",
    ),
    "hit_not_made": (
        "Some writers mark what is no hit; the play is judged without the mark. In strict mode "
        "this is a violation, `hit_mismatch`.",
        "Μερικές καταγραφές σημειώνουν χτύπημα που δεν υπάρχει· το παίξιμο κρίνεται χωρίς το "
        "σημάδι. Στον αυστηρό έλεγχο είναι παράβαση, `hit_mismatch`.",
    ),
    "dice_left_unplayed": (
        "Mostly the last checker was borne off with one die though both could be played. "
        "Nothing comes of it, so that it is only said. In strict mode it is a violation.",
        "Συνήθως το τελευταίο πούλι μαζεύτηκε με ένα ζάρι ενώ παίζονταν και τα δύο. Δεν αλλάζει "
        "τίποτα, άρα μόνο αναφέρεται. Στον αυστηρό έλεγχο είναι παράβαση.",
    ),
    "play_ambiguous": (
        "A joined move can hit on the way or not, or hit one or another checker. The first such "
        "play in the order of the service is taken. In strict mode it is a violation, "
        "`ambiguous_notation`.",
        "Μια ενιαία κίνηση μπορεί να χτυπά ή να μη χτυπά στον δρόμο. Θεωρείται το πρώτο τέτοιο "
        "παίξιμο στη σειρά της υπηρεσίας. Στον αυστηρό έλεγχο είναι παράβαση, "
        "`ambiguous_notation`.",
    ),
    "forced_play_not_written": (
        "Some writers leave out a play that is forced. Where there is a choice, an empty play "
        "is a violation, `must_not_pass`.",
        "Μερικές καταγραφές παραλείπουν το αναγκαστικό παίξιμο. Όπου υπάρχει επιλογή, το κενό "
        "είναι παράβαση, `must_not_pass`.",
    ),
    "turn_not_finished": (
        "The last roll of a game has no play. Mostly the player resigned when it was seen.",
        "Η τελευταία ζαριά της παρτίδας δεν έχει παίξιμο. Συνήθως ο παίκτης παραιτήθηκε μόλις "
        "την είδε.",
    ),
    "drop_not_written": (
        "The doubler has won and nothing else was played. That can only be a drop.",
        "Κέρδισε όποιος διπλασίασε και δεν παίχτηκε τίποτα άλλο. Αυτό είναι μόνο άρνηση.",
    ),
    "beaver_written_as_double": (
        "The match text of GNU Backgammon has no word of its own for a beaver.",
        "Το κείμενο αγώνων του GNU Backgammon δεν έχει δική του λέξη για τον κάστορα (beaver).",
    ),
    "result_not_written": (
        "The winner follows from the board, or from the score of the next game, or it is not "
        "known.",
        "Ο νικητής προκύπτει από τον πίνακα ή από το σκορ της επόμενης παρτίδας, αλλιώς δεν "
        "είναι γνωστός.",
    ),
    "points_capped": (
        "Some write at the end of a match only the points that were missing, or those of its "
        "length, not what the game was worth.",
        "Στο τέλος του αγώνα μερικές καταγραφές γράφουν μόνο όσους πόντους έλειπαν, όχι όσους "
        "άξιζε η παρτίδα.",
    ),
    "points_unlikely": (
        "Some programs write any number after a resignation at the end of a match. The winner "
        "is right all the same.",
        "Μερικά προγράμματα γράφουν τυχαίο αριθμό μετά από παραίτηση στο τέλος του αγώνα. Ο "
        "νικητής είναι σωστός.",
    ),
    "crawford_not_known": (
        "Whether the Crawford game has been played can not be told from the score alone, so the "
        "double is let pass.",
        "Από το σκορ μόνο δεν φαίνεται αν έχει παιχτεί η παρτίδα Crawford, άρα ο διπλασιασμός "
        "γίνεται δεκτός.",
    ),
    "position_set_up": (
        "The record gives a position or a cube that does not follow from what comes before. It is "
        "judged from there on.",
        "Η καταγραφή δίνει θέση που δεν προκύπτει από τα προηγούμενα παιξίματα. Ο έλεγχος "
        "συνεχίζει από εκεί.",
    ),
    "games_after_match": (
        "Some go on playing when the match is won. Those games count for nothing.",
        "Μερικοί συνεχίζουν να παίζουν αφού κριθεί ο αγώνας. Αυτές οι παρτίδες δεν μετρούν.",
    ),
    "setting_from_record": (
        "What a record says of its own rules goes before the ruleset, but not before `options`. "
        "In strict mode it is not looked at.",
        "Ό,τι λέει η καταγραφή για τους κανόνες της υπερισχύει των κανόνων που ζητήθηκαν, όχι "
        "όμως των `options`. Στον αυστηρό έλεγχο δεν λαμβάνεται υπόψη.",
    ),
    "read_as_latin_1": (
        "Only names can be wrong by this: plays are written in ASCII.",
        "Μόνο τα ονόματα μπορεί να βγουν λάθος: τα παιξίματα γράφονται σε ASCII.",
    ),
    "text_ignored": (
        "A remark, or a line that the format does not have.",
        "Σχόλιο ή γραμμή που δεν ανήκει στη μορφή.",
    ),
    "setting_ignored": (
        "The record says that another game was played, or under a rule that the service does "
        "not have.",
        "Η καταγραφή μιλά για άλλο παιχνίδι ή για κανόνα που δεν έχει η υπηρεσία.",
    ),
    "record_cut": (
        "The file was not written to its end, or not sent whole. What there is was judged.",
        "Το αρχείο δεν γράφτηκε ή δεν στάλθηκε ολόκληρο. Κρίθηκε ό,τι υπάρχει.",
    ),
    "points_not_scored": (
        "Some write the points without Jacoby, or without a cap, and count them right. In "
        "strict mode it is a violation, `wrong_points`.",
        "Μερικές καταγραφές γράφουν τους πόντους χωρίς τον Jacoby και μετρούν σωστά. Στον "
        "αυστηρό έλεγχο είναι παράβαση, `wrong_points`.",
    ),
    # ---- The position ----
    "point_out_of_range": (
        "The keys of `points` are the numbers 1 to 24 as text, without leading zeros. The bar and "
        "the checkers off have fields of their own.",
        "Τα κλειδιά του `points` είναι οι αριθμοί 1 έως 24 ως κείμενο, χωρίς μηδενικά μπροστά. Η "
        "μπάρα και τα μαζεμένα πούλια έχουν δικά τους πεδία.",
    ),
    "negative_count": (
        "Leave out the points on which there is no checker, or give 0.",
        "Παραλείψτε τις θέσεις χωρίς πούλι ή δώστε 0.",
    ),
    "too_many_checkers": (
        "Each side has 15 checkers on points, bar and off together. Look for one that was added "
        "where it came to and not taken away where it left.",
        "Κάθε πλευρά έχει 15 πούλια σε θέσεις, μπάρα και μάζεμα μαζί. Ίσως ένα πούλι προστέθηκε "
        "εκεί όπου πήγε χωρίς να αφαιρεθεί από εκεί όπου έφυγε.",
    ),
    "too_few_checkers": (
        "Each side has 15 checkers on points, bar and off together. Look for a checker that was "
        "hit and not put on the bar.",
        "Κάθε πλευρά έχει 15 πούλια σε θέσεις, μπάρα και μάζεμα μαζί. Ίσως ένα πούλι χτυπήθηκε "
        "χωρίς να μπει στην μπάρα.",
    ),
    "borne_off_missing": (
        "Checkers that are not on the points could be on the bar or off, and the service does not "
        "guess. Say it with `bar` or `borne_off`.",
        "Τα πούλια έξω από τις θέσεις μπορεί να είναι στην μπάρα ή μαζεμένα, και η υπηρεσία δεν "
        "μαντεύει. Δηλώστε το με `bar` ή `borne_off`.",
    ),
    "point_held_by_both": (
        "A point holds checkers of one side alone. Remember that Black's point p is White's 25 - "
        "p, unless `numbering` is `white`.",
        "Μια θέση έχει πούλια μίας μόνο πλευράς. Η θέση p των μαύρων είναι η 25 - p των λευκών, "
        "εκτός αν το `numbering` είναι `white`.",
    ),
    "both_finished": (
        "The game ends with the first side that has all its checkers off, so one of the two still "
        "has some.",
        "Η παρτίδα τελειώνει με την πρώτη πλευρά που μαζεύει όλα τα πούλια, άρα η άλλη έχει ακόμη "
        "μερικά.",
    ),
    "both_shut_out": (
        "No play leads to both sides having six closed points and a checker on the bar. Check the "
        "position.",
        "Δεν γίνεται και οι δύο πλευρές να έχουν κλείσει 6 θέσεις και να έχουν πούλι στην μπάρα. "
        "Ελέγξτε τη θέση.",
    ),
    "game_over": (
        "No play follows a finished game. Ask for its score with `/v1/games/score`.",
        "Μετά το τέλος της παρτίδας δεν υπάρχει παίξιμο. Το αποτέλεσμα δίνεται από το "
        "`/v1/games/score`.",
    ),
    "unreadable_position_id": (
        "A Position ID is 14 characters of Base64, as GNU Backgammon writes it. In a link `-` and "
        "`_` stand for `+` and `/`.",
        "Το Position ID έχει 14 χαρακτήρες Base64, όπως το γράφει το GNU Backgammon. Σε σύνδεσμο "
        "τα `-` και `_` αντικαθιστούν τα `+` και `/`.",
    ),
    "unreadable_record": (
        "The text must be a match in one of the formats that the service reads. The format is "
        "found by what is in it, unless `format` names it.",
        "Το κείμενο πρέπει να είναι αγώνας σε μία από τις μορφές που διαβάζει η υπηρεσία. Η "
        "μορφή φαίνεται από το περιεχόμενο, εκτός αν την ονομάζει το `format`.",
    ),
    "unreadable_xgid": (
        "An XGID has 26 characters for the board and nine numbers after it, parted by colons. Copy "
        "it whole.",
        "Το XGID έχει 26 χαρακτήρες για το ταμπλό και 9 αριθμούς μετά, με άνω κάτω τελείες "
        "ανάμεσα. Αντιγράψτε το ολόκληρο.",
    ),
    "unreadable_match_id": (
        "A Match ID of GNU Backgammon has 12 characters; a shorter or longer one is read too. What "
        "its bits say must be possible: the dice, the owner of the cube, the score.",
        "Το Match ID του GNU Backgammon έχει 12 χαρακτήρες· διαβάζεται και με λιγότερους ή "
        "περισσότερους. Ζάρια, κάτοχος του κύβου και σκορ πρέπει να είναι δυνατά.",
    ),
    "unreadable_gnubg_id": (
        "A GNU Backgammon ID is a Position ID and a Match ID with a colon or a blank between them. "
        "Copy both.",
        "Το GNU Backgammon ID είναι ένα Position ID και ένα Match ID, με άνω κάτω τελεία ή κενό "
        "ανάμεσα. Αντιγράψτε και τα δύο.",
    ),
    "unreadable_fibs_board": (
        "A board line has the word `board` and 52 fields after it, parted by colons, and its "
        "counts on the bar and off must be those of its board. Copy it whole.",
        "Η γραμμή έχει τη λέξη `board` και 52 πεδία μετά, με άνω κάτω τελείες ανάμεσα, και τα "
        "πούλια στην μπάρα και μαζεμένα συμφωνούν με το ταμπλό. Αντιγράψτε την ολόκληρη.",
    ),
    "unknown_notation": (
        "The text looks like none of the notations that are told apart by themselves. Copy it "
        "whole, or name its notation in `format`.",
        "Το κείμενο δεν μοιάζει με καμία από τις γραφές που αναγνωρίζονται αυτόματα. Αντιγράψτε το "
        "ολόκληρο ή ορίστε τη γραφή στο `format`.",
    ),
    # ---- Rulesets, cube and match of a request ----
    "unknown_ruleset": (
        "`/v1/rulesets` lists the rulesets by name. Leave the field out for `portes`.",
        "Το `/v1/rulesets` δείχνει τα σύνολα κανόνων με το όνομά τους. Χωρίς το πεδίο ισχύει το "
        "`portes`.",
    ),
    "options_need_cube": (
        "The option changes the use of the cube, and there is none under these rules. Set `cube` "
        "as well, or leave the option out.",
        "Η επιλογή αλλάζει τη χρήση του κύβου, που εδώ δεν υπάρχει. Ορίστε και το `cube` ή "
        "αφαιρέστε την επιλογή.",
    ),
    "options_need_beavers": (
        "The option speaks of beavers, which are not played under these rules. Set `beavers` as "
        "well, or leave the option out.",
        "Η επιλογή αφορά κάστορες (beavers), που εδώ δεν παίζονται. Ορίστε και το `beavers` ή "
        "αφαιρέστε την επιλογή.",
    ),
    "options_need_automatic_doubles": (
        "The limit bounds automatic doubles, which are not played under these rules. Set "
        "`automatic_doubles` as well, or leave the limit out.",
        "Το όριο αφορά αυτόματους διπλασιασμούς, που εδώ δεν παίζονται. Ορίστε και το "
        "`automatic_doubles` ή αφαιρέστε το όριο.",
    ),
    "owned_cube_of_one": (
        "Nobody has doubled yet, so the cube lies in the middle. Give `owner` `middle`, or the "
        "value that was taken.",
        "Δεν έχει γίνει διπλασιασμός, άρα ο κύβος είναι στη μέση. Δώστε `owner` `middle` ή την "
        "τιμή που έγινε δεκτή.",
    ),
    "invalid_cube_value": (
        "Each double doubles the cube: 1, 2, 4, 8 and so on. Give the value that was last taken.",
        "Κάθε διπλασιασμός διπλασιάζει τον κύβο: 1, 2, 4, 8 και ούτω καθεξής. Δώστε την τιμή που "
        "έγινε δεκτή τελευταία.",
    ),
    "invalid_match_score": (
        "A side already has as many points as the match is long. Check score and length, and "
        "whether the score is the one before this game.",
        "Μία πλευρά έχει ήδη όσους πόντους χρειάζεται ο αγώνας. Ελέγξτε σκορ και μήκος, και αν το "
        "σκορ είναι αυτό πριν από την παρτίδα.",
    ),
    "crawford_impossible": (
        "The Crawford game is played as soon as a side is one point away, not before, and it is "
        "over once both are. Leave `crawford_played` out where the score tells it.",
        "Η παρτίδα Crawford παίζεται μόλις σε μια πλευρά λείπει 1 πόντος, όχι νωρίτερα, και έχει "
        "παιχτεί όταν λείπει 1 και στις δύο. Παραλείψτε το `crawford_played` όπου αρκεί το σκορ.",
    ),
    "crawford_unknown": (
        "With one side one point away this is either the Crawford game or a later one, and the "
        "answer depends on it. Send `next` back as it came, or say `crawford_played`.",
        "Όταν σε μια πλευρά λείπει 1 πόντος, η παρτίδα είναι η Crawford ή κάποια μετά από αυτήν, "
        "και η απάντηση εξαρτάται από αυτό. Στείλτε το `next` όπως ήρθε ή δώστε `crawford_played`.",
    ),
    "impossible_points": (
        "A game counts 1, 2 or the points of a backgammon, times the cube. Give the points before "
        "they are cut to the length of the match.",
        "Η παρτίδα μετρά 1, 2 ή όσο η τριπλή νίκη, επί τον κύβο. Δώστε τους πόντους πριν "
        "περικοπούν στο μήκος του αγώνα.",
    ),
    "game_not_over": (
        "Only a finished game counts points: borne off, dropped or resigned. Check the position "
        "and `ending`.",
        "Πόντους δίνει μόνο παρτίδα που τελείωσε: με μάζεμα, άρνηση ή παραίτηση. Ελέγξτε τη θέση "
        "και το `ending`.",
    ),
    "illegal_play": (
        "Only legal plays are applied. `violations` names each rule that the play breaks, with a "
        "legal play as example; `/v1/plays/check` answers the same without being a problem.",
        "Εφαρμόζονται μόνο νόμιμα παιξίματα. Το `violations` δείχνει κάθε κανόνα που παραβιάζεται, "
        "με ένα νόμιμο παίξιμο· το `/v1/plays/check` απαντά το ίδιο χωρίς σφάλμα.",
    ),
    "illegal_cube_action": (
        "Only legal actions are applied. `violations` names each rule that forbids it; "
        "`/v1/cube/actions` lists what is open to whom.",
        "Εφαρμόζονται μόνο νόμιμες ενέργειες. Το `violations` δείχνει κάθε κανόνα που την "
        "απαγορεύει· το `/v1/cube/actions` δείχνει τι επιτρέπεται σε ποιον.",
    ),
    "unreadable_notation": (
        "A play is written as moves such as `8/5 6/5`, `bar/20*`, `6/off` or `pass`. The message "
        "says what could not be read.",
        "Το παίξιμο γράφεται με κινήσεις όπως `8/5 6/5`, `bar/20*`, `6/off` ή `pass`. Το μήνυμα "
        "λέει τι δεν διαβάστηκε.",
    ),
    # ---- The request ----
    "invalid_request": (
        "`errors` lists everything that is wrong at once: where, as a JSON Pointer, with a code "
        "and a message. Each of these codes has a page of its own.",
        "Το `errors` δείχνει όλα τα λάθη μαζί: τη θέση ως JSON Pointer, τον κωδικό και το μήνυμα. "
        "Κάθε κωδικός έχει δική του σελίδα.",
    ),
    "invalid_json": (
        "The body must be one JSON value in UTF-8, without a byte order mark, NaN or trailing "
        "commas. Let a library write it.",
        "Το σώμα πρέπει να είναι μία τιμή JSON σε UTF-8, χωρίς byte order mark, NaN ή περιττά "
        "κόμματα. Αφήστε μια βιβλιοθήκη να το γράψει.",
    ),
    "duplicate_key": (
        "Readers of JSON differ in which of two equal keys they keep, so that such a body is "
        "refused. Keep one of them.",
        "Δεν κρατούν όλα τα προγράμματα το ίδιο από δύο ίσα κλειδιά, γι' αυτό ένα τέτοιο σώμα "
        "απορρίπτεται. Κρατήστε ένα από τα δύο.",
    ),
    "too_deep": (
        "No request of the contract is nested so deeply. A value has probably been wrapped into "
        "itself.",
        "Κανένα αίτημα του συμβολαίου δεν έχει τέτοιο βάθος. Μάλλον μια τιμή έχει μπει μέσα στον "
        "εαυτό της.",
    ),
    "unsupported_media_type": (
        "Send the header `Content-Type: application/json`, and the body uncompressed.",
        "Στείλτε την κεφαλίδα `Content-Type: application/json` και το σώμα χωρίς συμπίεση.",
    ),
    "not_acceptable": (
        "Send `Accept: application/json`, or no such header. These pages are also `text/html`.",
        "Στείλτε `Accept: application/json` ή καμία τέτοια κεφαλίδα. Αυτές οι σελίδες δίνονται και "
        "ως `text/html`.",
    ),
    "request_timeout": (
        "The request began and did not end; nothing of it was judged. Send it again, with a body "
        "as long as `Content-Length` says and on a new connection.",
        "Το αίτημα άρχισε και δεν ολοκληρώθηκε, οπότε τίποτα δεν κρίθηκε. Στείλτε το ξανά σε νέα "
        "σύνδεση, με σώμα όσο λέει το `Content-Length`.",
    ),
    "body_too_large": (
        "Nothing of the body was judged. Send fewer events or questions at a time; who runs the "
        "service can raise the limit.",
        "Τίποτα από το σώμα δεν κρίθηκε. Στείλτε λιγότερα γεγονότα ή ερωτήσεις τη φορά· το όριο το "
        "αλλάζει όποιος λειτουργεί την υπηρεσία.",
    ),
    "uri_too_long": (
        "A link may be that long and no longer. Ask the same by POST or QUERY, with a body.",
        "Ένας σύνδεσμος έχει όριο μήκους. Η ίδια ερώτηση γίνεται με POST ή QUERY και σώμα.",
    ),
    "header_too_large": (
        "Something has added to the headers, often cookies or a proxy. The service needs none but "
        "the usual ones.",
        "Κάτι πρόσθεσε κεφαλίδες, συχνά cookies ή ενδιάμεσος διακομιστής. Η υπηρεσία χρειάζεται "
        "μόνο τις συνηθισμένες.",
    ),
    "bad_request": (
        "The request was cut off or is no proper HTTP. Send it again; if that does not help, look "
        "at the client or the proxy between.",
        "Το αίτημα κόπηκε ή δεν είναι σωστό HTTP. Στείλτε το ξανά· αν δεν βοηθήσει, ελέγξτε το "
        "πρόγραμμα ή τον ενδιάμεσο διακομιστή.",
    ),
    "not_found": (
        "Check the path, its slashes and its capitals; `/openapi.yaml` lists all there are.",
        "Ελέγξτε τη διαδρομή, τις καθέτους και τα κεφαλαία· το `/openapi.yaml` τις δείχνει όλες.",
    ),
    "method_not_allowed": (
        "The path exists, with other methods: most questions are a POST with a body. The header "
        "`Allow` names them.",
        "Η διαδρομή υπάρχει, με άλλες μεθόδους: οι περισσότερες ερωτήσεις είναι POST με σώμα. Τις "
        "δείχνει η κεφαλίδα `Allow`.",
    ),
    "api_key_missing": (
        "This service answers to those who have a key. Who runs it hands them out; send yours with "
        "every request under `/v1`, and never in an address.",
        "Αυτή η υπηρεσία απαντά σε όσους έχουν κλειδί. Το δίνει όποιος τη λειτουργεί· στείλτε το "
        "με κάθε αίτημα κάτω από το `/v1` και ποτέ μέσα σε διεύθυνση.",
    ),
    "api_key_unknown": (
        "The key is mistyped, cut off, no longer in force, or meant for another service. Asking "
        "again does not help; ask who runs the service for a new one.",
        "Το κλειδί γράφτηκε λάθος, κόπηκε, δεν ισχύει πια ή είναι για άλλη υπηρεσία. Νέα "
        "προσπάθεια δεν βοηθά· ζητήστε νέο κλειδί από όποιον λειτουργεί την υπηρεσία.",
    ),
    "scope_missing": (
        "The key is known, and not meant for this path: batches and whole matches need `records`, "
        "all other questions `rulings`. Ask who runs the service for the scope.",
        "Το κλειδί είναι γνωστό, όχι όμως για αυτή τη διαδρομή: οι ομάδες και οι ολόκληροι αγώνες "
        "θέλουν `records`, όλες οι άλλες ερωτήσεις `rulings`. Ζητήστε το από όποιον λειτουργεί την "
        "υπηρεσία.",
    ),
    "rate_limited": (
        "You ask more than this service, or the platform in front of it, grants to one client. "
        "Wait as long as `Retry-After` says, and keep answers: equal questions have equal ones.",
        "Ρωτάτε περισσότερο από όσο δίνει η υπηρεσία, ή η πλατφόρμα μπροστά της, σε έναν πελάτη. "
        "Περιμένετε όσο λέει το `Retry-After` και κρατάτε τις απαντήσεις: ίδια ερώτηση, ίδια "
        "απάντηση.",
    ),
    "internal_error": (
        "This is a fault of the service, not of the request. Sending it again is safe; if it "
        "stays, report the id in `instance`.",
        "Το σφάλμα είναι της υπηρεσίας και όχι του αιτήματος. Μπορεί να σταλεί ξανά χωρίς κίνδυνο· "
        "αν επιμένει, αναφέρετε το `instance`.",
    ),
    "rules_version_mismatch": (
        "The request pins a version of the rules that this release does not judge by. Take the "
        "version from an answer, or leave the field out.",
        "Το αίτημα απαιτεί έκδοση κανόνων με την οποία δεν κρίνει αυτή η υπηρεσία. Πάρτε την "
        "έκδοση από μια απάντηση ή αφαιρέστε το πεδίο.",
    ),
    "unknown_field": (
        "Requests refuse fields they do not know, so that a slip is not dropped in silence. Check "
        "the spelling, and whether the field belongs to this question.",
        "Τα αιτήματα δεν δέχονται άγνωστα πεδία, ώστε κανένα λάθος να μη χάνεται σιωπηλά. Ελέγξτε "
        "τη γραφή και αν το πεδίο ανήκει σε αυτή την ερώτηση.",
    ),
    "missing_field": (
        "The question can not be answered without it. `pointer` says where it belongs.",
        "Χωρίς αυτό η ερώτηση δεν απαντιέται. Το `pointer` δείχνει πού ανήκει.",
    ),
    "invalid_type": (
        "Numbers are numbers and not text, and `true` is no 1. null is not the same as leaving a "
        "field out.",
        "Οι αριθμοί δεν είναι κείμενο και το `true` δεν είναι 1. Το null δεν ισοδυναμεί με πεδίο "
        "που λείπει.",
    ),
    "invalid_value": (
        "The field takes one of a few words, in small letters. The message lists them.",
        "Το πεδίο δέχεται μία από λίγες λέξεις, με μικρά γράμματα. Τις δείχνει το μήνυμα.",
    ),
    "out_of_range": (
        "The number is too small or too large for this field. The message names both ends.",
        "Ο αριθμός είναι πολύ μικρός ή πολύ μεγάλος για το πεδίο. Το μήνυμα δείχνει και τα δύο "
        "όρια.",
    ),
    "wrong_item_count": (
        "The list is too short or too long; dice, for example, are always two, for a double too.",
        "Ο κατάλογος έχει λίγα ή πολλά στοιχεία· τα ζάρια, για παράδειγμα, είναι πάντα 2, και στη "
        "διπλή ζαριά.",
    ),
    "too_long": (
        "No readable value of this field is so long. Something else has probably come into it.",
        "Καμία αναγνώσιμη τιμή του πεδίου δεν είναι τόσο μεγάλη. Μάλλον μπήκε κάτι άλλο σε αυτό.",
    ),
    "conflicting_input": (
        "Give each thing once: one of `position`, `position_id` and `xgid`, one of `notation` and "
        "`moves`, and no turn or dice beside an XGID that says otherwise.",
        "Κάθε στοιχείο δίνεται μία φορά: ένα από τα `position`, `position_id` και `xgid`, ένα από "
        "τα `notation` και `moves`, και όχι σειρά ή ζάρια που το XGID λέει διαφορετικά.",
    ),
    "budget_exceeded": (
        "A request may have so much work judged and no more. Send the rest as another request, in "
        "smaller parts.",
        "Κάθε αίτημα μπορεί να ζητήσει δουλειά έως ένα όριο. Στείλτε τα υπόλοιπα με άλλο αίτημα, "
        "σε μικρότερα μέρη.",
    ),
    "one_operation_expected": (
        "Each item of `operations` is an object with one field, whose name is the operation and "
        "whose value is its request. Split the item, or fill it.",
        "Κάθε στοιχείο του `operations` είναι αντικείμενο με ένα πεδίο: όνομα η ερώτηση, τιμή το "
        "αίτημά της. Χωρίστε το στοιχείο ή συμπληρώστε το.",
    ),
    "unknown_operation": (
        "The message lists the operations that a batch knows. Those with large answers, such as "
        "all rolls, are asked by themselves.",
        "Το μήνυμα δείχνει τις ερωτήσεις που δέχεται μια ομάδα. Όσες έχουν μεγάλες απαντήσεις, "
        "όπως όλες οι ζαριές, γίνονται μόνες τους.",
    ),
}
