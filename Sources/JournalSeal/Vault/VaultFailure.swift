/// Why a vault cannot be opened or made: each case is a sentence.
package enum VaultFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was typed does not open the vault.
  case wrongPassphrase
  /// The file of the vault is cut, mistyped or of another form; a few words say where.
  case damaged(String)
  /// The file is whole, and was not written by a program that had the vault's key; the keys in it are not to be used.
  case forged
  /// A version, or a way from the passphrase to the key, above those that are known here.
  case newer
  /// The passphrase needs so many MiB of memory, which there are not.
  case memory(Int)

  /// The reason as a sentence that says what to do.
  package var description: String {
    switch self {
    case .wrongPassphrase: "That is not the passphrase."
    case .damaged(let what):
      "The file of the vault (vault.json) is damaged: \(what). Put it back from a backup of the journal’s folder."
    case .forged:
      "The file of the vault (vault.json) was changed by another program. Put it back from a backup of the journal’s folder."
    case .newer: "The vault was made by a newer CloudJournal. Nothing was changed; update the program."
    case .memory(let size): "There is too little memory for the passphrase: it needs \(size) MB. Nothing was changed."
    }
  }
}
