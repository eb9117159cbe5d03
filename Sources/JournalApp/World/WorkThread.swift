import Dispatch
import Foundation
import Synchronization

/// A thread of its own for an actor's work, so that the work can have a priority of its own.
///
/// The pool's threads have one priority, whatever a task's is: with two processors, a key would otherwise wait its turn
/// behind thousands of records that are read and written.
final class WorkThread: SerialExecutor {
  private let waiting = Mutex<[UnownedJob]>([])
  private let count = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - name: For who looks at the process.
  ///   - prepare: Called on the thread before everything else.
  init(name: String, prepare: @escaping @Sendable () -> Void = {}) {
    let thread = Thread { [weak self, count] in
      prepare()
      while true {
        count.wait()
        guard let self else { return }
        for job in self.take() { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
      }
    }
    thread.name = name
    thread.start()
  }

  /// Ends the thread.
  deinit { count.signal() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    waiting.withLock { $0.append(job) }
    count.signal()
  }

  /// What has come since the last call.
  private func take() -> [UnownedJob] {
    waiting.withLock { jobs in
      defer { jobs = [] }
      return jobs
    }
  }
}
