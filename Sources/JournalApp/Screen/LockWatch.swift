import JournalUI
import Synchronization
import SystemKit

/// When a screen locks a journal by itself: no key was pressed for as long as was set, another program has locked it, or the
/// kernel keeps its key no more.
///
/// Its times are of the clock that goes on while the computer sleeps, in milliseconds.
final class LockWatch {
  /// Why it is locked.
  enum Reason: Hashable {
    /// No key was pressed for too long.
    case idle
    /// Its key has gone already.
    case heard
  }

  private let notice: FolderNotice
  private let isToldOf: Told
  /// Milliseconds; nil: it is not locked for that.
  private var idle: Int64?
  private let vault: JournalVault
  private var usedAt = MonotonicClock.millisecondsWithSleep
  private var askedAt = MonotonicClock.millisecondsWithSleep

  /// How often the kernel is asked, and its time begun anew where keys are pressed.
  private static let interval: Int64 = 60_000
  /// How long a wait is at most where a time was set: it does not go on while the computer sleeps.
  private static let longestWait: Int64 = 30_000

  private final class Told: Sendable {
    let flag = Atomic(false)
  }

  /// - Parameters:
  ///   - idle: As ``Preferences/lockIdle``.
  ///   - wake: Has ``due(now:)`` asked, from any thread.
  init(_ paths: JournalPaths, idle: UInt32, wake: @escaping @Sendable () -> Void) throws {
    let told = Told()
    isToldOf = told
    self.idle = LockWatch.milliseconds(idle)
    vault = JournalVault(paths)
    notice = try FolderNotice(folder: paths.folder, prefix: "locked") {
      told.flag.store(true, ordering: .relaxed)
      wake()
    }
  }

  private static func milliseconds(_ seconds: UInt32) -> Int64? { seconds > 0 ? Int64(seconds) * 1000 : nil }

  /// The settings were changed.
  func change(_ preferences: Preferences, from former: Preferences) {
    idle = LockWatch.milliseconds(preferences.lockIdle)
    if preferences.lockKeep != former.lockKeep { vault.change(seconds: preferences.lockKeep) }
  }

  /// A key was pressed, or the mouse: the kernel keeps the journal's key for as long again.
  func wasUsed(now: Int64) {
    usedAt = now
    guard now - askedAt >= LockWatch.interval else { return }
    askedAt = now
    if !vault.renew() { isToldOf.flag.store(true, ordering: .relaxed) }
  }

  /// Whether it is time, and why; once.
  func due(now: Int64) -> Reason? {
    if isToldOf.flag.exchange(false, ordering: .relaxed) { return .heard }
    if let idle, now - usedAt >= idle {
      usedAt = now
      return .idle
    }
    guard now - askedAt >= LockWatch.interval, now - usedAt >= LockWatch.interval else { return nil }
    askedAt = now
    return vault.isKeyGone ? .heard : nil
  }

  /// Milliseconds until it may be time; nil where nothing is to be asked.
  func timeout(now: Int64) -> Int32? {
    var waits: [Int64] = []
    if let idle { waits.append(min(usedAt + idle - now, LockWatch.longestWait)) }
    if vault.isInKernel { waits.append(max(askedAt, usedAt) + LockWatch.interval - now) }
    return waits.min().map { Int32(clamping: max(0, $0)) }
  }
}
