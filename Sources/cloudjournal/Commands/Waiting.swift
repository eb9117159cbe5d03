import Dispatch
import Glibc
import JournalApp
import JournalCore
import Synchronization

/// Lets a command, which runs to its end on one thread, wait for what goes on on others.
enum Waiting {
  private final class Answer<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
    let isThere = DispatchSemaphore(value: 0)
  }

  /// Runs `body` and waits for it. Blocks: not to be called from a task.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
    let answer = Answer<Value>()
    let task = start(body, answer)
    return try withExtendedLifetime(task) { try take(answer) }
  }

  /// Runs `body`, and cancels it when a person or the system asks the program to end (SIGINT, SIGTERM, SIGHUP).
  static func runUntilSignalled<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let answer = Answer<Value>()
    let task = start(body, answer)
    let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { task.cancel() }
      source.resume()
      return source
    }
    defer { for source in sources { source.cancel() } }
    return try take(answer)
  }

  private static func start<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value, _ answer: Answer<Value>
  ) -> Task<Void, Never> {
    Task {
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      answer.result.withLock { $0 = result }
      answer.isThere.signal()
    }
  }

  private static func take<Value: Sendable>(_ answer: Answer<Value>) throws -> Value {
    answer.isThere.wait()
    guard let result = answer.result.withLock({ $0 }) else { preconditionFailure("signalled without a result") }
    return try result.get()
  }
}

extension CommandSession {
  /// Brings pictures here from the server, all where none are named, and returns what to say of those that did not come.
  func bring(_ names: [RecordName]?, of journal: OpenedJournal) throws -> String? {
    let console = console
    defer { console.endProgress() }
    return try Waiting.runUntilSignalled {
      try await PictureDownloads(journal, environment: World.environmentVariables).bring(names) { console.progress($0) }
    }
  }
}
