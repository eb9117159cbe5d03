import CloudClient
import CloudRecord
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SyncCore

/// The keys of one account and the way to its server: what a person does with them, each as one step that can be done
/// again after a crash at any place.
struct KeyAccess: Sendable {
  let desk: KeyDesk
  let keeper: JournalKeeper
  let joining: JoiningFile
  private let tries: TriesFile
  private let account: String
  private let host: String
  private let sessionFile: SessionFile
  private let sessionID: String?
  private let devices: SessionSignIn
  private let isOurs: Bool
  /// Whether this device has seen the account's journal encrypted, by its settings.
  private let wasSealed: Bool

  /// - Parameters:
  ///   - formerly: How keys name the account at its server's former address; nil where it has none.
  ///   - sessionID: Of a session that is not kept yet.
  init(
    _ journal: OpenedJournal, _ connection: ServiceConnection, user: String, formerly: String? = nil,
    sessionID: String? = nil
  ) {
    self.init(journal.paths, journal.store, connection, user: user, formerly: formerly, sessionID: sessionID)
  }

  init(
    _ paths: JournalPaths, _ store: JournalStore, _ connection: ServiceConnection, user: String,
    formerly: String? = nil,
    sessionID: String? = nil
  ) {
    self.sessionID = sessionID
    sessionFile = paths.session
    let settings = connection.settings
    account = KeysFile.account(settings, user: user)
    keeper = JournalKeeper(file: KeysFile(paths, account: account, formerly: formerly), store: store)
    (wasSealed, isOurs) = (settings.isSealed, settings.isOurs)
    devices = SessionSignIn(connection.transport)
    joining = JoiningFile(paths)
    tries = TriesFile(paths)
    host = connection.transport.service.name
    desk = KeyDesk(
      transport: connection.client.on(ZoneAddress.keys.database), keeper: keeper, random: World.chance,
      clock: { KeyAccess.now }, deviceName: settings.deviceName)
  }

  var file: KeysFile { keeper.file }

  private static var now: UInt64 { UInt64(max(0, World.now().milliseconds)) }

  /// Where a computer stands with its account's keys after it signed in.
  enum Entrance: Hashable, Sendable {
    /// The account's journal is not encrypted.
    case plain
    /// The keys were made here just now.
    case founded
    case ready
    /// The words to be typed on a device that has the keys.
    case waiting([String])
    /// Another device removed this one, which has not asked again.
    case removed
    /// What the server shows is not used, and why.
    case refused(String)
    /// The server could not be asked, and why.
    case unasked(String)

    var isWaiting: Bool { if case .waiting = self { true } else { false } }
  }

  // MARK: Coming in

  /// Looks where this computer stands, goes on with what was begun, and asks to be let in where another device has the keys.
  ///
  /// - Throws: ``CommandFailure``.
  func enter() async throws -> Entrance {
    try await said {
      let entrance: Entrance
      switch try await desk.look() {
      case .open(nil): entrance = try isKnownSealed ? .refused(KeyWords.hidden) : .plain
      case .turnedOff: entrance = .plain
      case .refused(.unconfirmedMode) where try !isKnownSealed && file.held() == nil: entrance = .plain
      case .ready, .open(.some): entrance = .ready
      case .founding: throw KeyFailure.contention
      case .waiting: entrance = try await wait()
      // That it asks again is a person's wish.
      case .removed: entrance = .removed
      case .refused(let trouble): entrance = .refused(KeyWords.sentence(trouble))
      }
      if entrance == .ready {
        // The process that had asked may have ended between the answer and this.
        try joining.remove()
        try await introduce()
      }
      return entrance
    }
  }

  /// Whether the journal is known to be encrypted, and no device of the person's has turned that off.
  var isKnownSealed: Bool { get throws { try keeper.noted().map { !$0.isOff } ?? wasSealed } }

  /// Finds, founds or asks for the account's keys, for who has just signed in.
  ///
  /// - Parameters:
  ///   - wish: What the person wants.
  ///   - wasSealed: Whether the account's journal is known to be encrypted.
  ///   - mayBePlain: Whether the person has said before that this account's journal is plain.
  ///   - agrees: Puts the question whether a journal that the server calls plain is to be believed so; nil where there is no
  ///     person to ask.
  /// - Throws: ``CommandFailure``, also where wish and account do not agree.
  func arrive(
    _ wish: AccountDesk.EncryptionWish, wasSealed: Bool, mayBePlain: Bool, agrees: AccountDesk.Agreement?
  ) async throws -> Entrance {
    try await said {
      let sight = try await desk.sight()
      if wish == .plain {
        guard try !wasSealed && file.held() == nil, sight.ring == nil || sight.isOff else {
          throw KeyAccess.isEncrypted
        }
        return .plain
      }
      let entrance: Entrance
      switch try await desk.look(at: sight.ring) {
      case .open(nil) where wasSealed: return .refused(KeyWords.hidden)
      case .open(nil) where wish == .founded && sight.isJournalEmpty && !mayBePlain:
        guard case .ready = try await desk.found(account: account, signInID: sessionID ?? "", hasLooked: true) else {
          return try await wait()
        }
        return .founded
      case .open(nil):
        // An empty journal is no word of the server's that something is not encrypted.
        if !sight.isJournalEmpty, !mayBePlain { try await ask(agrees) }
        return .plain
      case .refused(.unconfirmedMode) where try file.held() == nil:
        guard !wasSealed else { return .refused(KeyWords.sentence(KeyTrouble.unconfirmedMode)) }
        if !mayBePlain { try await ask(agrees) }
        return .plain
      case .turnedOff: return .plain
      case .ready, .open(.some): entrance = .ready
      case .founding: throw KeyFailure.contention
      case .waiting, .removed: return try await wait()
      case .refused(let trouble): return .refused(KeyWords.sentence(trouble))
      }
      if let sessionID { try await desk.introduce(signInID: sessionID, seen: sight.ring) }
      return entrance
    }
  }

  private func ask(_ agrees: AccountDesk.Agreement?) async throws {
    guard let agrees else { throw KeyAccess.unanswered }
    guard try await agrees() else {
      throw CommandFailure(.cancelled, "Stopped. Nothing of the journal was read or sent, and you are not signed in.")
    }
  }

  /// Has the other devices know which sign-in this computer's is, so that ending that takes the keys away, too.
  ///
  /// A sign-in by a page does not say its id: the server is asked once, and it is kept with the session.
  func introduce() async throws {
    guard var session = try sessionFile.read() else { return }
    if session.sessionID == nil {
      guard isOurs else { return }
      session.sessionID = try await devices.devices(webAuthToken: session.webAuthToken).first(where: \.isCurrent)?
        .sessionID
      guard session.sessionID != nil else { return }
      try sessionFile.write(session)
    }
    guard let id = session.sessionID else { return }
    try await desk.introduce(signInID: id)
  }

  private static let unanswered = CommandFailure(
    .notEncrypted, KeyWords.question + " Otherwise sign in with --plain.")

  private static let isEncrypted = CommandFailure(
    .exists,
    "The journal of this account is encrypted end to end, and --plain does not change that: it only decides how a new one "
      + "begins. Sign in without it, then turn encryption off with “cloudjournal account keys --turn-off”.")

  /// Requests older than this are made anew, before other devices stop to answer them: milliseconds.
  private static let longestWait: UInt64 = 25 * 60 * 1000

  /// The request under way, or another one in its place.
  ///
  /// - Returns: ``Entrance/ready`` once another device has answered; before that ``Entrance/waiting(_:)``.
  func wait() async throws -> Entrance {
    for _ in 0..<KeyAccess.rounds {
      let known = try known()
      if let known, let entrance = try await goOn(with: known) { return entrance }
      let asked = try await desk.prepare(account: account)
      // Kept first: whatever the server has then, the words that are shown here are those of it.
      guard try joining.keep(asked, isSent: false, over: try current(known, besides: asked)) else { continue }
      return try await send(asked)
    }
    throw KeyFailure.contention
  }

  /// Rounds in which another process of this computer may be faster.
  private static let rounds = 3

  /// Goes on with the request that is kept here; nil where another one has to be made.
  private func goOn(with known: JoiningFile.Kept) async throws -> Entrance? {
    do {
      guard case .waiting = try await desk.finish(known.joining) else {
        try joining.remove()
        return .ready
      }
      let isFresh = KeyAccess.now < known.joining.request.at + KeyAccess.longestWait
      return isFresh ? .waiting(known.joining.words.shown) : nil
    } catch KeyFailure.noRequest {
      // It was removed after wrong words, or with the keys – or the process that made it was ended before it sent it.
      return known.isSent ? nil : try await send(known.joining)
    }
  }

  private func send(_ asked: KeyDesk.Joining) async throws -> Entrance {
    try await desk.send(asked)
    // Where another process has made another one meanwhile, the next look finds that out, too.
    if let kept = try joining.kept(of: asked.request.device.id), kept.joining.request == asked.request {
      _ = try joining.keep(asked, isSent: true, over: kept)
    }
    return .waiting(asked.words.shown)
  }

  /// What is replaced by a request: the known one, where it is of the same keys.
  private func current(_ known: JoiningFile.Kept?, besides asked: KeyDesk.Joining) throws -> JoiningFile.Kept? {
    guard let known, known.joining.request.device.id == asked.request.device.id else { return nil }
    return known
  }

  /// The request that waits, as it is kept here.
  private func known() throws -> JoiningFile.Kept? {
    guard let held = try file.held(), held.kept.state == .waiting else { return nil }
    return try joining.kept(of: held.kept.device.id)
  }

  /// Comes in by the recovery key that a person typed.
  ///
  /// - Throws: ``CommandFailure``, which says the group of a single wrong character.
  func enter(byTyped text: String) async throws -> Entrance {
    try await said {
      let key = try RecoveryKey(typed: text)
      let standing = try await desk.enter(key, account: account)
      try joining.remove()
      if case .refused(let trouble) = standing { return .refused(KeyWords.sentence(trouble)) }
      try await introduce()
      return .ready
    }
  }

  /// Gives up the keys of this computer for those of the ring that the server shows, and asks to be let in.
  ///
  /// - Parameter change: Called before the keys are put aside, with whether that ring is another one than the known.
  /// - Throws: ``CommandFailure`` where there is no need of that, and where the server shows no ring, or one that breaks a rule.
  func beginAgain(_ change: (_ isAnother: Bool) throws -> Void) async throws -> Entrance {
    try await said {
      var held: HeldKeys?
      do {
        switch try await desk.look() {
        case .refused(.forked), .refused(.another), .refused(.broken): held = try file.held()
        case .refused(let trouble): throw KeyFailure.refused(trouble)
        case .waiting, .removed: return try await wait()
        case .ready, .open(.some), .founding: throw KeyFailure.alreadyIn
        case .open(nil), .turnedOff: throw KeyFailure.noRing
        }
      } catch let failure as CommandFailure where failure.code == .badFile {
        // What is here cannot be read: of which ring it is, is taken to be the server's.
      }
      guard let id = try await desk.shownRingID() else { throw KeyFailure.noRing }
      try change(held?.kept.ring.map { $0.id != id } ?? false)
      try file.beginAgain(as: .fresh(World.chance))
      return try await wait()
    }
  }

  /// Turns encryption on for an account without keys, or again where it was turned off.
  func turnOn() async throws -> KeyStanding { try await desk.turnOn(account: account) }

  // MARK: Letting in

  /// Devices that ask, the latest first.
  func requests() async throws -> [AccountDesk.Asking] {
    try await said {
      try await desk.requests().map {
        AccountDesk.Asking(
          id: $0.device.id.description, name: $0.name, since: Instant(milliseconds: Int64(clamping: $0.savedAt)))
      }
    }
  }

  /// As ``requests()``, by the ring that is kept here: one request, for who asks now and then.
  func namesAsking() async throws -> [String] { try await desk.requests(looking: false).map(\.name) }

  /// Lets the device in whose words were typed.
  ///
  /// - Returns: What it is called.
  func approve(_ text: String) async throws -> String {
    try await said {
      let words = try Words(typed: text)
      let now = World.now().milliseconds
      var counted: [[UInt8]] = []
      do {
        let name = try await desk.approve(words) { requests in
          let counts = try tries.count(requests, at: now)
          counted = requests
          return counts
        }
        try tries.takeBack(counted, at: now)
        return name
      } catch KeyFailure.wrongWords {
        throw KeyFailure.wrongWords
      } catch KeyFailure.tooManyTries {
        throw KeyFailure.tooManyTries
      } catch {
        // What the words are worth did not come out.
        if !counted.isEmpty { try tries.takeBack(counted, at: now) }
        throw error
      }
    }
  }

  // MARK: Words

  /// Runs `body` and turns what it throws into a sentence.
  func said<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      throw KeyWords.failure(error, host: host)
    }
  }
}
