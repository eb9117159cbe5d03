import CloudClient
import CloudRecord
import Foundation
import JournalCore
import JournalStore
import JournalUI
import Synchronization
import SystemKit

/// Does what the account view asks for: each request is a task of its own, since it waits for the network.
final class ScreenAccount: Sendable {
  private let journal: OpenedJournal
  private let environment: [String: String]
  private let post: @Sendable (Message) -> Void
  private let agreement = Agreement()
  private let signIn = Mutex<(task: Task<Void, Never>, place: SignInPlace)?>(nil)

  init(journal: OpenedJournal, environment: [String: String], post: @escaping @Sendable (Message) -> Void) {
    (self.journal, self.environment, self.post) = (journal, environment, post)
  }

  private var desk: AccountDesk { AccountDesk(journal, environment: environment) }

  func perform(_ request: AccountRequest) {
    switch request {
    case .signIn(let place, let name, let password):
      beginSignIn(place, request: request) { account in
        try await account.signedIn(place, .password(name: name) { password.revealed })
      }
    case .beginBrowserSignIn(let place):
      beginSignIn(place, request: request) { account in
        let show: @Sendable (String, String?) -> Void = { page, code in
          account.post(.accountAnswered(.browserWaits(address: page, code: code)))
          account.open(page)
        }
        return try await account.signedIn(
          place, .shortCode(show: show, otherwise: .browser(port: 0) { show($0, nil) }))
      }
    case .finishBrowserSignIn(let code):
      guard let place = signIn.withLock({ $0?.place }) else { return }
      let text = SignInCode.find(in: code.revealed)
      beginSignIn(place, request: request) { account in try await account.signedIn(place, .code { _ in text }) }
    case .cancelSignIn:
      signIn.withLock { $0.take() }?.task.cancel()
      agreement.answer(false)
    case .agreeToPlain(let agrees): agreement.answer(agrees)
    case .load, .signOut, .revoke, .renameDevice, .erase, .showRecoveryKey, .drawRecoveryKey, .confirmRecoveryKey,
      .writeRecoverySheet, .enterRecoveryKey, .approve, .beginAgain, .turnEncryptionOn:
      Task.detached(priority: .userInitiated) { [self] in
        await answer(request) { account in try await account.answer(to: request) }
      }
    }
  }

  /// Shows a recovery key that was not confirmed for a while, as a screen begins.
  func remind() {
    Task.detached(priority: .utility) { [self] in
      do {
        guard let key = try desk.recoveryDue(at: World.now().milliseconds) else { return }
        post(.accountAnswered(.recoveryKey(Secret(key.joined(separator: " ")))))
      } catch {
        // What is wrong with the keys is said by what needs them.
      }
    }
  }

  /// One at a time: who begins anew does not wait for the one before.
  private func beginSignIn(
    _ place: SignInPlace, request: AccountRequest,
    _ body: @escaping @Sendable (ScreenAccount) async throws -> AccountAnswer
  ) {
    agreement.answer(false)
    signIn.withLock { current in
      current?.task.cancel()
      current = (Task.detached(priority: .userInitiated) { [self] in await answer(request, body) }, place)
    }
  }

  private func answer(
    _ request: AccountRequest, _ body: @Sendable (ScreenAccount) async throws -> AccountAnswer
  ) async {
    do {
      let answer = try await body(self)
      if !Task.isCancelled { post(.accountAnswered(answer)) }
    } catch let server as AccountDesk.UntrustedServer {
      guard !Task.isCancelled else { return }
      post(.accountAnswered(.untrusted(key: server.key, host: server.host, request: request)))
    } catch {
      guard !Task.isCancelled, !(error is CancellationError) else { return }
      let words = ServiceWords.failure(error)
      post(.failed(.account(request), Failure(words.sentence, isOutOfReach: words.code == .inputOutput)))
    }
  }

  private func answer(to request: AccountRequest) async throws -> AccountAnswer {
    switch request {
    case .load: return .overview(try await overview())
    case .signOut(let erasing):
      _ = try await desk.signOut()
      return .signedOut(erased: erasing)
    case .revoke(let device, let reader):
      do {
        let removed = try await desk.endDevice(device, reader: reader)
        return .revoked(device: device, hasNewRecovery: removed?.hasNewRecovery ?? false)
      } catch let which as AccountDesk.WhichReader {
        return .whichReader(device: device, readers: which.readers)
      }
    case .renameDevice(let device, let name):
      try await desk.renameDevice(device, to: name)
      return .renamed(device: device, name: name)
    case .erase(.server):
      try await AccountRemoval.eraseOnServer(desk)
      return .erased(.server)
    case .erase(.here):
      // Where the others cannot be told, one of them removes this device; what it had goes all the same.
      _ = try await desk.leaveToErase()
      return .erased(.here)
    case .showRecoveryKey: return .recoveryKey(Secret(try await desk.recovery().joined(separator: " ")))
    case .drawRecoveryKey:
      return .recoveryPicture(TerminalCode(try await desk.recovery().joined(separator: " "))?.rows)
    case .confirmRecoveryKey(let key):
      try await desk.confirmRecovery(key.revealed)
      return .recoveryConfirmed
    case .writeRecoverySheet: return .sheetWritten(path: try await writeSheet())
    case .enterRecoveryKey(let typed):
      if case .refused(let why) = try await desk.enter(recovery: typed.revealed) {
        throw CommandFailure(.keysRefused, why)
      }
      return .hasKeys
    case .beginAgain:
      switch try await desk.beginAgain() {
      case .waiting: return .waitsForKeys
      case .refused(let why): throw CommandFailure(.keysRefused, why)
      case .plain, .founded, .ready: return .hasKeys
      }
    case .turnEncryptionOn:
      guard let recovery = try await desk.turnOn() else { return .hasKeys }
      return .recoveryKey(Secret(recovery.joined(separator: " ")))
    case .approve(let words): return .letIn(name: try await desk.approve(words.revealed))
    case .signIn, .beginBrowserSignIn, .finishBrowserSignIn, .cancelSignIn, .agreeToPlain:
      preconditionFailure("signing in is a task that can be cancelled")
    }
  }

  private func signedIn(_ place: SignInPlace, _ proof: AccountDesk.Proof) async throws -> AccountAnswer {
    var wish = AccountDesk.Wish()
    wish.server = place.server.isEmpty ? nil : place.server
    wish.deviceName = place.device.isEmpty ? nil : place.device
    wish.pin = place.pin
    // The question is put on the screen; its answer comes with another request.
    wish.trust = { server in throw server }
    wish.agrees = { await self.agreement.asked { self.post(.accountAnswered(.isPlainThere)) } }
    if place.isPlain { wish.encryption = .plain }
    let arrival = try await desk.signIn(wish, proof)
    switch arrival.keys {
    case .plain, .ready, .refused: break
    case .founded(let recovery): post(.accountAnswered(.recoveryKey(Secret(recovery.joined(separator: " ")))))
    case .waiting: post(.accountAnswered(.waitsForKeys))
    }
    let unsent = try journal.unsentChanges()
    let said =
      unsent == 0
      ? "Fetching what the server has."
      : "Sending \(NumberText.counted(unsent, "change", "changes")) and fetching what the server has; entries "
        + "that are in both places are merged."
    if case .waiting = arrival.keys { return .signedIn(who: arrival.who, said: "") }
    return .signedIn(who: arrival.who, said: said)
  }

  private func overview() async throws -> AccountOverview {
    guard let settings = try desk.settings() else { return AccountOverview(device: World.deviceName) }
    let session = try desk.session()
    var overview = AccountOverview(
      server: settings.service, name: settings.name ?? settings.userRecordName,
      // On a server of ours there is nothing to choose, and its name says nothing to a person.
      container: settings.isOurs ? nil : "\(settings.container) · \(settings.environment.rawValue)",
      device: settings.deviceName)
    guard let session else { return overview }
    overview.keys = try desk.readers()
    overview.expiresAt = session.expiresAt.map { Instant(milliseconds: $0) }
    guard settings.isOurs else { return overview }
    do {
      let devices = try await desk.devices()
      let began = devices.first(where: \.isCurrent)?.createdAt ?? 0
      if began > 0 { overview.signedInAt = Instant(milliseconds: began) }
      overview.devices = devices.map { device in
        AccountDevice(
          id: device.sessionID, name: device.device, way: ScreenAccount.way(device.kind),
          lastUsedAt: Instant(milliseconds: device.lastUsedAt), isCurrent: device.isCurrent)
      }
      let names = devices.map { ($0.sessionID, $0.device) }
      overview.keys = try desk.readers(signIns: Dictionary(names) { first, _ in first })
    } catch {
      // A server that does not answer is no reason to hide what is known here; the status says why.
    }
    return overview
  }

  private func writeSheet() async throws -> String {
    let name = journal.paths.name.replacing("/", with: "-")
    let path = "\(environment["HOME"] ?? journal.paths.folder)/cloudjournal-recovery-\(name).txt"
    try RecoverySheet.write(
      await RecoverySheet(desk, journal: journal.paths.name).text(on: World.now()), to: path)
    try desk.noteSheet()
    return path
  }

  private static func way(_ kind: String) -> String {
    switch kind {
    case "password": "with a password"
    case "browser": "in the browser"
    case "commandLine", "admin": "by the server’s owner"
    default: kind
    }
  }

  private func open(_ page: String) {
    do { try DesktopOpener.open(page) } catch {
      // The address is on the screen: any browser will do.
    }
  }
}

/// A question that a sign-in puts on the screen, and waits for.
private final class Agreement: Sendable {
  private let waiting = Mutex<CheckedContinuation<Bool, Never>?>(nil)

  /// - Parameter show: Puts the question.
  func asked(_ show: @escaping @Sendable () -> Void) async -> Bool {
    await withCheckedContinuation { continuation in
      waiting.withLock { $0.replace(with: continuation) }?.resume(returning: false)
      show()
    }
  }

  /// Does nothing where no question waits.
  func answer(_ agrees: Bool) { waiting.withLock { $0.take() }?.resume(returning: agrees) }
}

extension Optional {
  fileprivate mutating func replace(with value: Wrapped) -> Wrapped? {
    defer { self = value }
    return self
  }
}

/// What a person copies from the browser at the end of signing in: the code, or the address that has it.
enum SignInCode {
  static func find(in text: String) -> String {
    for key in ["ckWebAuthToken=", "ckSession="] {
      guard let start = text.range(of: key)?.upperBound else { continue }
      let value = text[start...].prefix { $0 != "&" && $0 != "#" && !$0.isWhitespace }
      return value.removingPercentEncoding ?? String(value)
    }
    return text
  }
}
