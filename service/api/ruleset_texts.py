"""The rulesets and their switches in words, English first, then Greek."""

from __future__ import annotations

Texts = tuple[str, str]

TITLES: dict[str, Texts] = {
    "portes": ("Portes", "Πόρτες"),
    "portes-trio": ("Portes of the Trio", "Πόρτες του Τρίο"),
    "portes-online": ("Portes as played online", "Πόρτες όπως παίζονται διαδικτυακά"),
    "portes-cube": ("Portes with the cube", "Πόρτες με κύβο"),
    "portes-match": ("Portes match with the cube", "Αγώνας Πόρτες με κύβο"),
    "backgammon": ("Backgammon", "Τάβλι διεθνών κανόνων"),
}

SUMMARIES: dict[str, tuple[Texts, str]] = {
    "portes": (
        (
            "No cube and no triple win; opening dice are not played and the winner starts next.",
            "Χωρίς κύβο και χωρίς τριπλή νίκη· τα ζάρια της κλήρωσης δεν παίζονται και αρχίζει ο "
            "νικητής της προηγούμενης παρτίδας.",
        ),
        "an English page on Portes as one game of the Tavli set",
    ),
    "portes-trio": (
        (
            "As Portes; after a draw the start is rolled for again.",
            "Όπως οι Πόρτες· μετά από ισοπαλία γίνεται νέα αρχική κλήρωση.",
        ),
        "a Greek guide to Portes as part of the Trio",
    ),
    "portes-online": (
        (
            "No cube; opening dice are played, every game is rolled for, triple wins count.",
            "Χωρίς κύβο· τα ζάρια της κλήρωσης παίζονται, κάθε παρτίδα αρχίζει με κλήρωση και "
            "μετρά η τριπλή νίκη.",
        ),
        "a Greek site's rules for its online matches",
    ),
    "portes-cube": (
        (
            "The doubling cube without a limit, the Crawford game, triple wins.",
            "Με κύβο διπλασιασμού χωρίς όριο, παρτίδα Κρόφορντ και τριπλή νίκη.",
        ),
        "a Greek page of rules that plays with the cube",
    ),
    "portes-match": (
        (
            "The doubling cube up to 64, no dead doubles, the Crawford game, triple wins.",
            "Με κύβο διπλασιασμού έως 64, χωρίς διπλασιασμό νεκρού κύβου, με παρτίδα Κρόφορντ και "
            "τριπλή νίκη.",
        ),
        "a Greek site's match rules with optional cube rules",
    ),
    "backgammon": (
        (
            "Backgammon as played internationally.",
            "Οι διεθνείς κανόνες του backgammon.",
        ),
        "international practice",
    ),
}

SWITCH_TEXTS: dict[str, tuple[Texts, Texts]] = {
    "cube": (
        ("Doubling cube", "Κύβος διπλασιασμού"),
        ("The stake can be doubled.", "Η αξία της παρτίδας μπορεί να διπλασιαστεί."),
    ),
    "crawford": (
        ("Crawford game", "Παρτίδα Κρόφορντ"),
        (
            "No doubling in the first game after a side comes within one point of the match.",
            "Χωρίς διπλασιασμό στην πρώτη παρτίδα αφότου μία πλευρά απέχει έναν πόντο από τη νίκη.",
        ),
    ),
    "dead_cube": (
        ("No dead doubles", "Χωρίς διπλασιασμό νεκρού κύβου"),
        (
            "No double where the current stake already wins the match for the doubler.",
            "Δεν επιτρέπεται διπλασιασμός όταν η τρέχουσα αξία αρκεί ήδη για τη νίκη στον αγώνα.",
        ),
    ),
    "jacoby": (
        ("Jacoby rule", "Κανόνας Jacoby"),
        (
            "Gammon and backgammon count 1 unless a double was taken.",
            "Διπλή και τριπλή νίκη μετρούν 1 πόντο, εκτός αν έγινε δεκτός διπλασιασμός.",
        ),
    ),
    "beavers": (
        ("Beavers", "Κάστορες (beavers)"),
        (
            "Whoever takes a double may at once double again and keep the cube.",
            "Μετά την αποδοχή διπλασιασμού επιτρέπεται άμεσος νέος διπλασιασμός, με τον κύβο να "
            "μένει στην ίδια πλευρά.",
        ),
    ),
    "beaver_refusable": (
        ("Beavers may be refused", "Οι κάστορες μπορούν να απορριφθούν"),
        (
            "The doubler may give up the game when beavered.",
            "Μετά από κάστορα (beaver) επιτρέπεται η εγκατάλειψη της παρτίδας.",
        ),
    ),
    "raccoons": (
        ("Raccoons", "Ρακούν (raccoons)"),
        (
            "A beaver may be answered with one more double.",
            "Στον κάστορα (beaver) επιτρέπεται ως απάντηση ένας ακόμη διπλασιασμός.",
        ),
    ),
    "automatic_doubles": (
        ("Automatic doubles", "Αυτόματοι διπλασιασμοί"),
        (
            "Equal opening dice double the stake; the cube stays in the middle.",
            "Ίσα ζάρια στην κλήρωση διπλασιάζουν την αξία· ο κύβος μένει στη μέση.",
        ),
    ),
    "automatic_doubles_limit": (
        ("Limit of automatic doubles", "Όριο αυτόματων διπλασιασμών"),
        (
            "How many automatic doubles a game may have; none given is no limit.",
            "Πόσοι αυτόματοι διπλασιασμοί επιτρέπονται ανά παρτίδα· χωρίς τιμή δεν υπάρχει όριο.",
        ),
    ),
    "options_in_match": (
        ("Options in matches too", "Πρόσθετοι κανόνες και σε αγώνα"),
        (
            "Jacoby, beavers and automatic doubles also hold in match play.",
            "Ο κανόνας Jacoby, οι κάστορες και οι αυτόματοι διπλασιασμοί ισχύουν και σε αγώνα.",
        ),
    ),
    "cube_limit": (
        ("Limit of the cube", "Όριο του κύβου"),
        (
            "The highest value of the cube; none given is no limit.",
            "Η μεγαλύτερη τιμή του κύβου· χωρίς τιμή δεν υπάρχει όριο.",
        ),
    ),
    "larger_die": (
        ("Larger die", "Μεγαλύτερο ζάρι"),
        (
            "Where either die can be played but not both, the larger must be.",
            "Όταν παίζεται μόνο ένα από τα δύο ζάρια, παίζεται το μεγαλύτερο.",
        ),
    ),
    "hit_and_run_home": (
        ("Hit and run at home", "Χτύπημα και φυγή στο σπίτι"),
        (
            "Whether a checker that has just hit in its own home may move on in the same turn.",
            "Αν ένα πούλι που μόλις χτύπησε στο σπίτι του μπορεί να συνεχίσει στην ίδια ζαριά.",
        ),
    ),
    "backgammon_points": (
        ("Points of a triple win", "Πόντοι τριπλής νίκης"),
        (
            "What a backgammon counts before the cube; with 2 it is a gammon.",
            "Πόσο μετρά η τριπλή νίκη πριν από τον κύβο· με 2 μετρά ως διπλή.",
        ),
    ),
    "opening_dice": (
        ("Opening dice", "Ζάρια της κλήρωσης"),
        (
            "Whether the dice that decided the start are played, or two new ones rolled.",
            "Αν τα ζάρια της κλήρωσης παίζονται ή ρίχνονται δύο νέα.",
        ),
    ),
    "later_games": (
        ("Start of later games", "Έναρξη των επόμενων παρτίδων"),
        (
            "Whether later games begin with an opening roll or with the previous winner.",
            "Αν οι επόμενες παρτίδες αρχίζουν με κλήρωση ή με τον νικητή της προηγούμενης.",
        ),
    ),
    "match_lengths": (
        ("Match lengths", "Διάρκεια αγώνα"),
        (
            "The match lengths in use; another one is only pointed out.",
            "Οι συνήθεις διάρκειες αγώνα σε πόντους· άλλη διάρκεια απλώς επισημαίνεται.",
        ),
    ),
}
