import JournalSeal

/// What the kernel keeps of a vault that is unlocked: form 1, the vault's key 32, the key for pages 32, the testimony of the file
/// that was believed, and the time in seconds 4.
///
/// With these a short command opens the journal without deriving or proving anything: looking up the types of a hash takes
/// longer than all the rest. Where the file is another one by now, such as after a change of the passphrase, the first program
/// that proves it has its words kept in the place of the former ones. Without room for all that, the kernel keeps the vault's key
/// and the time alone, as older programs do.
struct KeptVault: Sendable {
  let key: VaultKey
  /// Of the vault's file (``VaultFile/testimony``); empty where the key is kept alone.
  let testimony: [UInt8]
  /// How long the kernel keeps it from its last use.
  let seconds: UInt32

  private static let form: UInt8 = 1
  private static let headLength = 1 + 2 * VaultKey.length

  /// Whether these are the words of a file; no hash is needed for that.
  func names(_ file: VaultFile) -> Bool { file.isAs(testimony) }

  init(_ key: VaultKey, of file: VaultFile, seconds: UInt32) {
    (self.key, self.testimony, self.seconds) = (key, file.testimony, seconds)
  }

  /// The same with the words of a file that was believed. Without any words it stays without: there was no room for them.
  func believing(_ file: VaultFile) -> KeptVault {
    names(file) || testimony.isEmpty ? self : KeptVault(key, of: file, seconds: seconds)
  }

  /// Reads what ``bytes`` or ``short`` was; nil for anything else.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let (length, end) = (VaultKey.length, bytes.count - 4)
    func secret(at start: Int) -> SecretBytes {
      SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[start..<start + length]))
    }
    let key: VaultKey?
    if bytes.count == length + 4 {
      (key, testimony) = (VaultKey(secret: secret(at: 0)), [])
    } else {
      guard end > Self.headLength, bytes[0] == Self.form else { return nil }
      key = VaultKey(secret: secret(at: 1), pages: secret(at: 1 + length))
      testimony = Array(bytes[Self.headLength..<end])
    }
    guard let key else { return nil }
    self.key = key
    seconds = bytes[end...].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The same of bytes that are held.
  init?(_ bytes: SecretBytes) {
    guard let kept = bytes.withBytes({ KeptVault($0) }) else { return nil }
    self = kept
  }

  /// All of it.
  var bytes: SecretBytes { joined(1 + 2 * VaultKey.length + testimony.count + 4, isShort: false) }

  /// The vault's key and the time.
  var short: SecretBytes { joined(VaultKey.length + 4, isShort: true) }

  private func joined(_ count: Int, isShort: Bool) -> SecretBytes {
    SecretBytes(count: count) { memory in
      var end = 0
      func append(_ bytes: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: memory[end...]).copyMemory(from: bytes)
        end += bytes.count
      }
      if !isShort { withUnsafeBytes(of: Self.form) { append($0) } }
      key.secret.withBytes { append($0) }
      if !isShort {
        key.pageSecret.withBytes { append($0) }
        testimony.withUnsafeBytes { append($0) }
      }
      withUnsafeBytes(of: seconds.bigEndian) { append($0) }
    }
  }

  /// Whether a file of the vault is one that a program with the key wrote.
  func believes(_ file: VaultFile) -> Bool { file.isAs(testimony) || file.isGenuine(key) }
}
