/// One word by itself on the command line, which is rarely an entry and often the command of another program.
package enum LoneWord {
  /// Whether a word has to be confirmed before it is written down: 2 to 24 letters, all of them lower-case, or a command of
  /// two words such as `sign-in`.
  ///
  /// A capital begins a sentence, and letters without case, such as `漢字`, are no command of any program.
  package static func isDoubtful(_ word: String) -> Bool {
    meanings[word] != nil || (2...24).contains(word.count) && word.allSatisfy { $0.isLetter && $0.isLowercase }
  }

  /// What a word may have been meant to be, as a sentence; nil where nothing is known of it.
  package static func meaning(of word: String) -> String? {
    meanings[word].map { "Did you mean “\($0)”?" } ?? explanations[word]
  }

  /// Words of other programs and what they are called here.
  private static let meanings = [
    "ls": "cloudjournal list", "dir": "cloudjournal list", "all": "cloudjournal list", "entries": "cloudjournal list",
    "tag": "cloudjournal tags", "category": "cloudjournal categories", "version": "cloudjournal --version",
    "today": "cloudjournal list -on today", "yesterday": "cloudjournal list -on yesterday",
    "last": "cloudjournal show last", "view": "cloudjournal show last", "cat": "cloudjournal show last",
    "delete": "cloudjournal rm ID", "remove": "cloudjournal rm ID", "del": "cloudjournal rm ID",
    "restore": "cloudjournal trash restore ID", "undelete": "cloudjournal trash restore ID",
    "add": "cloudjournal new", "write": "cloudjournal new", "create": "cloudjournal new",
    "login": "cloudjournal account sign-in", "signin": "cloudjournal account sign-in",
    "logout": "cloudjournal account sign-out", "signout": "cloudjournal account sign-out",
    "sign-in": "cloudjournal account sign-in", "log-in": "cloudjournal account sign-in",
    "sign-out": "cloudjournal account sign-out", "log-out": "cloudjournal account sign-out",
    "devices": "cloudjournal account devices", "journal": "cloudjournal journals", "find": "cloudjournal search WORDS",
    "grep": "cloudjournal search WORDS", "demo": "cloudjournal --demo", "open": "cloudjournal",
    "photo": "cloudjournal attach ID FILE", "picture": "cloudjournal attach ID FILE", "image": "cloudjournal images ID",
    "log": "cloudjournal history ID", "push": "cloudjournal sync", "pull": "cloudjournal sync",
    "check": "cloudjournal doctor", "repair": "cloudjournal doctor --repair", "manual": "man cloudjournal",
    "statistics": "cloudjournal stats", "archive": "cloudjournal export --format archive -o journal.zip",
  ]

  private static let explanations = [
    "undo": "On the screen u undoes; “cloudjournal history” and “cloudjournal trash” restore what there was before.",
    "config": "Settings are in config.toml, and on the screen behind the key “,”.",
    "settings": "Settings are in config.toml, and on the screen behind the key “,”.",
    "quit": "On the screen q quits; a command ends when it is done.",
    "exit": "On the screen q quits; a command ends when it is done.",
    "theme": "Themes are chosen on the screen, behind the key “,”.",
    "calendar": "“cloudjournal list -on 2026-05” lists a month; on the screen W goes to a date.",
  ]
}
