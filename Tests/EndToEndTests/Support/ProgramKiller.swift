import Foundation
import ScreenKit
import Testing

/// Ends a program at a step of its work, by a library that is loaded before the C library.
enum ProgramKiller {
  /// What a step is.
  enum Step {
    /// Just before, or just after, a request goes out whose first lines have this part.
    case request(String)
    /// Just before, or just after, a file is flushed that lies in what others share.
    case guestFlush
  }

  private static let source = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <signal.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/uio.h>
    #include <unistd.h>
    static int steps;
    static void count(void) {
      const char *at = getenv("KILL_AT");
      if (at && ++steps == atoi(at)) kill(getpid(), SIGKILL);
    }
    static void note(const char *bytes, size_t most) {
      const char *log = getenv("REQUEST_LOG");
      const char *end = memchr(bytes, '\\n', most);
      int file = log ? open(log, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
      if (file < 0) return;
      ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
      real(file, bytes, end ? end - bytes + 1 : most);
      close(file);
    }
    static void step(const char *bytes, size_t count_, int isBefore) {
      const char *part = getenv("KILL_REQUEST");
      size_t most = count_ < 400 ? count_ : 400;
      if (count_ < 5 || memcmp(bytes, "POST ", 5)) return;
      if (isBefore) note(bytes, most);
      if (part && memmem(bytes, most, part, strlen(part))) count();
    }
    ssize_t write(int file, const void *bytes, size_t count_) {
      ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
      step(bytes, count_, 1);
      ssize_t result = real(file, bytes, count_);
      step(bytes, count_, 0);
      return result;
    }
    ssize_t writev(int file, const struct iovec *parts, int count_) {
      ssize_t (*real)(int, const struct iovec *, int) = dlsym(RTLD_NEXT, "writev");
      if (count_ > 0) step(parts[0].iov_base, parts[0].iov_len, 1);
      ssize_t result = real(file, parts, count_);
      if (count_ > 0) step(parts[0].iov_base, parts[0].iov_len, 0);
      return result;
    }
    static int isGuests(int file) {
      char name[64], path[4096];
      if (!getenv("KILL_FLUSH")) return 0;
      snprintf(name, sizeof name, "/proc/self/fd/%d", file);
      ssize_t length = readlink(name, path, sizeof path - 1);
      return length > 0 && memmem(path, length, "/shared/", 8) != NULL;
    }
    static int flush(int file, const char *name) {
      int (*real)(int) = dlsym(RTLD_NEXT, name);
      int isCounted = isGuests(file);
      if (isCounted) count();
      int result = real(file);
      if (isCounted) count();
      return result;
    }
    int fsync(int file) { return flush(file, "fsync"); }
    int fdatasync(int file) { return flush(file, "fdatasync"); }
    """

  private static func library(_ journal: TestJournal) throws -> String {
    let source = try journal.sandbox.write("kill.c", Self.source.utf8)
    return try DiskLog.library(of: source, in: journal.sandbox)
  }

  /// Lets a person say something and be killed at a step, from 1; whether they lived.
  static func survives(
    _ arguments: [String], by journal: TestJournal, input: String = "", at number: Int, of step: Step
  ) throws -> Bool {
    var environment = ["LD_PRELOAD": try library(journal), "KILL_AT": "\(number)"]
    switch step {
    case .request(let part): environment["KILL_REQUEST"] = part
    case .guestFlush: environment["KILL_FLUSH"] = "1"
    }
    let outcome = try journal.start(arguments, input: input, environment: environment).finish()
    if outcome.status == .success { return true }
    #expect(outcome.status == .signal(SIGKILL), "\(number): \(outcome)")
    return false
  }

  /// The first lines of the requests that a command sends, in their order.
  static func requests(_ arguments: [String], by journal: TestJournal) throws -> [String] {
    let log = journal.sandbox.path("requests.log")
    let environment = ["LD_PRELOAD": try library(journal), "REQUEST_LOG": log]
    let outcome = try journal.start(arguments, environment: environment).finish()
    guard outcome.status == .success else { throw UnexpectedOutcome(description: "\(outcome)") }
    let bytes = FileManager.default.contents(atPath: log) ?? Data()
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
  }
}
