import JournalCore
import JournalUI
import TerminalKit

/// A screen, and the way to it.
struct ShownScreen {
  let name: String
  let journal: () -> FakeJournal
  /// What synchronising says; nil where the journal is on this computer only.
  let status: SyncStatus?
  let steps: (inout Person) -> Void

  private init(
    _ name: String, _ keys: String = "", type: String = "", then: String = "",
    in journal: @autoclosure @escaping () -> FakeJournal = .shown,
    status: SyncStatus? = .busy, steps: @escaping (inout Person) -> Void = { _ in }
  ) {
    self.name = name
    self.journal = journal
    self.status = status
    self.steps = { person in
      person.press(keys)
      person.type(type)
      person.press(then)
      steps(&person)
    }
  }

  /// All screens, dialogs and states that look like nothing else.
  static var all: [ShownScreen] { main + writing + pickers + screens + doors + pictures }

  private static var main: [ShownScreen] {
    [
      ShownScreen("list"),
      ShownScreen("list-long", "G", in: .many(400)),
      ShownScreen("list-safe", status: .safe),
      ShownScreen("list-local", status: nil),
      ShownScreen("list-empty", in: FakeJournal(), status: nil),
      ShownScreen("sidebar", "h j"),
      ShownScreen("reader", "l"),
      ShownScreen("search", "/", type: "the") { $0.wait(for: .search) },
      ShownScreen("search-nothing", "/", type: "zebra") { $0.wait(for: .search) },
      ShownScreen("marking", "v space j space"),
      ShownScreen("favourites", "F enter"),
      ShownScreen("on-this-day", "O"),
      ShownScreen("on-this-day-empty", "O", in: .many(3)),
      ShownScreen("trash", "T"),
      ShownScreen("shared", "N", in: .shared, status: .safe),
      ShownScreen("shared-reading", "N j enter", in: .shared, status: .safe),
      ShownScreen("trash-empty", "T", in: .many(3)),
      ShownScreen("message", "f"),
      ShownScreen("message-error") { person in
        person.journal.failure = Failure("The disk is full. Nothing was changed.")
        person.press("f")
      },
    ]
  }

  private static var writing: [ShownScreen] {
    [
      ShownScreen("reading", "enter"),
      ShownScreen("reading-markdown", "j j j j enter"),
      ShownScreen("reading-task", "j j j j enter tab tab"),
      ShownScreen("reading-outline", "j j j j enter o"),
      ShownScreen("editor", "e"),
      ShownScreen("editor-markdown", "j j j j e"),
      ShownScreen("editor-new", "n"),
      ShownScreen("editor-find", "e ctrl-f", type: "the"),
      ShownScreen("editor-focus", "e ctrl-t"),
      ShownScreen("editor-discard", "e", type: "More. ", then: "f9"),
    ]
  }

  private static var pickers: [ShownScreen] {
    [
      ShownScreen("mood", "m"),
      ShownScreen("category", "c"),
      ShownScreen("category-find", "c", type: "ho"),
      ShownScreen("tags", "t"),
      ShownScreen("date", "w"),
      ShownScreen("date-ambiguous", "w ctrl-u", type: "5/6/2026"),
      ShownScreen("go-to-date", "W"),
      ShownScreen("sort", "o"),
      ShownScreen("export", "x"),
      ShownScreen("filter", "F"),
      ShownScreen("show-category", ":", type: "show a category", then: "enter"),
      ShownScreen("show-mood", "M"),
      ShownScreen("show-tag", "#"),
      ShownScreen("journals", "@"),
      ShownScreen("links", "j j j j L"),
      ShownScreen("palette", ":"),
      ShownScreen("palette-matches", ":", type: "mo"),
      ShownScreen("palette-nothing", ":", type: "zzzz"),
      ShownScreen("drafts", in: .interrupted),
      ShownScreen("delete", "T D"),
      ShownScreen("empty-trash", "T E"),
    ]
  }

  private static var screens: [ShownScreen] {
    [
      ShownScreen("help", "?"),
      ShownScreen("help-editor", "e f1"),
      ShownScreen("help-filter", "? /", type: "mood"),
      ShownScreen("settings", ","),
      ShownScreen("settings-writing", ", tab"),
      ShownScreen("settings-filter", ", /", type: "date"),
      ShownScreen("calendar", "C"),
      ShownScreen("calendar-empty", "C", in: FakeJournal(), status: nil),
      ShownScreen("year", "Y"),
      ShownScreen("year-many", "Y", in: .many(400)),
      ShownScreen("year-empty", "Y", in: FakeJournal(), status: nil),
      ShownScreen("insights", "I"),
      ShownScreen("insights-all", "I a tab tab", in: .moody),
      ShownScreen("insights-empty", "I", in: FakeJournal(), status: nil),
      ShownScreen("categories", "alt-c"),
      ShownScreen("category-colour", "alt-c c"),
      ShownScreen("category-icon", "alt-c i"),
      ShownScreen("category-name", "alt-c n"),
      ShownScreen("share", "&", in: .shared, status: .safe),
      ShownScreen("share-none", "j j &", in: .shared, status: .safe),
      ShownScreen("share-address", "& a", in: .shared, status: .safe),
      ShownScreen("share-anyone", "& w", in: .shared, status: .safe),
      ShownScreen("share-code", "& Q", in: .shared, status: .safe),
      ShownScreen("share-theirs", "N j &", in: .shared, status: .safe),
      ShownScreen("share-link", ":", type: "open a link to something", then: "enter", in: .shared, status: .safe),
      ShownScreen("history", "e", type: "Today. ", then: "esc f H"),
      ShownScreen("history-empty", "H"),
      ShownScreen("messages", "f m 1 ;"),
      ShownScreen("messages-empty", ";"),
      ShownScreen("sync", "S"),
      ShownScreen("sync-safe", "S", status: .safe),
      ShownScreen("sync-travelling", "S", status: .travelling),
      ShownScreen("sync-local", "S", status: nil),
      ShownScreen("sync-technical", "S t"),
      ShownScreen("sync-log", "S l"),
      ShownScreen("compare", "S j c"),
    ]
  }

  private static var doors: [ShownScreen] {
    [
      ShownScreen("account", "A", status: .safe),
      ShownScreen("account-none", "A", status: nil),
      ShownScreen("account-ended", "A", status: .safe.with { $0.account = .noAccount }),
      ShownScreen("account-encrypted", "A", status: .encrypted) { $0.send(.accountAnswered(.overview(.encrypted))) },
      ShownScreen("key-needed", status: .waitsForKeys),
      ShownScreen("recovery-key", "A", status: .encrypted) { $0.send(.accountAnswered(.recoveryKey(.recovery))) },
      ShownScreen("recovery-check", "A", status: .encrypted) { person in
        person.send(.accountAnswered(.recoveryKey(.recovery)))
        person.press("enter")
        person.type("q5rq puyx")
        person.press("enter")
      },
      ShownScreen("recovery-enter", "A", status: .waitsForKeys) { person in
        person.send(.accountAnswered(.waitsForKeys))
        person.press("r")
      },
      ShownScreen("six-words", "A", status: .waitsForKeys) { $0.send(.accountAnswered(.waitsForKeys)) },
      ShownScreen("let-in", "A a", type: "apple river cand", status: .encrypted),
      ShownScreen("sign-in", "A enter", status: nil),
      ShownScreen("sign-in-browser", "A w", status: nil),
      ShownScreen("sign-in-code", "A w enter", status: nil) {
        $0.send(
          .accountAnswered(.browserWaits(address: "https://journal.example.org/code", code: "BCDF-GHJK")))
      },
      ShownScreen("sign-in-link", "A w enter", status: nil) {
        $0.send(.accountAnswered(.browserWaits(address: "https://journal.example.org/sign-in?state=1", code: nil)))
      },
      ShownScreen("sign-out", "A o", status: .safe),
      ShownScreen("sync-erased", "!", status: .safe.with { $0.activity = .asking(.zoneGone) }),
      ShownScreen("sync-replaced", "!", status: .safe.with { $0.activity = .asking(.otherIncarnation) }),
      ShownScreen("sync-mass-removal", "!", status: .safe.with { $0.activity = .asking(.massRemoval(3000, of: 3413)) }),
      ShownScreen("sync-take-servers", "! t", status: .safe.with { $0.activity = .asking(.zoneGone) }),
      ShownScreen("sync-stays-local", "!", status: .safe.with { $0.staysLocal = true }),
      ShownScreen("rename-device", "A n", status: .safe),
      ShownScreen("revoke-device", "A j d", status: .safe),
      ShownScreen("erase-here", "A e", status: .safe),
      ShownScreen("erase-server", "A E", status: .safe),
    ]
  }

  private static var pictures: [ShownScreen] {
    [
      ShownScreen("pictures", "z"),
      ShownScreen("picture-caption", "z e"),
      ShownScreen("attach", "i"),
      ShownScreen("removed-pictures", "Z"),
      ShownScreen("removed-pictures-empty", "Z", in: .many(3)),
    ]
  }
}

extension FakeJournal {
  /// Some of everything: pictures, one of them removed, a category in the trash, Markdown of all kinds.
  static var shown: FakeJournal {
    var journal = FakeJournal.merged
    let pictured = FakeJournal.pictured
    (journal.images, journal.folders) = (pictured.images, pictured.folders)
    if var heron = journal.images[RecordName("run")]?.remove(at: 1) {
      heron.trashedAt = SyncStatus.at(3600)
      journal.trashedImages[heron.id] = heron
    }
    journal.categories[RecordName("errands")] = JournalCore.Category(
      id: RecordName("errands"), name: "Errands", colorHex: "#AF52DE", sortOrder: 3,
      modifiedAt: Instant(milliseconds: 0), trashedAt: SyncStatus.at(7200))
    journal.journals.append(JournalChoice(name: "Work", account: "ada@journal.example.org"))
    journal.add(
      entry(
        "loaves", "Two loaves",
        "# Bread\n\nSlow, and *almost* without [a recipe](https://bread.example.org/slow).\n\n## What it takes\n\n"
          + "| What | How much |\n|---|---:|\n| flour | 1,000 g |\n| water | 720 g |\n\n- [x] feed the starter\n"
          + "- [ ] buy salt\n\n> Time does the work.\n> > So they say.\n\n---\n\n### How\n\n1. mix\n2. wait `12 h`\n\n"
          + "```swift\nlet water = flour * 0.72 // of the weight of the flour, and a little more on a dry day in winter\n"
          + "print(\"wait\")\n```\n\n~~No~~ **always** more salt.",
        date(2026, 10, 2, 18, 5), mood: .neutral, category: "home", tags: ["bread", "slow"]))
    return journal
  }

  /// A journal in which an entry was being written when the program ended.
  static var interrupted: FakeJournal {
    var journal = FakeJournal.shown
    journal.drafts.append(
      Draft(
        entry: entry("x", "On the train", "The hills were", date(2026, 11, 20, 17)), isNew: true, owner: "dead",
        savedAt: date(2026, 11, 20, 18).instant))
    return journal
  }
}
