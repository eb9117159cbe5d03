import Foundation
import ScreenKit
import Testing

/// Sharing, taking out and stopping, killed just before and just after each request that changes something on the server.
@Suite(.enabled(if: DiskLog.hasCompiler, "a C compiler is needed")) final class SealedSharingKillTests: SealedPeople {
  private static let killer = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <signal.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/uio.h>
    #include <unistd.h>
    static int steps;
    static void step(const char *bytes, size_t count) {
      const char *at = getenv("KILL_AT");
      size_t most = count < 400 ? count : 400;
      if (!at || count < 5 || memcmp(bytes, "POST ", 5) || !memmem(bytes, most, "records/modify", 14)) return;
      if (++steps == atoi(at)) kill(getpid(), SIGKILL);
    }
    ssize_t write(int file, const void *bytes, size_t count) {
      ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
      step(bytes, count);
      ssize_t result = real(file, bytes, count);
      step(bytes, count);
      return result;
    }
    ssize_t writev(int file, const struct iovec *parts, int count) {
      ssize_t (*real)(int, const struct iovec *, int) = dlsym(RTLD_NEXT, "writev");
      if (count > 0) step(parts[0].iov_base, parts[0].iov_len);
      ssize_t result = real(file, parts, count);
      if (count > 0) step(parts[0].iov_base, parts[0].iov_len);
      return result;
    }
    """

  /// Lets Ada say something and be killed at a step; whether she lived.
  private func survives(_ arguments: [String], at step: Int) throws -> Bool {
    let source = try ada.sandbox.write("kill.c", Self.killer.utf8)
    let environment = ["LD_PRELOAD": try DiskLog.library(of: source, in: ada.sandbox), "KILL_AT": "\(step)"]
    let outcome = try ada.start(arguments, environment: environment).finish()
    if outcome.status == .success { return true }
    #expect(outcome.status == .signal(SIGKILL), "\(step): \(outcome)")
    return false
  }

  private func open(_ link: String, by journal: TestJournal) throws {
    try say(["open", "--yes", "-"], by: journal, input: link + "\n")
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
}
