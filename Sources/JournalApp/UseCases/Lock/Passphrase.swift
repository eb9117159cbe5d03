import JournalSeal

/// What a person types to open a vault: its passphrase, or the recovery key of the account. It is zeros once nothing holds it.
package struct Passphrase: Hashable, Sendable {
  /// In UTF-8.
  let secret: SecretBytes

  /// Takes a copy of UTF-8 that is valid; the bytes stay as they are.
  package init(utf8: UnsafeRawBufferPointer) { secret = SecretBytes(copying: utf8) }

  /// Takes a copy of what was typed on a screen, whose fields hold texts.
  package init(_ text: String) { secret = SecretBytes(utf8: text) }

  /// As a text, which nothing wipes.
  var text: String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }

  /// How many characters a person sees.
  var length: Int {
    // What is ASCII needs no text to be counted; it has no line end within, which would count as one.
    secret.withBytes { bytes in bytes.allSatisfy { $0 < 0x80 } ? bytes.count : nil } ?? text.count
  }
}
