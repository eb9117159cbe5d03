import Foundation
import ScreenKit
import Testing

@Suite struct BrokenJournalTests {
  @Test func aFileThatIsNoDatabaseIsLeftAlone() throws {
    let journal = try TestJournal()
    let text = "this is somebody's letter, not a database"
    try journal.sandbox.write("data/cloudjournal/journals/Personal/journal.sqlite", text.utf8)
    for arguments in [["list"], ["a captured line"], ["doctor"]] {
      let outcome = try journal.start(arguments).finish()
      #expect(outcome.status != .success, "\(arguments)")
      #expect(outcome.errors.contains(journal.databasePath), "\(arguments): \(outcome.errors)")
    }
    #expect(try journal.sandbox.read("data/cloudjournal/journals/Personal/journal.sqlite") == text)
  }

  @Test func theJournalIsPrivate() throws {
    let journal = try TestJournal()
    try journal.output("a private line")
    let folder = "data/cloudjournal/journals/Personal"
    for (path, mode) in [(journal.databasePath, 0o600), (journal.sandbox.path(folder), 0o700)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
    }
  }

  @Test func readOnlyWritesNothing() throws {
    let journal = try TestJournal()
    try journal.output("a line")
    let outcome = try journal.run("--read-only", "another line")
    #expect(outcome.status != .success && !outcome.errors.isEmpty)
    #expect(try journal.page("list", "--json", "--read-only").count == 1)
  }

  @Test func anUnknownSettingIsNamedWithItsPlace() throws {
    let journal = try TestJournal()
    try journal.sandbox.write("config/cloudjournal/config.toml", "no_such_setting = 1\n".utf8)
    let outcome = try journal.run("list")
    #expect(outcome.errors.contains("no_such_setting") && outcome.errors.contains("config.toml"), "\(outcome)")
  }

  /// As a network folder without a lock daemon answers.
  private static let withoutLocks = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <stdarg.h>
    #include <stdlib.h>
    #include <unistd.h>
    static int call(const char *name, int file, int command, void *argument) {
      if (command == F_SETLK || command == F_SETLKW || command == F_GETLK) {
        int log = open(getenv("REFUSED_LOCKS"), O_CREAT | O_WRONLY | O_APPEND, 0600);
        if (write(log, ".", 1) == 1) close(log);
        errno = ENOLCK;
        return -1;
      }
      int (*real)(int, int, ...) = dlsym(RTLD_NEXT, name);
      return real(file, command, argument);
    }
    #define REPLACED(name) int name(int file, int command, ...) { \\
      va_list list; va_start(list, command); void *argument = va_arg(list, void *); va_end(list); \\
      return call(#name, file, command, argument); }
    REPLACED(fcntl)
    REPLACED(fcntl64)
    """

  /// SQLite takes it for a file that another program has locked, and would ask again for ten seconds.
  @Test(.enabled(if: DiskLog.hasCompiler, "a C compiler is needed"), arguments: [["list"], ["new", "more words"]])
  func aFileSystemWithoutLocksIsTheCauseThatIsNamed(_ command: [String]) throws {
    let journal = try TestJournal()
    try journal.output("--", "words")
    let source = try journal.sandbox.write("locks.c", Self.withoutLocks.utf8)
    let library = try DiskLog.library(of: source, in: journal.sandbox)
    let log = journal.sandbox.path("refused")
    let outcome = try journal.start(command, environment: ["LD_PRELOAD": library, "REFUSED_LOCKS": log]).finish()
    #expect(outcome.status == .code(1) && outcome.errors.contains("on a file system without locks"), "\(outcome)")
    #expect(!outcome.errors.contains("Another program"), "\(outcome)")
    #expect(try journal.sandbox.read("refused") == ".")
    #expect(try journal.entries().map(\.title) == ["words"])
  }
}
