import Glibc

/// A child process that reads one descriptor and writes to one channel, and is ended and waited for by ``end()``.
struct DecoderProcess {
  enum Ending: Equatable {
    case exited(Int32)
    case killed(Int32, processorSeconds: Int)
  }

  let identifier: pid_t
  private let channel: Int32

  init(_ program: String, arguments: [String], input: Int32) throws(ImageFailure) {
    var ends: [Int32] = [-1, -1]
    // A pair of sockets and not a pipe, which Swift's module cannot open close-on-exec in one call: an editor that is
    // started in between would hold the other end for as long as it runs.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw ImageFailure(.decoderDoesNotStart(errno: errno)) }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The screen blocks its signals and ignores some; a child would inherit both.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // A group of its own: a ^C that is meant for the program must not turn into a sentence about a broken picture.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = Self.environment.map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, program, &actions, &attributes, words, variables)
    guard error == 0 else {
      close(ends[0])
      throw ImageFailure(error == ENOENT ? .decoderIsMissing : .decoderDoesNotStart(errno: error))
    }
    identifier = process
    channel = ends[0]
  }

  /// Only what finding libraries needs: the decoder has no business with anything else that a person's shell holds.
  private static var environment: [String] {
    let kept = ["LD_LIBRARY_PATH", "GDK_PIXBUF_MODULE_FILE", "GDK_PIXBUF_MODULEDIR"]
    return kept.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
      + ["LC_ALL=C", "SWIFT_BACKTRACE=enable=no"]
  }

  /// Everything that the child writes until it closes its end.
  func read(upTo most: Int, seconds: Int) -> Result<[UInt8], ImageFailure> {
    var answer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let deadline = ContinuousClock.now + .seconds(seconds)
    while true {
      if Task.isCancelled { return .failure(ImageFailure(.wasCancelled)) }
      if ContinuousClock.now > deadline { return .failure(ImageFailure(.needsTooMuchTime)) }
      var wait = pollfd(fd: channel, events: Int16(POLLIN), revents: 0)
      let ready = poll(&wait, 1, 100)
      if ready == 0 || ready < 0 && errno == EINTR { continue }
      let got = Glibc.read(channel, &chunk, chunk.count)
      if got < 0 {
        if errno == EINTR { continue }
        return .failure(ImageFailure(.cannotRead(errno: errno)))
      }
      if got == 0 { return .success(answer) }
      guard answer.count + got <= most else { return .failure(ImageFailure(.decoderAnswersWrongly)) }
      answer.append(contentsOf: chunk[..<got])
    }
  }

  /// Waits for the child and says how it ended; one that does not end by itself is ended.
  ///
  /// - Parameter patience: milliseconds for a child that closed its channel and so is about to exit; 0 ends it at once.
  func end(patience: Int) -> Ending {
    close(channel)
    var status: Int32 = 0
    var usage = rusage()
    for _ in 0..<patience {
      let process = wait4(identifier, &status, WNOHANG, &usage)
      if process == identifier { return Ending(status, usage) }
      if process < 0, errno != EINTR { break }
      poll(nil, 0, 1)
    }
    kill(identifier, SIGKILL)
    while wait4(identifier, &status, 0, &usage) < 0, errno == EINTR {}
    return Ending(status, usage)
  }
}

extension DecoderProcess.Ending {
  fileprivate init(_ status: Int32, _ usage: rusage) {
    let seconds = Int(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    self = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F, processorSeconds: seconds)
  }
}
