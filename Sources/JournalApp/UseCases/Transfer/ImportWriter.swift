import Dispatch
import JournalCore
import JournalStore
import Synchronization

/// Writes the parts of an import on a thread of its own, in their order, while the next part is read.
///
/// Used from one thread. A part waits until the one before the last is written, so that memory holds three of them.
final class ImportWriter: Sendable {
  /// What became of a part, with the part.
  typealias Written = (summary: ImportSummary, batch: ImportBatch)

  private struct State: Sendable {
    var run: ImportRun
    var written: [Written] = []
    var failure: StoreError?
  }

  private let store: JournalStore
  private let state: Mutex<State>
  private let queue = DispatchQueue(label: "import", qos: .userInitiated)
  /// As many parts may be on their way.
  private let room = DispatchSemaphore(value: 2)

  init(_ store: JournalStore, _ run: ImportRun) {
    self.store = store
    state = Mutex(State(run: run))
  }

  /// Hands a part over.
  ///
  /// - Returns: The parts that were written since the last call.
  /// - Throws: Why an earlier part could not be written; nothing that came after it is.
  func write(_ part: ImportPart) throws(StoreError) -> [Written] {
    room.wait()
    queue.async { [self] in
      perform(part)
      room.signal()
    }
    return try take().written
  }

  /// Waits until all parts are written.
  ///
  /// - Returns: Those that were written since the last call, and the run that ``JournalStore/finishImport(_:)`` takes.
  func finish() throws(StoreError) -> (written: [Written], run: ImportRun) {
    wait()
    return try take()
  }

  /// Waits until no part is on its way.
  func wait() { queue.sync {} }

  private func perform(_ part: ImportPart) {
    guard var run = state.withLock({ $0.failure == nil ? $0.run : nil }) else { return }
    do throws(StoreError) {
      let summary = try store.importPart(part, of: &run)
      let reached = run
      state.withLock { state in
        state.run = reached
        state.written.append((summary, part.batch))
      }
    } catch {
      state.withLock { $0.failure = error }
    }
  }

  private func take() throws(StoreError) -> (written: [Written], run: ImportRun) {
    let (written, run, failure) = state.withLock { state in
      defer { state.written = [] }
      return (state.written, state.run, state.failure)
    }
    if let failure { throw failure }
    return (written, run)
  }
}
