import JournalSeal

/// What the kernel keeps of a vault that is unlocked: the vault's key 32, the key for pages 32, the testimony of the file that
/// was believed, and the time in seconds 4.
///
/// With these a short command opens the journal without deriving or proving anything: looking up the types of a hash takes
/// longer than all the rest. Older programs kept the vault's key and the time.
struct KeptVault: Sendable {
  let key: VaultKey
  /// Of the vault's file (``VaultFile/testimony``); empty where an older program kept the key.
  let testimony: [UInt8]
  /// How long the kernel keeps it from its last use.
  let seconds: UInt32

  init(_ key: VaultKey, of file: VaultFile, seconds: UInt32) {
    (self.key, self.testimony, self.seconds) = (key, file.testimony, seconds)
  }

  /// Reads what ``bytes`` was; nil for anything else.
  init?(_ bytes: [UInt8]) {
    let (length, end) = (VaultKey.length, bytes.count - 4)
    let isOlder = bytes.count == length + 4
    guard isOlder || end > 2 * length else { return nil }
    let pages = isOlder ? nil : Array(bytes[length..<2 * length])
    guard let key = VaultKey(Array(bytes[..<length]), pages: pages) else { return nil }
    self.key = key
    testimony = isOlder ? [] : Array(bytes[(2 * length)..<end])
    seconds = bytes[end...].reduce(0) { $0 << 8 | UInt32($1) }
  }

  var bytes: [UInt8] {
    key.secret.bytes + key.pageSecret.bytes + testimony + withUnsafeBytes(of: seconds.bigEndian) { Array($0) }
  }

  /// Whether a file of the vault is one that a program with the key wrote.
  func believes(_ file: VaultFile) -> Bool {
    !testimony.isEmpty && file.testimony == testimony || file.isGenuine(key)
  }
}
