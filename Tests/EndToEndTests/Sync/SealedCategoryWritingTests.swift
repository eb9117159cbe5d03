import Foundation
import ScreenKit
import Testing

/// Others write in a category that is shared from an encrypted journal: in the entries that its owner has filed there, and nowhere else.
@Suite final class SealedCategoryWritingTests: SealedPeople {
  private func giveToWrite(_ category: String, to address: String) throws -> String {
    let outcome = try say(["share", "--category", category, "--with", address, "--read-write", "--yes"], by: ada)
    #expect(outcome.errors.contains("Filing and the trash stay yours."), "\(outcome)")
    let line = outcome.output.split(separator: "\n").last {
      $0.hasPrefix("cloudjournal://") || $0.hasPrefix(address)
    }
    return String(try #require(line).split(separator: " ").last ?? "")
  }

  private func body(_ id: String, by journal: TestJournal) throws -> String? {
    try journal.entries().first { $0.id == id }?.body
  }

  @Test func whatOthersWriteInAnEntryThereComesBackAndTheRestIsTheOwners() throws {
    let run = try file("Run", "5 miles.", in: "Health", by: ada)
    try Data(PictureSamples.photograph).write(to: URL(fileURLWithPath: ada.sandbox.path("home/canal.jpg")))
    try ada.output("attach", run, "canal.jpg")
    let attic = try another(of: "ada", ada)
    let link = try giveToWrite("Health", to: Self.benAddress)
    let asked = try ben.run("open", link)
    #expect(asked.errors.contains("You may read it, write in its entries, and add entries and pictures."), "\(asked)")
    try open(link, by: ben)
    try open(try share(category: "Health", with: Self.cleoAddress), by: cleo)
    try ada.sync()
    #expect(try titles(ben) == ["Run"])
    try ben.output("edit", run, "--body", "6 miles canarybody.", "--mood", "happy")
    #expect(try ben.run("sync").status == .success)
    // On both of hers, and with who reads.
    try ada.sync()
    try attic.sync()
    for journal in [ada, attic] { #expect(try body(run, by: journal) == "6 miles canarybody.") }
    _ = try titles(cleo)
    #expect(try shared(with: cleo).first { $0.id == run }?.body == "6 miles canarybody.")
    // Both write at once: both texts are kept, as between two devices.
    try ben.output("edit", run, "--title", "The run")
    try ada.output("edit", run, "--body", "7 miles.")
    try ada.sync()
    #expect(try ben.run("sync").status == .success)
    try ada.sync()
    #expect(try ada.entries().first { $0.id == run }.map { [$0.title, $0.body] } == ["The run", "7 miles."])
    // Her pictures, the trash and filing are hers.
    for arguments in [["images", "rm", run, "1"], ["images", "caption", run, "1", "His"]] {
      let refused = try ben.start(arguments).finish()
      #expect(refused.status == .code(1), "\(refused)")
      #expect(refused.errors.contains("you add some, and ada changes and removes them"), "\(refused)")
    }
    #expect(try ben.start(["edit", run, "--category", "none"]).finish().status == .code(1))
    #expect(try cleo.start(["edit", run, "--body", "No."]).finish().errors.contains("for reading"))
    #expect(try found(["canarybody"]).isEmpty)
    for journal in [ada, attic, ben, cleo] { #expect(try journal.run("status").status == .success) }
  }

  @Test func whatIsFiledElsewhereIsTheOwnersAndARightThatEndsEndsWithAnotherKey() throws {
    let run = try file("Run", "5 miles.", in: "Health", by: ada)
    let swim = try file("Swim", "1 mile.", in: "Health", by: ada)
    try open(try share(category: "Health", with: Self.benAddress), by: ben)
    try ada.sync()
    #expect(try titles(ben) == ["Run", "Swim"])
    #expect(try ben.start(["edit", run, "--body", "No."]).finish().errors.contains("for reading"))
    let given = try say(["share", "permission", "Health", Self.benAddress, "write"], by: ada)
    #expect(given.errors.contains("Filing and the trash stay yours."), "\(given)")
    _ = try titles(ben)
    try ben.output("edit", run, "--body", "His.")
    #expect(try ben.run("sync").status == .success)
    try ada.sync()
    #expect(try body(run, by: ada) == "His.")
    // He writes in what she files elsewhere meanwhile: his words are kept as his own.
    try ben.output("edit", swim, "--body", "2 miles of his.")
    try ada.output("edit", swim, "--category", "none")
    try ada.sync()
    let told = try ben.run("sync")
    #expect(told.errors.contains("Swim (kept)") || told.output.contains("Swim (kept)"), "\(told)")
    #expect(try titles(ben) == ["Run"])
    try ada.sync()
    #expect(try body(swim, by: ada) == "1 mile.")
    try say(["share", "permission", "Health", Self.benAddress, "read"], by: ada)
    _ = try ben.run("sync")
    #expect(try ben.start(["edit", run, "--body", "No."]).finish().errors.contains("for reading"))
    try ada.sync()
    #expect(try body(run, by: ada) == "His.")
    #expect(try ada.run("status").status == .success && ben.run("status").status == .success)
  }

  /// An entry that he adds is seen by all who have the category, at once; she signs for it, and files it elsewhere for herself.
  @Test func whoMayWriteAddsEntries() throws {
    _ = try file("Run", "5 miles.", in: "Health", by: ada)
    let attic = try another(of: "ada", ada)
    try open(try giveToWrite("Health", to: Self.benAddress), by: ben)
    try open(try share(category: "Health", with: Self.cleoAddress), by: cleo)
    try ada.sync()
    #expect(try titles(ben) == ["Run"])
    let wrong = try ben.start(["new", "--shared", "--category", "Nothing", "words"]).finish()
    #expect(
      wrong.status == .code(1) && wrong.errors.contains("No one shares a category “Nothing” with you"), "\(wrong)")
    #expect(try ben.start(["new", "--shared", "words"]).finish().status == .code(2))
    let starred = try ben.start(["new", "--shared", "--category", "Health", "--starred", "words"]).finish()
    #expect(starred.errors.contains("Favourites and categories are"), "\(starred)")
    try ben.output("new", "--shared", "--category", "health", "--title", "Swim", "--body", "1 mile canaryadded.")
    #expect(try ben.entries().isEmpty, "nothing of it is in his own journal")
    #expect(try ben.run("sync").status == .success)
    let swim = try #require(try shared(with: ben).first { $0.title == "Swim" }).id
    // Who reads sees it by his signature, before she has seen it, and cannot add one.
    #expect(try titles(cleo) == ["Run", "Swim"])
    let reading = try cleo.start(["new", "--shared", "--category", "Health", "No."]).finish()
    #expect(reading.errors.contains("shares this category for reading"), "\(reading)")
    // He goes on in it before that, too.
    try ben.output("edit", swim, "--body", "2 miles canaryadded.")
    #expect(try ben.run("sync").status == .success)
    for journal in [ada, attic] {
      try journal.sync()
      #expect(try body(swim, by: journal) == "2 miles canaryadded.")
    }
    // By her word each of them goes on.
    try ben.output("edit", swim, "--mood", "happy")
    #expect(try ben.run("sync").status == .success)
    try ada.sync()
    #expect(try ada.entries().first { $0.id == swim }?.mood == "happy")
    #expect(try found(["canaryadded"]).isEmpty)
    try ada.output("edit", swim, "--category", "none")
    try ada.sync()
    #expect(try titles(ben) == ["Run"] && titles(cleo) == ["Run"])
    try attic.sync()
    #expect(try attic.entries().first { $0.id == swim }?.body == "2 miles canaryadded.")
    for journal in [ada, attic, ben, cleo] { #expect(try journal.run("status").status == .success) }
  }

  /// She takes him out before her computers have seen what he added: it is taken in first, and no one else gets a copy.
  @Test func whatWasAddedIsTakenInBeforeItsMakerIsTakenOut() throws {
    _ = try file("Run", "5 miles.", in: "Health", by: ada)
    try open(try giveToWrite("Health", to: Self.benAddress), by: ben)
    try open(try share(category: "Health", with: Self.cleoAddress), by: cleo)
    try ada.sync()
    #expect(try titles(ben) == ["Run"])
    try ben.output("new", "--shared", "--category", "Health", "--title", "Swim", "--body", "His.")
    #expect(try ben.run("sync").status == .success)
    #expect(try titles(cleo) == ["Run", "Swim"])
    try say(["share", "remove", "Health", Self.benAddress], by: ada)
    try ada.sync()
    #expect(try Set(ada.entries().map(\.title)) == ["Run", "Swim"])
    // He may have a copy, since he cannot know that she has it; who only read it has none.
    let told = try ben.run("sync")
    #expect(
      told.output.contains("What you added there last") || told.errors.contains("What you added there last"), "\(told)")
    try say(["share", "remove", "Health", Self.cleoAddress], by: ada)
    _ = try cleo.run("sync")
    #expect(try cleo.entries().isEmpty && ben.entries().map(\.title) == ["Swim (kept)"])
    for journal in [ada, ben, cleo] { #expect(try journal.run("status").status == .success) }
  }

  /// What he added and did not send becomes his own, where it can be sent no more.
  @Test func whatWasAddedAndNotSentBecomesOnesOwn() throws {
    _ = try file("Run", "5 miles.", in: "Health", by: ada)
    try open(try giveToWrite("Health", to: Self.benAddress), by: ben)
    try ada.sync()
    #expect(try titles(ben) == ["Run"])
    try ben.output("new", "--shared", "--category", "Health", "--title", "Swim", "--body", "Not sent.")
    try say(["share", "permission", "Health", Self.benAddress, "read"], by: ada)
    let told = try ben.run("sync")
    #expect(told.output.contains("Swim (kept)") || told.errors.contains("Swim (kept)"), "\(told)")
    #expect(try ben.entries().map(\.body) == ["Not sent."])
    #expect(try titles(ben) == ["Run"])
    try ada.sync()
    #expect(try ada.entries().map(\.title) == ["Run"])
    #expect(try ada.run("status").status == .success && ben.run("status").status == .success)
  }

  /// What its owner deletes forever is gone, whatever he wrote in it meanwhile; what he had not sent becomes his own.
  @Test func whatIsDeletedForeverStaysDeleted() throws {
    let run = try file("Run", "5 miles.", in: "Health", by: ada)
    let swim = try file("Swim", "1 mile.", in: "Health", by: ada)
    let link = try giveToWrite("Health", to: Self.benAddress)
    try open(link, by: ben)
    try ada.sync()
    #expect(try titles(ben) == ["Run", "Swim"])
    // Of the one he has sent what he wrote before she hears of it, of the other he has not.
    try ben.output("edit", run, "--body", "His, sent.")
    #expect(try ben.run("sync").status == .success)
    try ben.output("edit", swim, "--body", "His, not sent.")
    for id in [run, swim] {
      try say(["rm", id, "--yes"], by: ada)
      try say(["trash", "purge", id, "--yes"], by: ada)
    }
    try ada.sync()
    #expect(try ada.entries().isEmpty)
    let told = try ben.run("sync")
    #expect(told.errors.contains("Swim (kept)") || told.output.contains("Swim (kept)"), "\(told)")
    #expect(try titles(ben).isEmpty)
    #expect(try ben.entries().map(\.body) == ["His, not sent."])
    for _ in 0..<2 {
      try ada.sync()
      #expect(try ben.run("sync").status == .success)
    }
    #expect(try ada.entries().isEmpty && ben.entries().count == 1)
    #expect(try ada.run("status").status == .success && ben.run("status").status == .success)
  }

  /// A picture that he adds is seen by all who have the category, at once; her devices seal it anew, and it is hers from then on.
  @Test func whoMayWriteAddsPictures() throws {
    let run = try file("Run", "5 miles.", in: "Health", by: ada)
    let attic = try another(of: "ada", ada)
    try open(try giveToWrite("Health", to: Self.benAddress), by: ben)
    try open(try share(category: "Health", with: Self.cleoAddress), by: cleo)
    try ada.sync()
    #expect(try titles(ben) == ["Run"])
    for name in ["canarypicture.jpg", "wrong.jpg"] {
      try Data(PictureSamples.photograph).write(to: URL(fileURLWithPath: ben.sandbox.path("home/\(name)")))
    }
    try ben.output("attach", run, "canarypicture.jpg")
    // What was not sent is his to change and to remove.
    try ben.output("images", "caption", run, "1", "canarycaption")
    try ben.output(
      "new", "--shared", "--category", "Health", "--title", "Swim", "--body", "1 mile.", "--image", "wrong.jpg")
    let swim = try #require(try shared(with: ben).first { $0.title == "Swim" }).id
    try ben.output("images", "rm", swim, "1")
    #expect(try ben.run("sync").status == .success)
    #expect(try ben.run("status").status == .success)
    // Cleo has it by his signature; what he removed never came.
    #expect(try titles(cleo) == ["Run", "Swim"])
    #expect(try captions(of: run, by: cleo) == ["canarycaption"] && captions(of: swim, by: cleo).isEmpty)
    // Before her computers have seen it he writes another caption; he cannot remove it any more.
    try ben.output("images", "caption", run, "1", "canarycaption two")
    let kept = try ben.start(["images", "rm", run, "1"]).finish()
    #expect(kept.errors.contains("This picture has been sent, and stays there"), "\(kept)")
    #expect(try ben.run("sync").status == .success)
    for journal in [ada, attic] {
      try journal.sync()
      #expect(try captions(of: run, by: journal) == ["canarycaption two"])
    }
    try attic.output("sync", "--all-images")
    try attic.output("images", "save", run, "1", "there.jpg")
    // It is hers now; what he writes under it before he has heard of that gives way, and nothing stays behind.
    try ben.output("images", "caption", run, "1", "canarycaption three")
    for _ in 0..<2 { _ = try ben.run("sync") }
    #expect(try captions(of: run, by: ben) == ["canarycaption two"])
    #expect(try ben.run("sync").status == .success)
    let hers = try ben.start(["images", "caption", run, "1", "No."]).finish()
    #expect(hers.errors.contains("you add some, and ada changes and removes them"), "\(hers)")
    try ada.output("images", "caption", run, "1", "hers")
    try ada.sync()
    _ = try ben.run("sync")
    #expect(try captions(of: run, by: ben) == ["hers"])
    // Where she files the entry elsewhere the picture goes with it.
    try ada.output("edit", run, "--category", "none")
    try ada.sync()
    try attic.sync()
    #expect(try titles(ben) == ["Swim"] && captions(of: run, by: attic) == ["hers"])
    #expect(try found(["canarycaption", "canarypicture"]).isEmpty)
    let reading = try cleo.start(["attach", swim, "no.jpg"]).finish()
    #expect(reading.errors.contains("for reading"), "\(reading)")
    for journal in [ada, attic, ben, cleo] { #expect(try journal.run("status").status == .success) }
  }

  /// She deletes forever what he goes on captioning: it is gone from him, too, and his program says no more of it.
  @Test func aPictureThatItsOwnerDeletesForeverIsGone() throws {
    let run = try file("Run", "5 miles.", in: "Health", by: ada)
    try open(try giveToWrite("Health", to: Self.benAddress), by: ben)
    try ada.sync()
    #expect(try titles(ben) == ["Run"])
    try Data(PictureSamples.photograph).write(to: URL(fileURLWithPath: ben.sandbox.path("home/his.jpg")))
    try ben.output("attach", run, "his.jpg")
    #expect(try ben.run("sync").status == .success)
    try ada.sync()
    try ben.output("images", "caption", run, "1", "Not sent.")
    try ada.output("images", "rm", run, "1")
    try say(["trash", "empty", "--yes"], by: ada)
    try ada.sync()
    for _ in 0..<2 { _ = try ben.run("sync") }
    #expect(try captions(of: run, by: ben).isEmpty && ben.run("sync").status == .success)
    try ada.sync()
    #expect(try captions(of: run, by: ada).isEmpty && titles(ben) == ["Run"])
    for journal in [ada, ben] { #expect(try journal.run("status").status == .success) }
  }

  /// She files an entry elsewhere before she has seen a picture that he added there: he keeps it.
  @Test func aPictureThatIsShutOutStaysWithItsMaker() throws {
    let run = try file("Run", "5 miles.", in: "Health", by: ada)
    _ = try file("Walk", "1 mile.", in: "Health", by: ada)
    try open(try giveToWrite("Health", to: Self.benAddress), by: ben)
    try ada.sync()
    #expect(try titles(ben) == ["Run", "Walk"])
    let attic = try another(of: "ada", ada)
    try Data(PictureSamples.photograph).write(to: URL(fileURLWithPath: ben.sandbox.path("home/his.jpg")))
    try ben.output("attach", run, "his.jpg")
    // Attic files it elsewhere; Ada's other computer hears of both in one go.
    try attic.output("edit", run, "--category", "none")
    try attic.sync()
    let told = try ben.run("sync")
    #expect(told.output.contains("Run (kept)") || told.errors.contains("Run (kept)"), "\(told)")
    try ada.sync()
    #expect(try captions(of: run, by: ada).isEmpty)
    #expect(try titles(ben) == ["Walk"] && ben.entries().map(\.title) == ["Run (kept)"])
    let own = try #require(try ben.entries().first)
    #expect(try captions(of: own.id, by: ben) == ["his.jpg"])
    for journal in [ada, attic, ben] { #expect(try journal.run("status").status == .success) }
  }

  /// Her other computer, which has seen neither, does not bring the entry back for the picture; he keeps both.
  @Test func aPictureThatWaitsBringsNoEntryBackThatItsOwnerDeletedForever() throws {
    let run = try file("Run", "5 miles.", in: "Health", by: ada)
    _ = try file("Walk", "1 mile.", in: "Health", by: ada)
    try open(try giveToWrite("Health", to: Self.benAddress), by: ben)
    try ada.sync()
    #expect(try titles(ben) == ["Run", "Walk"])
    let attic = try another(of: "ada", ada)
    try Data(PictureSamples.photograph).write(to: URL(fileURLWithPath: ben.sandbox.path("home/his.jpg")))
    try ben.output("attach", run, "his.jpg")
    try say(["rm", run, "--yes"], by: ada)
    try say(["trash", "purge", run, "--yes"], by: ada)
    try ada.sync()
    for journal in [ben, ada, attic, ben, ada, attic] {
      let outcome = try journal.run("sync")
      #expect(outcome.status == .success, "\(outcome)")
    }
    for journal in [ada, attic] { #expect(try journal.entries().map(\.title) == ["Walk"]) }
    #expect(try titles(ben) == ["Walk"] && ben.entries().map(\.title) == ["Run (kept)"])
  }

  private func captions(of id: String, by journal: TestJournal) throws -> [String] {
    let answer = try journal.output("images", "list", id, "--json")
    let object = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
    let images = try #require(object?["items"] as? [[String: Any]])
    return images.map { $0["caption"] as? String ?? "" }
  }
}
