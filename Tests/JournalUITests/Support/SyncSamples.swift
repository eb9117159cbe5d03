import JournalCore
import JournalUI

/// Ways in which synchronising can stand, around the small journal.
extension SyncStatus {
  static func at(_ secondsAgo: Int64) -> Instant {
    Instant(milliseconds: Person.morning.milliseconds - secondsAgo * 1000)
  }

  /// Everything is on the server, and was a moment ago.
  static var safe: SyncStatus {
    var status = SyncStatus(
      account: .available, who: "anna@journal.example.org", lastSuccess: at(12), clockOffset: 18,
      isPushConnected: true, zones: [Zone(name: "JournalZone", token: "a91f")],
      log: [
        LogLine(at: at(75), text: "account _5f3a is the one that this journal belongs to"),
        LogLine(at: at(13), text: "pulled 12 changes from JournalZone"),
        LogLine(at: at(12), text: "sent 200 records in 0.21 s · 2 merged · 0 refused", tone: .good),
      ])
    status.overview.records = 3413
    return status
  }

  static let parkedLetter = WaitingRecord(
    recordName: RecordName("letter"), kind: .entry, action: .save, title: "The letter", since: at(3700),
    reason: "This entry is larger than the server takes (1.2 MB of 1 MB).", code: "limitExceeded",
    fields: [
      FieldDifference(field: "body", base: "It came.", here: "It came in the morning post, and I read it twice.")
    ])

  static let waitingRun = WaitingRecord(
    recordName: RecordName("run"), kind: .entry, action: .save, title: "Morning run by the canal", since: at(72),
    fields: [
      FieldDifference(field: "title", base: "Run", here: "Morning run by the canal"),
      FieldDifference(field: "mood", base: "neutral", here: "happy"),
      FieldDifference(
        field: "body", base: "Cold; the herons were back.", here: "Cold and bright; the herons were back at the lock."),
    ])

  static let conflict = MergeNotice(
    group: 7, recordName: RecordName("long"), title: "Long day", at: at(60), fields: ["title", "body", "mood"],
    isConflict: true)

  static let merged = MergeNotice(
    group: 6, recordName: RecordName("bread"), title: "Bread", at: at(4000), fields: ["mood"], isConflict: false)

  /// A little of everything: sending, something refused, both texts kept.
  static var busy: SyncStatus {
    var status = safe
    status.activity = .sending(done: 400, of: 1203)
    status.transfer = SyncTransfer(done: 1_200_000, total: 3_400_000)
    status.overview.unsent = 1203
    status.overview.parked = 1
    status.overview.conflicts = 1
    status.overview.waiting = [
      parkedLetter, waitingRun,
      WaitingRecord(
        recordName: RecordName("canal"), kind: .image, action: .save, title: "canal.jpg", since: at(70)),
      WaitingRecord(
        recordName: RecordName("errands"), kind: .category, action: .delete, title: "Errands", since: at(60)),
    ]
    status.overview.merges = [merged, conflict]
    return status
  }

  /// Bytes on their way, both ways, and a record that is tried again.
  static var travelling: SyncStatus {
    busy.with { status in
      status.overview.unsentImages = 2
      status.overview.parked = 0
      status.overview.waiting.removeFirst()
      status.transfer = SyncTransfer(done: 1_200_000, total: 4_600_000, speed: 340_000)
      status.sending = [
        RecordName("canal"): SendProgress(transfer: SyncTransfer(done: 744_000, total: 1_200_000, speed: 340_000)),
        RecordName("run"): SendProgress(tries: 1, nextTry: at(-4)),
      ]
      status.pictures = [
        PictureFetch(
          recordName: RecordName("heron"), title: "heron.jpg",
          state: .fetching(SyncTransfer(done: 250_000, total: 1_000_000, speed: 1_100_000))),
        PictureFetch(recordName: RecordName("lock"), title: "lock.jpg", state: .waiting, tries: 2, nextTry: at(-8)),
        PictureFetch(recordName: RecordName("bridge"), title: "bridge.jpg", state: .changed),
        PictureFetch(recordName: RecordName("cup"), title: "cup.jpg", state: .present),
      ]
    }
  }

  func with(_ change: (inout SyncStatus) -> Void) -> SyncStatus {
    var copy = self
    change(&copy)
    return copy
  }
}

extension MergeSides {
  /// Both sides of the conflict in ``SyncStatus/busy``.
  static var longDay: MergeSides {
    MergeSides(
      notice: SyncStatus.conflict, kind: .entry,
      fields: [
        MergedField(field: "title", base: "Long day", here: "Long day", server: "A long day", now: "A long day"),
        MergedField(
          field: "mood", base: "neutral", here: "sad", server: "anxious", now: "sad", hereAt: SyncStatus.at(40),
          serverAt: SyncStatus.at(100)),
        MergedField(
          field: "body", base: "Two reviews, one argument.\n\nNo lunch.",
          here: "Two reviews, one long argument.\n\nNo lunch, again.",
          server: "Three reviews, one argument.\n\nLunch at last.",
          now: "Three reviews, one long argument.\n\nNo lunch, again.\n\nLunch at last.", hereAt: SyncStatus.at(40),
          serverAt: SyncStatus.at(100)),
      ])
  }
}

extension FakeJournal {
  /// The small journal with the merges of ``SyncStatus/busy`` in it.
  static var merged: FakeJournal {
    var journal = FakeJournal.small
    let sides = MergeSides.longDay
    journal.merges[sides.notice.group] = sides
    journal.entries[RecordName("long")]?.title = "A long day"
    journal.entries[RecordName("long")]?.body = sides.fields[2].now ?? ""
    journal.merges[6] = MergeSides(
      notice: SyncStatus.merged, kind: .entry,
      fields: [MergedField(field: "mood", base: nil, here: "happy", server: "excited", now: "happy")])
    return journal
  }
}

extension AccountOverview {
  static var anna: AccountOverview {
    AccountOverview(
      server: "https://journal.example.org", name: "anna", container: "iCloud.org.cloudjournal · production",
      device: "desk", signedInAt: SyncStatus.at(90_000), expiresAt: SyncStatus.at(-7_000_000),
      devices: [
        AccountDevice(
          id: "s1", name: "desk", way: "with a password", lastUsedAt: SyncStatus.at(3), isCurrent: true),
        AccountDevice(id: "s2", name: "laptop", way: "in the browser", lastUsedAt: SyncStatus.at(250_000)),
        AccountDevice(id: "s3", name: "", way: "by the server’s owner", lastUsedAt: SyncStatus.at(4000)),
      ])
  }
}

extension SyncStatus {
  /// The journal is encrypted, its recovery key is kept here, and another device asks to be let in.
  static var encrypted: SyncStatus {
    safe.with { status in
      var keys = EncryptionStatus(.ready, key: 3, isRecoveryHere: true)
      keys.asking = ["attic"]
      status.encryption = keys
    }
  }

  /// The journal is encrypted, and this computer was not let in yet.
  static var waitsForKeys: SyncStatus {
    safe.with { status in
      var keys = EncryptionStatus(.waiting)
      keys.words = ["apple", "river", "candle", "ocean", "tiger", "lamp"]
      status.encryption = keys
      status.activity = .stopped(
        "The journal on the server is encrypted. Until this computer has the key nothing comes and nothing is sent. You can write."
      )
      status.lastSuccess = nil
    }
  }
}

extension AccountOverview {
  static var encrypted: AccountOverview {
    var overview = anna
    overview.container = nil
    overview.keys = AccountReaders(
      status: EncryptionStatus(.ready, key: 3, isRecoveryHere: true), since: SyncStatus.at(200_000),
      names: ["desk", "laptop"])
    return overview
  }
}

extension Secret {
  static let recovery = Secret("QQQS YQCY Q5RQ WZQF PG9S CRGW PUYU G7HX")
}
