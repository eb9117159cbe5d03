import JournalCore
import JournalUI

/// The table `[lock]` of the configuration: how long a journal that is encrypted on the disk stays unlocked.
package struct LockSettings: Hashable, Sendable {
  /// Seconds without a key after which a screen locks the journal; nil: as it is set on the screen.
  package var idle: UInt32?
  /// Seconds for which the kernel keeps the key from its last use; 0: each command asks; nil: as it is set on the screen.
  package var keep: UInt32?

  /// Takes nothing as set.
  package init() {}

  init(_ table: ConfigTable) throws(InvalidInput) {
    try table.allow(["idle", "keep"])
    idle = try LockSettings.time("idle", table)
    keep = try table.string("keep") == "0" ? 0 : LockSettings.time("keep", table)
  }

  private static func time(_ name: String, _ table: ConfigTable) throws(InvalidInput) -> UInt32? {
    guard let text = try table.string(name) else { return nil }
    guard let seconds = LockDesk.time(text) else {
      throw table.wrong(name, "a time such as \"10m\", \"8h\" or \"2d\"" + (name == "keep" ? ", or \"0\"" : ""))
    }
    return seconds
  }

  /// The names of the screen's preferences that are set here.
  var preferences: Set<String> {
    var names: Set<String> = []
    if idle != nil { names.insert("lockIdle") }
    if keep != nil { names.insert("lockKeep") }
    return names
  }

  /// Puts what is set here in the place of what was chosen on the screen.
  func apply(to preferences: inout Preferences) {
    preferences.lockIdle = idle ?? preferences.lockIdle
    preferences.lockKeep = keep ?? preferences.lockKeep
  }
}
