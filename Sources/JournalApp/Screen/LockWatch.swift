import Synchronization
import SystemKit

/// When a screen locks a journal by itself: no key was pressed for as long as was set, or another program has locked it.
final class LockWatch {
  private let notice: FolderNotice
  private let isToldOf: Told
  private let idle: Int64?
  private var usedAt = MonotonicClock.milliseconds

  private final class Told: Sendable {
    let flag = Atomic(false)
  }

  /// - Parameter wake: Has ``isDue(now:)`` asked, from any thread.
  init(_ paths: JournalPaths, _ settings: LockSettings, wake: @escaping @Sendable () -> Void) throws {
    let told = Told()
    isToldOf = told
    idle = settings.idle.map { Int64($0) * 1000 }
    notice = try FolderNotice(folder: paths.folder, prefix: "locked") {
      told.flag.store(true, ordering: .relaxed)
      wake()
    }
  }

  /// A key was pressed, or the mouse.
  func wasUsed(now: Int64) { usedAt = now }

  /// Whether it is time; once.
  func isDue(now: Int64) -> Bool {
    if isToldOf.flag.exchange(false, ordering: .relaxed) { return true }
    guard let idle, now - usedAt >= idle else { return false }
    usedAt = now
    return true
  }

  /// Milliseconds until it may be time; nil where that is not known.
  func timeout(now: Int64) -> Int32? {
    idle.map { Int32(clamping: max(0, usedAt + $0 - now)) }
  }
}
