import Foundation
import ScreenKit
import Testing

/// Sharing, taking out and stopping, killed just before and just after each request that changes something on the server.
@Suite(.enabled(if: DiskLog.hasCompiler, "a C compiler is needed")) final class SealedSharingKillTests: SealedPeople {
  /// Lets Ada say something and be killed at a step; whether she lived.
  private func survives(_ arguments: [String], at step: Int) throws -> Bool {
    try ProgramKiller.survives(arguments, by: ada, at: step, of: .request("records/modify"))
  }

  @Test func sharingThatIsKilledShowsNothingAndGoesOn() throws {
    var survivors = 0
    for step in 1...40 where survivors == 0 {
      let trip = try write("Trip \(step) canarytitle", "About canarybody.", by: ada)
      let lived = try survives(["share", trip, "--with", Self.benAddress, "--yes"], at: step)
      if lived { survivors = step }
      // Whatever was begun, the journal is whole, and what was begun is said.
      let synced = try ada.run("sync")
      #expect(synced.status == .success, "step \(step): \(synced)")
      try ben.sync()
      #expect(try !shared(with: ben).contains { $0.id == trip }, "step \(step)")
      let link = try share(trip, with: Self.benAddress, by: ada)
      try open(link, by: ben)
      #expect(try shared(with: ben).first { $0.id == trip }?.body == "About canarybody.", "step \(step)")
    }
    // The ring, those invited, the record, the list: each before and after.
    #expect(survivors > 8, "\(survivors)")
    #expect(try found(["canarytitle", "canarybody"]).isEmpty)
  }

  @Test func takingOutThatIsKilledGoesOn() throws {
    var survivors = 0
    for step in 1...40 where survivors == 0 {
      let trip = try write("Trip \(step)", "Before.", by: ada)
      try open(try share(trip, with: Self.benAddress, "--read-write", by: ada), by: ben)
      try open(try share(trip, with: Self.cleoAddress, by: ada), by: cleo)
      try ada.sync()
      try ben.sync()
      let lived = try survives(["share", "remove", trip, Self.benAddress], at: step)
      if lived { survivors = step }
      try ada.output("edit", trip, "--body", "After \(step).")
      try ada.sync()
      if step < 3 {
        // Before the ring was saved nothing had begun: said again it is done.
        _ = try ada.run("share", "remove", trip, Self.benAddress)
        try ada.sync()
      }
      #expect(!(try ada.output("share", "people", trip)).contains("ben@"), "step \(step)")
      try cleo.sync()
      #expect(try shared(with: cleo).first { $0.id == trip }?.body == "After \(step).", "step \(step)")
      _ = try ben.run("sync")
      #expect(try !shared(with: ben).contains { $0.id == trip }, "step \(step)")
    }
    #expect(survivors > 4, "\(survivors)")
  }

  @Test func stoppingThatIsKilledGoesOn() throws {
    var survivors = 0
    for step in 1...40 where survivors == 0 {
      let trip = try write("Trip \(step)", "Before.", by: ada)
      try open(try share(trip, with: Self.benAddress, "--read-write", by: ada), by: ben)
      try ada.sync()
      try ben.sync()
      let lived = try survives(["share", "stop", trip], at: step)
      if lived { survivors = step }
      try ada.output("edit", trip, "--body", "After \(step) canaryafter.")
      try ada.sync()
      if step < 3 {
        _ = try ada.run("share", "stop", trip)
        try ada.sync()
      }
      #expect(try ada.run("share", "people", trip).status == .code(1), "step \(step)")
      _ = try ben.run("sync")
      #expect(try !shared(with: ben).contains { $0.id == trip }, "step \(step)")
      // It can be shared again, under other keys.
      try open(try share(trip, with: Self.benAddress, by: ada), by: ben)
      #expect(try shared(with: ben).first { $0.id == trip }?.body == "After \(step) canaryafter.", "step \(step)")
      try say(["share", "stop", trip], by: ada)
    }
    #expect(survivors > 8, "\(survivors)")
    #expect(try found(["canaryafter"]).isEmpty)
  }

  @Test func sharingACategoryThatIsKilledGoesOnAndSoDoesStoppingIt() throws {
    var survivors = 0
    for step in 1...40 where survivors == 0 {
      let name = "Health \(step)"
      try ada.output("new", "--title", "Run \(step) canarytitle", "--body", "canarybody", "--category", name)
      let share = ["share", "--category", name, "--with", Self.benAddress, "--yes"]
      let lived = try survives(share, at: step)
      let synced = try ada.run("sync")
      #expect(synced.status == .success, "step \(step): \(synced)")
      let outcome = try say(share, by: ada)
      try open(String(outcome.output.split(separator: " ").last ?? ""), by: ben)
      #expect(try shared(with: ben).map(\.title) == ["Run \(step) canarytitle"], "step \(step)")
      try ada.sync()
      let stopped = try survives(["share", "stop", name], at: step)
      if lived, stopped { survivors = step }
      try ada.sync()
      if step < 3 {
        _ = try ada.run("share", "stop", name)
        try ada.sync()
      }
      #expect(try ada.run("share", "people", name).status == .code(1), "step \(step)")
      _ = try ben.run("sync")
      #expect(try shared(with: ben).isEmpty, "step \(step)")
    }
    #expect(survivors > 8, "\(survivors)")
    #expect(try found(["canarytitle", "canarybody"]).isEmpty)
  }

  // MARK: Coming in

  @Test func acceptingThatIsKilledIsTakenUpOrSaid() throws {
    for (part, least) in [("records/accept", 2), ("records/modify", 2)] {
      var survivors = 0
      for step in 1...20 where survivors == 0 {
        let trip = try write("Trip \(step) canarytitle", "About canarybody.", by: ada)
        let link = try share(trip, with: Self.benAddress, "--read-write", by: ada)
        let lived = try ProgramKiller.survives(
          ["open", "--yes", "-"], by: ben, input: link + "\n", at: step, of: .request(part))
        if lived { survivors = step }
        // What the server knows goes on, and what it does not is said once and is over.
        let synced = try ben.run("sync")
        let isHere = try shared(with: ben).contains { $0.id == trip }
        #expect(isHere || synced.errors.contains("Open the link again"), "\(part), step \(step): \(synced)")
        #expect(try !ben.run("sync").errors.contains("Open the link again"), "\(part), step \(step)")
        try open(link, by: ben)
        #expect(try shared(with: ben).first { $0.id == trip }?.body == "About canarybody.", "\(part), step \(step)")
        try say(["share", "leave", "--yes", trip], by: ben)
        try say(["share", "stop", trip], by: ada)
      }
      #expect(survivors > least, "\(part): \(survivors)")
    }
    #expect(try found(["canarytitle", "canarybody"]).isEmpty)
  }

  @Test func acceptingThatIsKilledBetweenTheFileAndItsKeysLeavesNothing() throws {
    for step in 1...10 {
      let trip = try write("Trip \(step) canarytitle", "About canarybody.", by: ada)
      let link = try share(trip, with: Self.benAddress, "--read-write", by: ada)
      let lived = try ProgramKiller.survives(
        ["open", "--yes", "-"], by: ben, input: link + "\n", at: step, of: .guestFlush)
      #expect(!lived, "step \(step)")
      let synced = try ben.run("sync")
      #expect(synced.status == .success, "step \(step): \(synced)")
      #expect(try guestFolders(of: ben).isEmpty || shared(with: ben).contains { $0.id == trip }, "step \(step)")
      try open(link, by: ben)
      #expect(try shared(with: ben).first { $0.id == trip }?.body == "About canarybody.", "step \(step)")
      try say(["share", "leave", "--yes", trip], by: ben)
    }
    #expect(try found(["canarytitle", "canarybody"]).isEmpty)
  }

  @Test func lettingInThatIsKilledGoesOn() throws {
    var survivors = 0
    for step in 1...20 where survivors == 0 {
      let trip = try write("Trip \(step)", "Before.", by: ada)
      try open(try share(trip, with: Self.benAddress, "--read-write", by: ada), by: ben)
      let lived = try survives(["sync"], at: step)
      if lived { survivors = step }
      try ada.sync()
      try ben.sync()
      try ben.output("edit", trip, "--body", "Ben \(step) canaryben.")
      try ben.sync()
      try ada.sync()
      #expect(try ada.entries().first { $0.id == trip }?.body == "Ben \(step) canaryben.", "step \(step)")
    }
    #expect(survivors > 2, "\(survivors)")
    #expect(try found(["canaryben"]).isEmpty)
  }
}
