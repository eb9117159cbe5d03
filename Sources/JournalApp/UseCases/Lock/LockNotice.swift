import Dispatch
import Synchronization

/// Tells a program that runs for long without a person that the journal was locked, or its key's time is over.
///
/// It lives as long as it is kept.
final class LockNotice {
  private let paths: JournalPaths
  private let told: Told
  private let notice: FolderNotice
  private let timer: any DispatchSourceTimer

  private final class Told: Sendable {
    let flag = Atomic(false)
  }

  /// How often the kernel is asked for the key, in seconds.
  private static let interval = 60

  /// - Parameter call: Called once or more often, on a queue of the system's.
  /// - Returns: nil for a journal that is plain.
  /// - Throws: ``CommandFailure`` where the folder cannot be watched.
  init?(_ paths: JournalPaths, _ call: @escaping @Sendable () -> Void) throws {
    guard paths.isInVault else { return nil }
    let told = Told()
    let vault = JournalVault(paths)
    let lock: @Sendable () -> Void = {
      told.flag.store(true, ordering: .relaxed)
      call()
    }
    (self.paths, self.told) = (paths, told)
    notice = try FolderNotice(folder: paths.folder, prefix: "locked") { lock() }
    timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now(), repeating: .seconds(LockNotice.interval), leeway: .seconds(5))
    timer.setEventHandler { if vault.isKeyGone { lock() } }
    timer.resume()
  }

  deinit { timer.cancel() }

  /// Whether it was.
  var isLocked: Bool { told.flag.load(ordering: .relaxed) }

  /// What is said then.
  var failure: CommandFailure {
    CommandFailure(
      .locked,
      "“\(paths.name)” was locked, so it is not synchronised any more. Unlock it with “cloudjournal unlock”, and start again."
    )
  }
}
