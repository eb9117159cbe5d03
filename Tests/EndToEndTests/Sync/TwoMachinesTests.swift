import ScreenKit
import Testing

/// Two homes, two processes, one server between them.
@Suite final class TwoMachinesTests: TwoComputers {
  private func signInBoth() throws {
    try laptop.signIn(to: server)
    try desktop.signIn(to: server)
  }

  @Test func whatIsWrittenHereIsReadThere() throws {
    try laptop.output(
      "new", "--title", "Morning run", "--mood", "happy", "--category", "Health", "--body", "Ran 5 miles #run")
    try signInBoth()
    try laptop.sync()
    try desktop.sync()
    let entry = try #require(try desktop.entries().first)
    #expect(entry.title == "Morning run")
    #expect(entry.body == "Ran 5 miles #run")
    #expect(entry.mood == "happy")
    #expect(entry.category == "Health")
    #expect(entry.tags == ["run"])
    try desktop.output("and one from there")
    try desktop.sync()
    try laptop.sync()
    #expect(try laptop.entries().inOrder == desktop.entries().inOrder)
    #expect(try laptop.entries().count == 2)
  }

  @Test func bothEditOfflineAndBothEditsStay() throws {
    let text = "First paragraph.\n\nSecond paragraph.\n\nThird paragraph."
    try laptop.output("new", "--title", "Morning Run", "--mood", "happy", "--body", text)
    try signInBoth()
    try laptop.sync()
    try desktop.sync()
    let id = try #require(try laptop.entries().first).id
    try laptop.output("edit", id, "--title", "Morning Jog")
    try laptop.output("edit", id, "--body", text.replacing("First", with: "The first"))
    try desktop.output("edit", id, "--mood", "excited")
    try desktop.output("edit", id, "--body", text.replacing("Third", with: "The third"))
    try desktop.sync()
    try laptop.sync()
    try desktop.sync()
    #expect(try laptop.entries().inOrder == desktop.entries().inOrder)
    let entry = try #require(try laptop.entries().first)
    #expect(entry.title == "Morning Jog")
    #expect(entry.mood == "excited")
    #expect(entry.body == text.replacing("First", with: "The first").replacing("Third", with: "The third"))
  }

  @Test func theSamePlaceEditedTwiceKeepsBothTexts() throws {
    try laptop.output("new", "--title", "x", "--body", "Weighed 70 kg.")
    try signInBoth()
    try laptop.sync()
    try desktop.sync()
    let id = try #require(try laptop.entries().first).id
    try laptop.output("edit", id, "--body", "Weighed 71 kg this morning.")
    try desktop.output("edit", id, "--body", "Weighed 69 kg tonight.")
    try laptop.sync()
    try desktop.sync()
    try laptop.sync()
    for journal in [laptop, desktop] {
      let body = try #require(try journal.entries().first).body
      #expect(body.contains("71 kg this morning") && body.contains("69 kg tonight"))
    }
    #expect(try laptop.entries().inOrder == desktop.entries().inOrder)
    // Again and again changes nothing.
    let before = try laptop.entries()
    for _ in 0..<3 {
      try desktop.sync()
      try laptop.sync()
    }
    #expect(try laptop.entries() == before)
  }

  @Test func syncSaysWhatWasSentFetchedAndMerged() throws {
    func sync(_ journal: TestJournal) throws -> String {
      let outcome = try journal.run("sync")
      #expect(outcome.status == .success, "\(outcome)")
      return outcome.errors
    }
    let safe = "Everything is safe: here and on the server.\n"
    try laptop.output("new", "--title", "A trip", "--body", "Weighed 70 kg.")
    try signInBoth()
    #expect(try sync(laptop).hasSuffix("Sent 1. " + safe))
    #expect(try sync(laptop).hasSuffix("Nothing new. " + safe))
    try desktop.output("another one")
    #expect(try sync(desktop).hasSuffix("Sent 1, fetched 1. " + safe))
    let id = try #require(try laptop.entries().first).id
    try laptop.output("edit", id, "--body", "Weighed 71 kg this morning.")
    try desktop.output("edit", id, "--body", "Weighed 69 kg tonight.")
    #expect(try sync(laptop).hasSuffix("Sent 1, fetched 1. " + safe))
    let merged = try sync(desktop)
    #expect(
      merged.hasSuffix("Sent 1, fetched 1, merged 1. Both texts are kept in “A trip”: look at it. " + safe), "\(merged)"
    )
    // Said once; what follows is what status says until it was looked at.
    #expect(try sync(desktop).hasSuffix("Nothing new. " + safe))
    #expect(try desktop.output("status").contains("Merged      1 with both texts kept: look at “A trip”\n"))
    let json = try desktop.run("sync", "--json")
    #expect(json.output.contains("\"sent\":0,\"fetched\":0,\"merged\":0"), "\(json)")
  }

  @Test func whatIsThrownAwayThereIsInTheTrashHere() throws {
    try laptop.output("a note to throw away")
    try signInBoth()
    try laptop.sync()
    try desktop.sync()
    let id = try #require(try desktop.entries().first).id
    try desktop.output("rm", id, "--yes")
    try desktop.sync()
    try laptop.sync()
    #expect(try laptop.entries().isEmpty)
    #expect(try laptop.output("trash", "list").contains("a note to throw away"))
  }

  /// An edit that the deleting device had not seen brings the entry back.
  @Test func anUnseenEditBeatsADeletion() throws {
    try laptop.output("a note")
    try signInBoth()
    try laptop.sync()
    try desktop.sync()
    let id = try #require(try desktop.entries().first).id
    try laptop.output("edit", id, "--body", "written while the other threw it away")
    try desktop.output("rm", id, "--yes")
    try desktop.sync()
    try laptop.sync()
    try desktop.sync()
    #expect(try laptop.entries().map(\.body) == ["written while the other threw it away"])
    #expect(try desktop.entries().inOrder == laptop.entries().inOrder)
  }

  @Test func aJournalThatWasEmptiedForGoodStaysEmpty() throws {
    try laptop.output("--", "one")
    try laptop.output("--", "two")
    try signInBoth()
    try laptop.sync()
    try desktop.sync()
    let id = try #require(try laptop.entries().first).id
    try laptop.output("rm", id, "--yes")
    try laptop.output("trash", "empty", "--yes")
    try laptop.sync()
    try desktop.sync()
    #expect(try desktop.entries().map(\.title) == ["one"])
    // It lived here, so that it can be taken back here for a while; the server and the other one have it no more.
    #expect(try desktop.output("trash", "list").contains("two"))
    try laptop.sync()
    #expect(try !laptop.output("trash", "list").contains("two"))
  }
}

extension Page.Item: Equatable {
  static func == (a: Page.Item, b: Page.Item) -> Bool {
    a.id == b.id && a.title.utf8.elementsEqual(b.title.utf8) && a.body.utf8.elementsEqual(b.body.utf8)
      && a.mood == b.mood && a.category == b.category && a.tags == b.tags && a.isFavorite == b.isFavorite
      && a.createdAt == b.createdAt
  }
}

extension [Page.Item] {
  /// Entries of one moment have no order between them; here they are in that of their names.
  var inOrder: [Page.Item] { sorted { $0.id < $1.id } }
}
