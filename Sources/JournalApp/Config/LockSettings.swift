import JournalCore

/// The table `[lock]` of the configuration: how long a journal that is encrypted on the disk stays unlocked.
package struct LockSettings: Hashable, Sendable {
  /// Seconds without a key after which a screen locks the journal; nil: it does not.
  package var idle: UInt32?
  /// Seconds for which the kernel keeps the key from its last use; 0: each command asks; nil: the usual time.
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

  /// `10m`, `8h` or `2d`, as the file has it.
  static func text(_ seconds: UInt32) -> String {
    for (unit, length) in [("d", UInt32(86_400)), ("h", 3600), ("m", 60)] where seconds.isMultiple(of: length) {
      return "\(seconds / length)\(unit)"
    }
    return "\(seconds)s"
  }
}
