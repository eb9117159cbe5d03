import CloudClient
import JournalCore
import JournalSeal
import JournalSync

/// What goes wrong with keys, as commands and screens say it.
enum KeyWords {
  static let waiting =
    "The journal on the server is encrypted. Until this computer has the key nothing comes and nothing is sent. You can "
    + "write."

  /// What is asked before a journal is plain by the server's word.
  static let question =
    "The server says this journal is not encrypted end to end. If you turned encryption on elsewhere, stop here."

  static let hidden =
    "This journal is encrypted, and the server shows no keys. Nothing is sent or taken in. If you erased its keys there "
    + "yourself, “cloudjournal account keys --turn-on” makes others."

  static let removed =
    "This computer was removed by another one: nothing is sent. To ask to be let in again: \(askAgain)"

  static let askAgain = "cloudjournal account keys --begin-again"

  /// Where this computer shows its words.
  static func type(_ words: [String]) -> String {
    "On a device that can read it, press A and a, or run “cloudjournal account approve”, and type these words:\n  "
      + words.joined(separator: " ")
      + "\nOr type the recovery key here: cloudjournal account recovery --enter"
  }

  /// Where a device stands, in a few words.
  static func state(_ status: EncryptionStatus) -> String {
    switch status.state {
    case .open: "off"
    case .founding: "end to end; the keys are not on the server yet"
    case .waiting: "end to end; this computer has no key yet"
    case .ready:
      "end to end, key \(status.key)" + (status.isRecoveryConfirmed ? "" : "; the recovery key is not confirmed")
    case .sealing: "is being turned on, key \(status.key)"
    case .opening: "is being turned off, key \(status.key)"
    case .removed: "end to end; this computer was removed"
    case .refused: "end to end; what the server shows of the keys is not used"
    }
  }

  static func failure(_ error: any Error, host: String? = nil) -> CommandFailure {
    switch error {
    case let failure as KeyFailure: self.failure(failure, host: host)
    case let mistake as RecoveryKey.Mistake: CommandFailure(.invalidInput, sentence(mistake))
    case let mistake as Words.Mistake: CommandFailure(.invalidInput, sentence(mistake))
    case RingFailure.broken(.form, RingState.isFull):
      CommandFailure(
        .keysRefused,
        "The keys of this journal were changed too often: devices can be removed, and nothing else. To begin anew, erase the "
          + "journal on the server, sign out, and sign in again.")
    case is RingFailure, is SealFailure:
      CommandFailure(.keysRefused, "The keys of this journal could not be changed (\(error)). Nothing was changed.")
    default: ServiceWords.failure(error, host: host)
    }
  }

  private static func failure(_ failure: KeyFailure, host: String?) -> CommandFailure {
    switch failure {
    case .cloud(let cloud): ServiceWords.failure(cloud, host: host)
    case .refused(let trouble): CommandFailure(.keysRefused, sentence(trouble))
    case .noRing:
      CommandFailure(.notFound, "This account has no keys: its journal is not encrypted end to end.")
    case .ringExists:
      CommandFailure(.exists, "Another device has made the keys of this account: sign in again to ask for them.")
    case .offElsewhere:
      CommandFailure(
        .needsKey,
        "Encryption was turned off on another device, which has the keys: turn it on again there, with “cloudjournal account "
          + "keys --turn-on”.")
    case .alreadyIn: CommandFailure(.exists, "This computer has the keys already.")
    case .notIn: CommandFailure(.needsKey, waiting + " Run “cloudjournal account keys” to see what to do.")
    case .wrongWords:
      CommandFailure(.invalidInput, "These are not the words of a device that asks. No device was let in.")
    case .noRequest:
      CommandFailure(
        .notFound,
        "No device asks to be let in. A request is answered for half an hour: sync on the new device shows fresh words."
      )
    case .tooManyTries:
      CommandFailure(
        .invalidInput,
        "These are not the words of a device that asks, for the third time: the request was ended. If you did not just "
          + "sign in somewhere, change your password: another person knows it. Otherwise the new device shows fresh words."
      )
    case .otherRecoveryKey:
      CommandFailure(.invalidInput, "That is not the recovery key of this journal, or it was replaced by another.")
    case .keepsRecovery:
      CommandFailure(
        .needsKey,
        "The recovery key was not confirmed, and this computer alone has it: without it the journal could not be read again once "
          + "your devices are lost. Write it down first: cloudjournal account recovery, then cloudjournal account recovery "
          + "--confirm.")
    case .contention:
      CommandFailure(
        .busy, "Other devices, or another program of this one, are changing the keys at this moment. Try again.")
    }
  }

  static func sentence(_ trouble: KeyTrouble) -> String {
    switch trouble {
    case .forked:
      "The server shows keys that none of your devices agreed to. Nothing is sent or taken in." + wayOut
    case .another:
      "The server shows other keys than those of your devices: they were made anew. Nothing is sent or taken in."
        + wayOut
    case .newer: "Your keys were written by a newer version of this program: update it."
    case .broken:
      "The keys that the server shows are damaged, and those here cannot go over them. Nothing is sent or taken in. "
        + "“cloudjournal sync” on another device that can read the journal saves its own over them, if those are sound. Where there "
        + "is none, “cloudjournal account erase --server” and then “cloudjournal sync --answer upload-again” on a device that "
        + "could read it puts all of it there anew."
    case .unconfirmedMode:
      "The server says that this journal is not encrypted, and none of your devices has told this one so. Nothing is "
        + "sent or taken in. If you turned it off yourself, run “cloudjournal account keys --agree”."
    }
  }

  private static let wayOut =
    " If you know why, “cloudjournal account keys --begin-again” has this computer let in anew."

  static func sentence(_ mistake: RecoveryKey.Mistake) -> String {
    switch mistake {
    case .length(let count): "A recovery key has 32 characters in eight groups; these are \(count)."
    case .group(let group): "The mistake is in group \(group)."
    case .mistyped: "That is not a recovery key: more than one character is wrong."
    }
  }

  static func sentence(_ mistake: Words.Mistake) -> String {
    switch mistake {
    case .count(let count): "Six words are needed, as the other screen shows them; these are \(count)."
    case .unknown(let place): "Word \(place) is none of the words that a device shows. Four letters of it are enough."
    }
  }
}
