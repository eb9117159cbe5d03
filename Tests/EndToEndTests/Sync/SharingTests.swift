import Foundation
import ScreenKit
import Testing

/// Two accounts, two homes, one server: an entry is shared, read, written together, left and ended.
@Suite final class SharingTests: TwoPeople {
  @Test func anEntryIsReadByWhoWasInvitedAndByNobodyElse() throws {
    try ada.output("new", "--title", "Trip to Bergen", "--body", "Rain, and herons.")
    try ada.output("new", "--title", "Secret", "--body", "canary")
    let trip = try #require(try ada.entries().first { $0.title == "Trip to Bergen" }).id
    let link = try share(trip, "--with", Self.benAddress, by: ada)
    #expect(link.contains("/share/"), "\(link)")
    // Nothing is there before it is accepted.
    try ben.sync()
    #expect(try shared(with: ben).isEmpty)
    let asked = try ben.run("open", link)
    #expect(asked.status == .code(2) && asked.errors.contains("Trip to Bergen"), "\(asked)")
    try ben.output("open", "--yes", "-", input: link + "\n")
    let items = try shared(with: ben)
    #expect(items.map(\.title) == ["Trip to Bergen"] && items.map(\.body) == ["Rain, and herons."])
    #expect(items.map(\.permission) == ["read"], "\(items)")
    #expect(try ben.entries().isEmpty)
    // Only reading was allowed, and the reason is said before anything is written.
    let refused = try ben.run("edit", trip, "--title", "Mine")
    #expect(refused.status == .code(1) && refused.errors.contains("for reading"), "\(refused)")
    let people = try ada.output("share", "people", trip)
    #expect(people.contains("ben") && people.contains("reads"), "\(people)")
    #expect(try ben.output("search", "is:shared herons").contains("Trip to Bergen"))
    #expect(!(try ben.output("list", "--shared")).contains("canary"))
  }
}

/// What is shared is written together, and words that were not sent stay.
@Suite final class SharedWritingTests: TwoPeople {
  /// Shares an entry of Ada's with Ben, who accepts; its id.
  private func shareTrip(_ options: String..., picture: Bool = false) throws -> String {
    try ada.output("new", "--title", "Trip", "--body", "First.\n\nSecond.\n\nThird.")
    let trip = try #require(try ada.entries().first).id
    if picture {
      try Data(PictureSamples.photograph).write(to: URL(fileURLWithPath: ada.sandbox.path("home/canal.jpg")))
      try ada.output("attach", trip, "canal.jpg")
    }
    let outcome = try ada.start(["share", trip, "--with", Self.benAddress, "--yes"] + options).finish()
    #expect(outcome.status == .success, "\(outcome)")
    try ben.output("open", "--yes", "-", input: outcome.output)
    return trip
  }

  @Test func bothWriteAndBothTextsMeet() throws {
    let trip = try shareTrip("--read-write")
    #expect(try shared(with: ben).map(\.permission) == ["readWrite"])
    try ben.output("edit", trip, "--body", "First, says Ben.\n\nSecond.\n\nThird.")
    try ada.output("edit", trip, "--body", "First.\n\nSecond.\n\nThird, says Ada.")
    try ben.sync()
    try ada.sync()
    try ben.sync()
    let body = "First, says Ben.\n\nSecond.\n\nThird, says Ada."
    #expect(try ada.entries().first?.body == body)
    #expect(try shared(with: ben).map(\.body) == [body])
    // Each history says whose words came in.
    #expect(try ada.output("history", trip).contains("with ben"))
    // Filing and favourites are the owner's.
    let refused = try ben.run("edit", trip, "--favorite")
    #expect(refused.status == .code(1) && refused.errors.contains("ada’s"), "\(refused)")
    #expect(try ada.entries().first?.isFavorite == false)
  }

  @Test func picturesComeAlongAndACopyHasThem() throws {
    let trip = try shareTrip(picture: true)
    let shown = try ben.output("show", trip)
    #expect(shown.contains("canal.jpg"), "\(shown)")
    let copied = try ben.output("share", "copy", trip)
    let copy = try #require(try ben.entries().first)
    #expect(copy.title == "Trip" && copy.id != trip, "\(copied)")
    #expect(try ben.output("images", copy.id).contains("canal.jpg"))
    let nothing = try ada.run("export", "--shared")
    #expect(nothing.status == .code(1) && nothing.errors.contains("Others share nothing with you."), "\(nothing)")
    try ben.output("images", "save", trip, "1", "here.jpg")
    // What others share is written in every format, and one's own is not among it.
    for format in ["jrnl", "md", "json", "jrnl-json", "html", "yaml"] {
      let written = try ben.output("export", "--shared", "--format", format)
      #expect(written.contains("Second.") && !written.contains("Trip (copy)"), "\(format): \(written)")
    }
    #expect(try ben.output("export", "--shared", "--format", "json", "-contains", "herons").contains("\"count\":0"))
    let folder = try ben.run("export", "--shared", "--format", "md", "-o", "theirs/")
    #expect(folder.errors.contains("exported 1 entry, 1 picture to theirs/"), "\(folder)")
    let archive = try ben.run("export", "--shared", "--format", "archive", "-o", "theirs.zip")
    #expect(archive.errors.contains("exported 1 entry, 1 picture to theirs.zip"), "\(archive)")
    // Again is the same one.
    try ben.output("share", "copy", trip)
    #expect(try ben.entries().count == 1)
  }

  @Test func whoMayWriteAddsPicturesAndTheyReachTheOwner() throws {
    let trip = try shareTrip("--read-write")
    let path = ben.sandbox.path("home/heron.jpg")
    try Data(PictureSamples.photograph).write(to: URL(fileURLWithPath: path))
    try ben.output("attach", trip, "heron.jpg")
    try ben.sync()
    try ada.output("sync", "--all-images")
    #expect(try ada.output("images", trip).contains("heron.jpg"))
    try ada.output("images", "save", trip, "1", "theirs.jpg")
    // One that was not sent before the end goes with the kept words.
    try Data(PictureSamples.png(width: 9, height: 9)).write(to: URL(fileURLWithPath: ben.sandbox.path("home/new.png")))
    try ben.output("attach", trip, "new.png")
    try ada.output("share", "stop", trip)
    try ben.sync()
    let kept = try #require(try ben.entries().first)
    #expect(kept.title == "Trip (kept)")
    let pictures = try ben.output("images", kept.id)
    #expect(pictures.contains("new.png") && !pictures.contains("heron.jpg"), "\(pictures)")
  }

  @Test func wordsThatWereNotSentStayWhenSharingStops() throws {
    let trip = try shareTrip("--read-write")
    try ben.output("edit", trip, "--body", "What only Ben knows.")
    // They are on no server, and nothing says that they are.
    let status = try ben.run("status")
    #expect(status.status == .code(1) && status.output.contains("1 change of yours in what others share"), "\(status)")
    let erase = try ben.start(["account", "sign-out", "--remove"], input: "no\n").finish()
    #expect(erase.errors.contains("1 change"), "\(erase)")
    try ada.output("share", "stop", trip)
    let outcome = try ben.run("sync")
    #expect(outcome.status == .success && outcome.errors.contains("no longer shares"), "\(outcome)")
    #expect(try shared(with: ben).isEmpty)
    let kept = try #require(try ben.entries().first)
    #expect(kept.title == "Trip (kept)" && kept.body == "What only Ben knows.")
    #expect(try ada.entries().first?.body == "First.\n\nSecond.\n\nThird.")
    #expect(try ada.run("share", "people", trip).status == .code(1))
    // The kept words are on the server as Ben's own, and nothing comes back.
    try ben.sync()
    #expect(try ben.entries().count == 1)
  }

  @Test("“last” is the last entry of one's own, and what is not found in it is not looked for in others’")
  func theLastEntryIsOnesOwn() throws {
    let trip = try shareTrip("--read-write", picture: true)
    for words in [["edit", "last", "--title", "Mine"], ["images", "rm", "last", "1"], ["rm", "last"]] {
      #expect(try ben.start(words).finish().status == .code(1), "\(words)")
    }
    try ben.output("new", "--title", "Own", "--body", "Without pictures.")
    for words in [["images", "rm", "last", "1"], ["images", "save", "last", "1", "x.jpg"]] {
      #expect(try ben.start(words).finish().status == .code(1), "\(words)")
    }
    try ben.sync()
    try ada.sync()
    #expect(try ada.entries().map(\.title) == ["Trip"])
    #expect(try ada.output("images", trip).contains("canal.jpg"))
  }

  @Test("a draft from before and what was saved after it are both kept, and a second copy of the same is none")
  func draftsAreKeptBesideWhatWasSaved() throws {
    let trip = try shareTrip("--read-write")
    // The editor fails after it has saved: its text stays a draft.
    let editor = try ben.start(
      ["edit", trip], environment: ["EDITOR": "sh -c 'printf \"Trip\\n\\nhalf a sen\" > \"$1\"; exit 3' --"]
    ).finish()
    #expect(editor.status == .code(1), "\(editor)")
    try ben.output("edit", trip, "--body", "A whole page.")
    try ada.output("share", "stop", trip)
    try ben.sync()
    #expect(Set(try ben.entries().map(\.body)) == ["A whole page.", "half a sen"])
    try ben.sync()
    #expect(try ben.entries().count == 2)
  }

  @Test("a copy that lies in the trash comes out of it when it is asked for again")
  func aCopyComesBackFromTheTrash() throws {
    let trip = try shareTrip()
    try ben.output("share", "copy", trip)
    try ben.output("rm", "--yes", try #require(try ben.entries().first).id)
    try ben.output("share", "copy", trip)
    #expect(try ben.entries().map(\.title) == ["Trip"])
  }

  @Test("what was refused while only reading was allowed goes with the first synchronisation after writing is")
  func whatWasRefusedGoesWhenWritingIsAllowedAgain() throws {
    let trip = try shareTrip("--read-write")
    try ben.output("edit", trip, "--body", "Says Ben.")
    try ada.output("share", "permission", trip, Self.benAddress, "read")
    #expect(try ben.run("sync").status == .code(1))
    try ada.output("share", "permission", trip, Self.benAddress, "write")
    try ben.sync()
    try ada.sync()
    #expect(try ada.entries().map(\.body) == ["Says Ben."])
  }

  @Test("a damaged file of what others share is never taken for safe, and stops nothing of one's own")
  func aDamagedGuestHoldsUpNothing() throws {
    _ = try shareTrip()
    let folder = ben.sandbox.path("data/cloudjournal/journals/Personal/shared")
    let zone = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.contains(",") })
    try Data("not a journal".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(zone)/journal.sqlite"))
    try ben.output("--", "My own words")
    let status = try ben.run("status")
    #expect(status.status == .code(1) && status.output.contains("1 change is not on the server yet"), "\(status)")
    let sync = try ben.run("sync")
    #expect(sync.status == .code(1) && sync.errors.contains("What others share was not brought whole"), "\(sync)")
    #expect(try ben.run("status", "--json").output.contains("\"pending\":0"))
  }

  @Test("a category that others read does not go to the trash, where its entries would stay theirs")
  func aSharedCategoryStays() throws {
    try ada.output("new", "--title", "Run", "--category", "Health")
    try ada.output("share", "--category", "Health", "--with", Self.benAddress, "--yes")
    let refused = try ada.run("categories", "rm", "--yes", "Health")
    #expect(refused.status == .code(1) && refused.errors.contains("Stop sharing it first"), "\(refused)")
    try ada.output("share", "stop", "Health")
    try ada.output("categories", "rm", "--yes", "Health")
  }

  @Test func whoIsRemovedGetsNothingMoreAndOthersGoOn() throws {
    let first = try shareTrip("--read-write")
    try ada.output("new", "--title", "Second trip", "--body", "x")
    let second = try #require(try ada.entries().first { $0.title == "Second trip" }).id
    try ben.output("open", "--yes", "-", input: try share(second, "--with", Self.benAddress, by: ada))
    #expect(try shared(with: ben).count == 2)
    try ben.output("edit", first, "--title", "Unsent")
    try ada.output("share", "remove", first, Self.benAddress)
    try ada.output("edit", first, "--body", "canary")
    try ada.sync()
    let outcome = try ben.run("sync")
    #expect(outcome.status == .success && outcome.errors.contains("no longer shares"), "\(outcome)")
    #expect(try shared(with: ben).map(\.title) == ["Second trip"])
    #expect(try ben.entries().map(\.title) == ["Unsent (kept)"])
    #expect(!(try ben.output("list")).contains("canary"))
  }

  @Test func aCategoryIsSharedWithWhatIsFiledUnderItLater() throws {
    try ada.output("new", "--title", "Run", "--category", "Health", "--body", "5 miles")
    try ada.output("new", "--title", "Other", "--body", "canary")
    let run = try #require(try ada.entries().first { $0.title == "Run" }).id
    let outcome = try ada.run(
      "share", "--category", "Health", "--with", Self.benAddress, "--read-write", "--yes", "--json")
    #expect(outcome.status == .success && outcome.output.contains("\"kind\":\"category\""), "\(outcome)")
    let link = try ada.output("share", "link", "Health")
    try ben.output("open", "--yes", "-", input: link)
    #expect(try shared(with: ben).map(\.title) == ["Run"])
    try ada.output("new", "--title", "Swim", "--category", "Health", "--body", "1 mile")
    try ada.sync()
    try ben.sync()
    #expect(try shared(with: ben).map(\.title).sorted() == ["Run", "Swim"])
    // What is moved out of it goes.
    try ada.output("edit", run, "--category", "none")
    try ada.sync()
    try ben.sync()
    #expect(try shared(with: ben).map(\.title) == ["Swim"])
    try ada.output("share", "stop", "Health")
    try ben.sync()
    #expect(try shared(with: ben).isEmpty)
    #expect(try ben.entries().isEmpty && ada.entries().count == 3)
  }

  @Test func whoLeavesKeepsWhatWasNotSent() throws {
    let trip = try shareTrip("--read-write")
    try ben.output("edit", trip, "--title", "Mine now")
    let unasked = try ben.run("share", "leave", trip)
    #expect(unasked.status == .code(2) && unasked.errors.contains("goes from your devices. Leave it?"), "\(unasked)")
    let left = try ben.run("share", "leave", "--yes", trip)
    #expect(left.status == .success && left.errors.contains("You have left"), "\(left)")
    #expect(try shared(with: ben).isEmpty)
    #expect(try ben.entries().map(\.title) == ["Mine now (kept)"])
    // Ada sees that Ben is gone.
    #expect(!(try ada.output("share", "people", trip)).contains("ben"))
  }
}

/// Who may do what, and what is refused with a sentence.
@Suite final class SharingRefusalTests: TwoPeople {
  @Test func linksThatDoNotHoldSaySo() throws {
    try ada.output("new", "--title", "Trip", "--body", "x")
    let trip = try #require(try ada.entries().first).id
    let link = try share(trip, by: ada)
    for (text, words) in [
      ("non sense", "is not a link"), ("https://journal.other.org/share/abcdefghijklmnop", "journal.other.org"),
      (server.url + "/share/abcdefghijklmnopqrstuvwx", "not shared (any more)"), (link, "shared with others"),
      (server.url + "/elsewhere/abcdefgh", "is not a link"), (link + "#k=abc", "43 characters"),
    ] {
      let outcome = try ben.run("open", "--yes", text)
      #expect(outcome.status != .success && outcome.errors.contains(words), "\(text): \(outcome)")
    }
    #expect(try ben.run("open", "the", "window").errors.contains("to write it down"))
    let own = try ada.run("open", "--yes", link)
    #expect(own.status == .code(1) && own.errors.contains("is yours"), "\(own)")
    try ada.output("share", "stop", trip)
    #expect(try ben.run("open", "--yes", link).errors.contains("not shared"))
    #expect(try shared(with: ben).isEmpty)
  }

  @Test func anyoneWithTheLinkJoinsAndPermissionsChange() throws {
    try ada.output("new", "--title", "Trip", "--body", "x")
    let trip = try #require(try ada.entries().first).id
    try ben.output("open", "--yes", "-", input: try share(trip, "--anyone", by: ada))
    #expect(try shared(with: ben).map(\.permission) == ["read"])
    let refused = try ada.run("share", "permission", trip, "ben", "write")
    #expect(refused.status == .code(1) && refused.errors.contains("anyone with the link"), "\(refused)")
    try ada.output("share", "stop", trip)
    let link = try share(trip, "--with", Self.benAddress, by: ada)
    try ben.output("open", "--yes", "-", input: link)
    try ada.output("share", "permission", trip, Self.benAddress, "write")
    try ben.sync()
    #expect(try shared(with: ben).map(\.permission) == ["readWrite"])
    try ben.output("edit", trip, "--title", "Ben's title")
    // Read only again before it was sent: the words stay, and a copy makes them Ben's.
    try ada.output("share", "permission", trip, Self.benAddress, "read")
    let stuck = try ben.run("sync")
    #expect(stuck.status == .code(1) && stuck.errors.contains("not change it"), "\(stuck)")
    #expect(stuck.errors.contains("Ben's title"), "\(stuck)")
    try ben.output("share", "copy", trip)
    #expect(try ben.entries().map(\.title) == ["Ben's title"])
    // They are his now, and hold up nothing: the entry is as its owner has it.
    try ben.sync()
    #expect(try shared(with: ben).map(\.title) == ["Trip"])
    let list = try ada.run("share", "list", "--json")
    #expect(list.output.contains("\"mine\":true") && list.output.contains(Self.benAddress), "\(list)")
    let theirs = try ben.run("share", "list", "--json")
    #expect(theirs.output.contains("\"mine\":false") && theirs.output.contains("\"owner\":\"ada\""), "\(theirs)")
  }

  @Test func withoutAServerNothingIsHalfDone() throws {
    try ada.output("new", "--title", "Trip", "--body", "x")
    try ada.sync()
    let trip = try #require(try ada.entries().first).id
    try server.crash()
    let outcome = try ada.run("share", trip, "--with", Self.benAddress, "--yes", "--json")
    #expect(outcome.status == .code(1) && outcome.output.contains("\"code\":\"needs-network\""), "\(outcome)")
    #expect(try ada.output("share", "list").isEmpty)
    let address = try ada.run("share", trip, "--with", "ben", "--yes")
    #expect(address.status == .code(2) && address.errors.contains("not an address"), "\(address)")
  }
}
