/// Mistakes that synchronising programs have made; each can be planted, and has to be found.
package enum Mistake: String, CaseIterable, Sendable {
  /// A queue entry is removed before the reply.
  case forgetsOnSending
  /// The token is committed before the page.
  case tokenBeforePage
  /// An acknowledgement covers what was typed meanwhile.
  case acknowledgesTooMuch
  /// An acknowledgement overwrites what was typed meanwhile.
  case acknowledgementOverwrites
  /// A deletion wins over every edit.
  case deleteWins
  /// After CONFLICT the same is sent again, by force.
  case noLookUp
  /// `replace` for `update`.
  case replaces
  /// Stamps by the wall clock alone.
  case wallClock
  /// No sweep after the token expired.
  case noSweep
  /// What is dirty is told by stamps, and merging compares values only.
  case dirtyByStamps
  /// Of two values of the same moment each device keeps its own.
  case tiesGoToSelf
  /// What the server says of its history is not read, and what is known of it not told.
  case trustsAnyHistory
  /// A history counts as ours while its numbers go up.
  case comparesNumbersOnly
  /// A save drops the marks of fields that only a newer version knows.
  case dropsMarks
  /// A seal is not bound to the name of its record.
  case sealsLoosely
  /// A plain record is taken in though the journal is sealed.
  case takesPlain
  /// The counter within a seal is not looked at.
  case ignoresCounter
  /// Whatever ring the server shows is taken, if this device is in it.
  case takesAnyRing
  /// The signatures of a log’s entries are not looked at.
  case trustsUnsignedDevices
  /// Records go on being sealed under the first key.
  case keepsOldEpoch
  /// An edit goes over a record that could not be opened.
  case overwritesUnread
  /// Fields within the seal that only a newer version knows are left out.
  case dropsUnknown
  /// The times of fields travel beside the seal.
  case leaksStamps
  /// Seals have the same nonce.
  case repeatsNonce
  /// A deletion that only the server tells of counts as a device's.
  case trustsTombstones
  /// The ring says that all is sealed, or plain, as soon as that was begun.
  case endsSealingEarly
  /// Journal keys go on being wrapped to a recovery key that was replaced.
  case keepsRecoveryWrap
  /// The batch that was made ready before another key came goes out after it.
  case sendsAheadUnderOldKey
  /// A new device takes the ring that lets it in without an answer to its request.
  case skipsAnswer
  /// A device is removed that has the recovery key, and no other one is made.
  case wrapsToRemovedRecovery

  /// The kind of run that shows it.
  package var encryption: Encryption {
    switch self {
    case .sealsLoosely, .takesPlain, .ignoresCounter, .trustsTombstones, .repeatsNonce, .leaksStamps, .overwritesUnread:
      .sealed
    case .endsSealingEarly: .ring
    case .takesAnyRing, .trustsUnsignedDevices, .keepsOldEpoch, .dropsUnknown, .keepsRecoveryWrap,
      .sendsAheadUnderOldKey, .skipsAnswer, .wrapsToRemovedRecovery:
      .people
    default: .plain
    }
  }

  /// Whether it is one of a sealed journal.
  package var isAboutSeals: Bool { encryption != .plain }

  /// Whether it is made on the way to the server.
  var isOnTheWire: Bool {
    switch self {
    case .noLookUp, .replaces, .trustsAnyHistory, .comparesNumbersOnly, .dropsMarks: true
    default: false
    }
  }
}
