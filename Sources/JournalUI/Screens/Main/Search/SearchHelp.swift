/// The search syntax in a few lines, for help and for the line below the search.
enum SearchHelp {
  static let lines: [(example: String, meaning: String)] = [
    ("canal heron", "Entries with both words, or words that begin so"),
    ("\"exact words\"", "These words in this order"),
    ("heron or stork", "Either of them"),
    ("-rain", "Without this word; works before everything below, too"),
    ("mood:happy,excited", "Any of these moods"),
    ("category:work", "In this category; category:\"\" is unfiled"),
    ("tag:run", "With this tag"),
    ("cat Tab, mood:ha Tab, #ru Tab", "Tab completes filters, moods, categories and tags; again: the next one"),
    ("is:favourite  is:unfiled  is:trashed", "Only such entries"),
    ("has:image", "With pictures"),
    ("from:2026-01  to:march", "From this day on, up to this day"),
  ]

  static let short = "mood:happy category:work tag:run is:favourite from:2026-01 \"exact words\" -not  a or b"
}
