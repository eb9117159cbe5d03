/// How synchronising stands at this moment, as every screen and `status` show it.
package struct SyncStatus: Hashable, Sendable {
  /// Whether the account can be used, in CloudKit's terms; raw values are kept in files.
  package enum Account: String, Hashable, Sendable, CaseIterable {
    case available, noAccount, restricted, temporarilyUnavailable, couldNotDetermine
  }

  /// The work of the engine at this moment.
  package enum Activity: Hashable, Sendable {
    case idle
    case checking
    /// Records taken in so far, and in all where that is known.
    case fetching(done: Int, of: Int?)
    case sending(done: Int, of: Int)
    /// Nothing goes on until then; why, in words.
    case waiting(until: Instant, why: String)
    /// The person paused it.
    case paused
    /// Offline by the person's wish, or for want of a network.
    case offline(byWish: Bool)
    /// It stopped and asks the person something.
    case asking(SyncQuestion)
    /// It cannot go on; what to do, in words.
    case stopped(String)
  }

  /// The account's state as the server last told it.
  package var account: Account
  /// The account and its server, as “anna@journal.example.org”; nil while signed out.
  package var who: String?
  /// The engine's present work, or the reason why it rests.
  package var activity: Activity
  /// The store's numbers, as last read.
  package var overview: SyncOverview
  /// When this process last took in everything that the server had; nil before that.
  package var lastSuccess: Instant?
  /// When everything was last taken in, by this process or an earlier one; ``lastSuccess`` promises it of this process.
  package var lastSeen: Instant?
  /// When the server last acknowledged something that was sent by this process; nil before that.
  package var lastSent: Instant?
  /// The server's clock less ours, in milliseconds.
  package var clockOffset: Int64?
  /// Whether changes are pushed to us, or asked for now and then.
  package var isPushConnected: Bool
  /// The zones with the end of their change tokens.
  package var zones: [Zone]
  /// The latest last.
  package var log: [LogLine]
  /// Bytes of pictures and long texts on their way up, of all that wait for it; nil where there are none.
  package var transfer: SyncTransfer?
  /// What sending has come to, of records of which there is something to say.
  package var sending: [RecordName: SendProgress] = [:]
  /// Pictures whose bytes were asked for: those to come in their order, before those that came or did not.
  package var pictures: [PictureFetch] = []
  /// What has come and gone since this engine was started.
  package var traffic = SyncTraffic()
  /// Whether the person chose to keep the journal on this machine alone; an answer takes that back.
  package var staysLocal = false
  /// The keys where the server shows another than the trusted one, so that nothing is asked of it; else nil.
  package var otherKey: ServerKeys?
  /// How this device stands with the journal's keys; nil for a journal that is not encrypted.
  package var encryption: EncryptionStatus?

  /// A server's key as it is shown and as it is trusted, each `sha256/…`.
  package struct ServerKeys: Hashable, Sendable {
    /// nil where the server was not asked for it.
    package var shown: String?
    package var trusted: String

    package init(shown: String?, trusted: String) {
      (self.shown, self.trusted) = (shown, trusted)
    }
  }

  /// A zone and the place up to which this device has read it.
  package struct Zone: Hashable, Sendable {
    /// The zone's name on the server.
    package var name: String
    /// The last four characters of the change token; nil before the first fetch.
    package var token: String?

    package init(name: String, token: String?) {
      (self.name, self.token) = (name, token)
    }
  }

  /// One line of the log of synchronising.
  package struct LogLine: Hashable, Sendable {
    /// The weight of a line, which decides its colour.
    package enum Tone: Hashable, Sendable { case plain, good, warning }

    /// When it happened.
    package var at: Instant
    /// Numbers and ids; never content.
    package var text: String
    /// How the line is coloured.
    package var tone: Tone

    package init(at: Instant, text: String, tone: Tone = .plain) {
      (self.at, self.text, self.tone) = (at, text, tone)
    }
  }

  package init(
    account: Account, who: String? = nil, activity: Activity = .idle, overview: SyncOverview = SyncOverview(),
    lastSuccess: Instant? = nil, clockOffset: Int64? = nil, isPushConnected: Bool = false, zones: [Zone] = [],
    log: [LogLine] = []
  ) {
    (self.account, self.who, self.activity, self.overview) = (account, who, activity, overview)
    (self.lastSuccess, self.clockOffset, self.isPushConnected) = (lastSuccess, clockOffset, isPushConnected)
    (self.zones, self.log) = (zones, log)
  }

  /// As of when here and there were the same: the last fetch, or a later send if the server tells of changes by itself.
  package var lastAgreement: Instant? {
    guard let lastSuccess, let lastSent, isPushConnected else { return lastSuccess }
    return max(lastSuccess, lastSent)
  }

  /// Whether everything ever saved here is on the server and everything there was taken in: what ✓ promises.
  package var isSafe: Bool {
    account == .available && activity == .idle && lastSuccess != nil && overview.unsent == 0 && overview.parked == 0
      && overview.drafts == 0 && overview.unreadable == 0 && encryption?.setback?.isKept != true
  }
}

/// What only a person can decide.
package enum SyncQuestion: Hashable, Sendable {
  /// The zone is gone from the server: a person or a program erased the journal there.
  case zoneGone
  /// The server's data are another history: a restored backup, or a new server.
  case otherIncarnation
  /// A page would remove so many of so many records.
  case massRemoval(Int, of: Int)

  /// When the server still had what is gone from it now; nil for other questions, and where that is not known.
  package func stillThere(_ lastSeen: Instant?, in zone: any LocalZone) -> String? {
    guard self == .zoneGone, let lastSeen else { return nil }
    return "The server still had it on \(DateText.dayAndClock(zone.date(instant: lastSeen)))."
  }

  /// A person's decision.
  package enum Answer: String, Hashable, Sendable, CaseIterable {
    /// Everything here goes up again.
    case uploadAgain
    /// What the server has replaces what is here; what goes lies in the trash.
    case takeServers
    /// Synchronising ends; the journal stays here.
    case stayLocal
  }
}

/// What a person tells the synchronisation.
package enum SyncRequest: Hashable, Sendable {
  case syncNow
  case setPaused(Bool)
  case setOffline(Bool)
  /// Parked records are tried again; all of them without a name.
  case retry(RecordName?)
  case answer(SyncQuestion.Answer)
  /// The person has looked at a merge that kept both texts.
  case dismissConflict(group: Int64)
  /// Brings the bytes of these images here, before any others. An image that only an earlier call named is
  /// no longer fetched. Naming one again that did not come tries again.
  case fetchPictures([RecordName])
  /// Brings the bytes of all pictures that are not here, in the background.
  case fetchAllPictures
}
