import JournalSeal

/// What the kernel keeps of a vault that is unlocked: form 1, the vault's key 32, the key for pages 32, the testimony of the file
/// that was believed, and the time in seconds 4.
///
/// With these a short command opens the journal without deriving or proving anything: looking up the types of a hash takes
/// longer than all the rest. Where the file is another one by now, such as after a change of the passphrase, it derives and
/// proves until the journal is unlocked again. Without room for all that, the kernel keeps the vault's key and the time alone,
/// as older programs do.
struct KeptVault: Sendable {
  let key: VaultKey
  /// Of the vault's file (``VaultFile/testimony``); empty where the key is kept alone.
  let testimony: [UInt8]
  /// How long the kernel keeps it from its last use.
  let seconds: UInt32

  private static let form: UInt8 = 1
  private static let headLength = 1 + 2 * VaultKey.length

  init(_ key: VaultKey, of file: VaultFile, seconds: UInt32) {
    (self.key, self.testimony, self.seconds) = (key, file.testimony, seconds)
  }

  /// Reads what ``bytes`` or ``short`` was; nil for anything else.
  init?(_ bytes: [UInt8]) {
    let (length, end) = (VaultKey.length, bytes.count - 4)
    let key: VaultKey?
    if bytes.count == length + 4 {
      (key, testimony) = (VaultKey(Array(bytes[..<length])), [])
    } else {
      guard end > Self.headLength, bytes[0] == Self.form else { return nil }
      key = VaultKey(Array(bytes[1..<1 + length]), pages: Array(bytes[1 + length..<Self.headLength]))
      testimony = Array(bytes[Self.headLength..<end])
    }
    guard let key else { return nil }
    self.key = key
    seconds = bytes[end...].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// All of it.
  var bytes: [UInt8] { [Self.form] + key.secret.bytes + key.pageSecret.bytes + testimony + time }

  /// The vault's key and the time.
  var short: [UInt8] { key.secret.bytes + time }

  private var time: [UInt8] { withUnsafeBytes(of: seconds.bigEndian) { Array($0) } }

  /// Whether a file of the vault is one that a program with the key wrote.
  func believes(_ file: VaultFile) -> Bool { file.isAs(testimony) || file.isGenuine(key) }
}
