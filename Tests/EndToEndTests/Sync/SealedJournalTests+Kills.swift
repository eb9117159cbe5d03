import Foundation
import ScreenKit
import Testing

/// Founding and letting in, killed at each step of either side.
extension SealedJournalTests {
  /// Ends the program just before or just after one of its files gets its name.
  private static let killer = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <signal.h>
    #include <stdlib.h>
    #include <unistd.h>
    static int steps;
    static void step(void) {
      const char *at = getenv("KILL_AT");
      if (at && ++steps == atoi(at)) kill(getpid(), SIGKILL);
    }
    int rename(const char *from, const char *to) {
      int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
      step();
      int result = real(from, to);
      step();
      return result;
    }
    """

  private func killing(_ journal: TestJournal, at step: Int) throws -> [String: String] {
    let source = try journal.sandbox.write("kill.c", Self.killer.utf8)
    return ["LD_PRELOAD": try DiskLog.library(of: source, in: journal.sandbox), "KILL_AT": "\(step)"]
  }

  @Test(.enabled(if: DiskLog.hasCompiler, "a C compiler is needed"))
  func aFoundingThatIsKilledAtAnyStepGoesOn() throws {
    var survivors = 0
    for step in 1... {
      let (server, laptop, attic) = (try TestServer(), try TestJournal(), try TestJournal())
      try laptop.output("about marzipan")
      let killed = try laptop.signingIn(to: server, environment: try killing(laptop, at: step))
      if killed.status == .success {
        survivors = step
      } else {
        #expect(killed.status == .signal(SIGKILL), "\(step): \(killed)")
        // Before it is done nothing goes plain, whatever is tried.
        _ = try laptop.run("sync")
        #expect(try server.places(of: "marzipan").isEmpty, "step \(step)")
        try laptop.signInSealed(to: server)
      }
      try laptop.sync()
      #expect(try laptop.encryption().state == "ready", "step \(step)")
      let recovery = try laptop.output("account", "recovery")
      try attic.signInSealed(to: server)
      try attic.output("account", "recovery", "--enter", input: recovery)
      try attic.sync()
      #expect(try attic.entries().map(\.title) == ["about marzipan"], "step \(step)")
      #expect(try server.places(of: "marzipan").isEmpty, "step \(step)")
      if survivors > 0 { break }
    }
    // Keys and ring twice, account and session: each before and after.
    #expect(survivors > 8)
  }

  @Test(.enabled(if: DiskLog.hasCompiler, "a C compiler is needed"))
  func lettingInThatIsKilledAtAnyStepOfEitherSideGoesOn() throws {
    try laptop.signInSealed(to: server)
    try laptop.output("about marzipan")
    try laptop.sync()
    for side in ["asks", "answers", "finishes"] {
      for step in 1... {
        let attic = try TestJournal()
        let mayBeKilled: (String) throws -> [String: String] = { [self] name in
          name == side ? try killing(name == "answers" ? laptop : attic, at: step) : [:]
        }
        let asked = try attic.signingIn(bySessionOf: server, environment: mayBeKilled("asks"))
        var isOver = asked.status == .success
        #expect(isOver || asked.status == .signal(SIGKILL), "\(side), step \(step): \(asked)")
        if side == "asks", !isOver {
          let again = try attic.signingIn(bySessionOf: server)
          #expect(again.status == .success, "step \(step): \(again)")
        }
        var words = try attic.words().joined(separator: " ")
        let answered = try laptop.start(["account", "approve", words], environment: mayBeKilled("answers")).finish()
        if side == "answers" {
          isOver = answered.status == .success
          // It may be in the log already: the same words are asked for again, and the answer is written.
          if !isOver { try laptop.output("account", "approve", words) }
        }
        let finished = try attic.start(["sync"], environment: mayBeKilled("finishes")).finish()
        if side == "finishes" { isOver = finished.status == .success }
        if finished.status == .code(3) {
          words = try attic.words().joined(separator: " ")
          try laptop.output("account", "approve", words)
        }
        try attic.sync()
        #expect(try attic.entries().map(\.title) == ["about marzipan"], "\(side), step \(step)")
        try attic.output("account", "sign-out")
        try laptop.sync()
        if isOver { break }
      }
    }
  }
}
