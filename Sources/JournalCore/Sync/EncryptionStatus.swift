/// Where this device stands with the keys of an encrypted journal, as every screen and `status` show it.
package struct EncryptionStatus: Hashable, Sendable {
  /// What a device may do with its account's journal; raw values stand in answers in JSON.
  package enum State: String, Hashable, Sendable, CaseIterable {
    /// The journal is not encrypted.
    case open
    /// The keys were made here and are not known to be the server's yet.
    case founding
    /// Another device has the keys, and this one was not let in yet.
    case waiting
    /// What is sent is encrypted.
    case ready
    /// The journal becomes encrypted, record by record.
    case sealing
    /// The journal becomes plain again, record by record.
    case opening
    /// Another device removed this one.
    case removed
    /// What the server shows of the keys is not used.
    case refused
  }

  /// What this device may do.
  package var state: State
  /// The number of the newest key, from 1; 0 where this device has none.
  package var key: Int
  /// Whether a person has the recovery key on paper, as far as this device knows.
  package var isRecoveryConfirmed: Bool
  /// Whether the recovery key is kept on this device, so that it can be shown.
  package var isRecoveryHere: Bool
  /// The six words of a device that waits, to be typed on another one; empty elsewhere.
  package var words: [String] = []
  /// The names of devices that ask to be let in, on a device that is in; anything that a stranger may have written.
  package var asking: [String] = []

  package init(_ state: State, key: Int = 0, isRecoveryConfirmed: Bool = false, isRecoveryHere: Bool = false) {
    (self.state, self.key) = (state, key)
    (self.isRecoveryConfirmed, self.isRecoveryHere) = (isRecoveryConfirmed, isRecoveryHere)
  }

  /// Whether the journal is encrypted, or on its way, by what this device knows itself; `refused` says nothing of that.
  package var saysEncrypted: Bool { state != .open && state != .refused }

  /// Whether this device has keys to read and send by.
  package var isUsable: Bool { [.ready, .sealing, .opening].contains(state) }
}
