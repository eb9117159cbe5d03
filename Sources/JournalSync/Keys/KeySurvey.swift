package import JournalCore
package import JournalSeal

/// What a device's keys and the ring beside them say, without asking the server.
package struct KeySurvey: Hashable, Sendable {
  /// A device that can read the journal.
  package struct Device: Hashable, Sendable {
    /// The device.
    package let id: DeviceID
    /// What it is called; anything that its owner wrote, to be shown as text that is safe to draw.
    package let name: String
    /// The server's name of its sign-in; empty where it is not known.
    package let signInID: String
    /// When it was let in: milliseconds since 1970.
    package let addedAt: UInt64
    /// Whether it is this one.
    package let isThisOne: Bool
  }

  /// Where this device stands.
  package let status: EncryptionStatus
  /// Whether the journal is encrypted, or on its way; nil where this device is not in.
  package let mode: RingMode?
  /// When that was set last: milliseconds since 1970; nil where this device is not in.
  package let modeSetAt: UInt64?
  /// The name of the device that set it; empty where it has none.
  package let modeSetBy: String
  /// Whether this device alone has the recovery key, as no person has confirmed it yet.
  package let keepsRecovery: Bool
  /// Changes for which the log has room before it takes devices out only; nil where this device is not in.
  package let changesLeft: Int?
  /// When the recovery key in force was made: milliseconds since 1970; nil where this device is not in.
  package let recoveryMadeAt: UInt64?
  /// When another device removed this one: milliseconds since 1970; nil where none did, or that is not known.
  package let removedAt: UInt64?
  /// Who can read, the latest last; empty where this device is not in.
  package let devices: [Device]

  /// - Throws: ``RingFailure`` where ring and keys do not belong together.
  package init(_ held: HeldKeys) throws {
    let kept = held.kept
    guard kept.state == .ready || kept.state == .founding, let bytes = held.ring, let known = kept.ring,
      let opened = try RingJudge.latest(bytes, known, of: kept.device)
    else {
      // Where the ring alone is gone, the next look takes the server's.
      let isRingGone = kept.state != .removed && kept.ring != nil && held.ring == nil
      status = EncryptionStatus(isRingGone ? .refused : kept.state == .waiting ? .waiting : .removed)
      (mode, modeSetAt, modeSetBy, keepsRecovery, changesLeft, devices) = (nil, nil, "", false, nil, [])
      recoveryMadeAt = nil
      removedAt = try status.state == .removed ? KeySurvey.removal(held) : nil
      return
    }
    removedAt = nil
    let state = opened.verified.state
    let notes = Dictionary(opened.box.notes.map { ($0.id, $0) }) { $1 }
    var status = EncryptionStatus(
      kept.state == .founding ? .founding : .init(state.mode), key: Int(state.keyNumber),
      isRecoveryConfirmed: opened.box.keeper == .none, isRecoveryHere: kept.recovery != nil)
    if known.entrance.asks(for: state.mode), state.modeSet?.by != kept.device.id { status.state = .refused }
    self.status = status
    keepsRecovery = opened.box.keeper == kept.device.id
    changesLeft = max(0, RingState.openEntries - state.heads.count)
    mode = state.mode
    modeSetAt = state.modeSet?.at
    recoveryMadeAt =
      opened.verified.ring.log.last { entry in
        switch entry.body {
        case .founded, .recovery: true
        case .added, .removed, .newKey, .mode: false
        }
      }?.at
    modeSetBy = state.modeSet.flatMap { notes[$0.by]?.name } ?? ""
    devices = state.active.keys.map { id in
      Device(
        id: id, name: notes[id]?.name ?? "", signInID: notes[id]?.signInID ?? "", addedAt: state.added[id] ?? 0,
        isThisOne: id == kept.device.id)
    }.sorted { ($0.addedAt, $0.id) < ($1.addedAt, $1.id) }
  }

  private static func removal(_ held: HeldKeys) throws -> UInt64? {
    try held.ring.flatMap { try VerifiedRing(decoding: $0).state.removed[held.kept.device.id]?.at }
  }
}

extension HeldKeys {
  /// What the keys that are held seal and open with; nil where this device is not in, or has to ask a person first.
  ///
  /// - Throws: ``RingFailure`` where ring and keys do not belong together.
  package func sealing(_ random: @escaping SealRandom) throws -> Sealing? {
    guard kept.state == .ready, let ring, let known = kept.ring,
      let opened = try RingJudge.latest(ring, known, of: kept.device)
    else { return nil }
    let state = opened.verified.state
    guard !known.entrance.asks(for: state.mode) || state.modeSet?.by == kept.device.id else { return nil }
    return Sealing(
      keys: opened.box.keys.opening(kept.formerKeys), mode: state.mode, since: state.turnedOnKeyNumber, random: random)
  }
}

extension HeldKeys {
  /// This person's identities for sharing, oldest first; none where this device is not in.
  ///
  /// - Throws: ``RingFailure`` where ring and keys do not belong together.
  package func identities() throws -> [KeyPair] {
    guard kept.state == .ready, let ring, let known = kept.ring,
      let opened = try RingJudge.latest(ring, known, of: kept.device)
    else { return [] }
    return opened.box.identities
  }
}

extension EncryptionStatus {
  /// How a look at the keys ended.
  init(_ standing: KeyStanding, of held: HeldKeys?) {
    switch standing {
    case .open, .turnedOff: self.init(.open)
    case .founding: self.init(.founding)
    case .waiting: self.init(.waiting)
    case .removed: self.init(.removed)
    case .refused: self.init(.refused)
    case .ready(_, let mode, let number): self.init(.init(mode), key: Int(number))
    }
    guard let held else { return }
    isRecoveryHere = held.kept.recovery != nil
    do {
      isRecoveryConfirmed = try KeySurvey(held).status.isRecoveryConfirmed
    } catch {
      // It is for a reminder only; what is wrong with the ring is the standing's business.
    }
  }
}

extension EncryptionStatus.State {
  init(_ mode: RingMode) {
    self =
      switch mode {
      case .open: .open
      case .sealing: .sealing
      case .sealed: .ready
      case .opening: .opening
      }
  }
}
