package import CloudRecord

/// Why something with the keys could not be done. Nothing was changed then, unless a case says so.
package enum KeyFailure: Error, Hashable, Sendable {
  /// The server, or the way to it.
  case cloud(CloudFailure)
  /// The ring that the server shows is not used.
  case refused(KeyTrouble)
  /// The account has no ring.
  case noRing
  /// The account has a ring already.
  case ringExists
  /// This device is in the ring already, or is founding one.
  case alreadyIn
  /// This device is not in the ring.
  case notIn
  /// Encryption was turned off by a device that is in the ring, and this one is not.
  case offElsewhere
  /// No request that waits has been made with these words.
  case wrongWords
  /// There is no request that could be answered.
  case noRequest
  /// The words were wrong three times: the requests were removed.
  case tooManyTries
  /// The recovery key is one of another journal, or was replaced.
  case otherRecoveryKey
  /// This device alone has the recovery key, which was not confirmed.
  case keepsRecovery
  /// Other devices changed the ring in each of five rounds.
  case contention
}
