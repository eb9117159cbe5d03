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
  /// That the server showed older or damaged keys of late; nil where it did not.
  package var setback: KeySetback?
  /// Who removed this device, and when; nil where it was not removed.
  package var removal: KeyRemoval?

  package init(_ state: State, key: Int = 0, isRecoveryConfirmed: Bool = false, isRecoveryHere: Bool = false) {
    (self.state, self.key) = (state, key)
    (self.isRecoveryConfirmed, self.isRecoveryHere) = (isRecoveryConfirmed, isRecoveryHere)
  }

  /// Whether the journal is encrypted, or on its way, by what this device knows itself; `refused` says nothing of that.
  package var saysEncrypted: Bool { state != .open && state != .refused }

  /// Whether this device has keys to read and send by.
  package var isUsable: Bool { [.ready, .sealing, .opening].contains(state) }
}

/// That another device took this one out of those that can read.
package struct KeyRemoval: Hashable, Sendable {
  /// When; nil where that is not known.
  package var at: Instant?
  /// What the other device is called; empty where that is not known, and anything that its owner wrote.
  package var by: String

  package init(at: Instant?, by: String) { (self.at, self.by) = (at, by) }

  /// What happened, in a clause.
  ///
  /// - Parameter zone: In which the day is told.
  package func clause(in zone: any LocalZone) -> String {
    "This device was removed" + (at.map { " on \(DateText.day(zone.date(instant: $0).local.date))" } ?? "")
      + KeyRemoval.actor(by)
  }

  /// ` by “laptop”`, also for a name that is not known.
  package static func actor(_ name: String) -> String { name.isEmpty ? " by another one" : " by “\(name)”" }
}

/// What came of older or damaged keys that the server showed in the place of the newest ones.
package enum KeySetback: Hashable, Sendable {
  /// Those of this device were saved over them at that moment.
  case replaced(at: Instant)
  /// The server keeps them since that moment: those of this device had been saved over others three times within a day.
  case kept(since: Instant)

  /// Whether the server is without the newest keys.
  package var isKept: Bool { if case .kept = self { true } else { false } }

  /// When it was.
  package var moment: Instant {
    switch self {
    case .replaced(let moment), .kept(let moment): moment
    }
  }

  /// A name for scripts.
  package var name: String { isKept ? "kept" : "replaced" }

  /// What happened, in a sentence.
  package var sentence: String {
    switch self {
    case .replaced: "The server showed older or damaged keys; those of this device were saved over them."
    case .kept: "The server keeps older or damaged keys, though others were saved over them three times within a day."
    }
  }

  /// What follows from it and what to do, in sentences; empty where there is nothing to do.
  package var advice: String {
    switch self {
    case .replaced: ""
    case .kept:
      "What is written here is sent. But a new device, or one that comes in by the recovery key, cannot read all of it as long "
        + "as the newest keys are not there. Find out why the server’s data go back; then “cloudjournal account keys --new-key” "
        + "saves yours. A day later they are saved again without that."
    }
  }
}
