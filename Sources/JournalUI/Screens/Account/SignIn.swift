import JournalCore
import TerminalKit

/// Signing in: what is typed for it, and how far it is.
struct SignIn: Sendable {
  enum Way: Hashable, Sendable { case password, browser }

  enum Field: Hashable, Sendable {
    case server, name, device, password, code

    var title: String {
      switch self {
      case .server: "Server"
      case .name: "Name"
      case .device: "Device"
      case .password: "Password"
      case .code: "Code"
      }
    }
  }

  var way: Way
  var server: LineField
  var name = LineField()
  /// What this device is called among the account's.
  var device: LineField
  var password = LineField()
  var code = LineField()
  var current: Field
  /// The page to sign in on, once the browser is waited for.
  var address: String?
  /// What is typed on that page; nil where the page itself shows a code to be typed here.
  var shortCode: String?
  /// The server that a person has trusted here, with its key: another try does not ask again.
  var trusted: SignInPlace?
  /// Whether an answer is waited for.
  var isWorking = false
  /// What was wrong with the last try.
  var problem: String?
  /// Whether the journal of a new account is not to be encrypted end to end.
  var isPlain = false

  /// - Parameter name: Who was signed in last; nil where that is not known.
  init(_ way: Way, server: String?, name: String? = nil, device: String) {
    self.way = way
    self.name = LineField(name ?? "", selected: true)
    self.server = LineField(server ?? "", selected: true)
    self.device = LineField(device, selected: true)
    current = way == .password && server != nil ? .name : .server
  }

  /// The fields that are asked for now, from top to bottom.
  var fields: [Field] {
    switch way {
    case .password: [.server, .name, .device, .password]
    case .browser: address == nil ? [.server, .device] : shortCode == nil ? [.code] : []
    }
  }

  subscript(field: Field) -> LineField {
    get {
      switch field {
      case .server: server
      case .name: name
      case .device: device
      case .password: password
      case .code: code
      }
    }
    set {
      switch field {
      case .server: server = newValue
      case .name: name = newValue
      case .device: device = newValue
      case .password: password = newValue
      case .code: code = newValue
      }
    }
  }

  mutating func move(by step: Int) {
    completeServer()
    let all = fields
    guard !all.isEmpty else { return }
    let place = all.firstIndex(of: current) ?? 0
    current = all[(place + step + all.count) % all.count]
  }

  /// Adds what is usually left out of an address, once it is typed.
  mutating func completeServer() {
    let address = ServerAddress.completed(server.text)
    if address != server.text { server = LineField(address) }
  }

  /// What is asked for, for a request.
  var place: SignInPlace {
    let address = ServerAddress.completed(server.text)
    return SignInPlace(
      server: address, device: device.text.filter { !$0.isNewline },
      pin: trusted?.server == address ? trusted?.pin : nil,
      isPlain: isPlain)
  }

  mutating func paste(_ text: String) {
    guard !isWorking || address != nil, fields.contains(current) else { return }
    self[current].paste(text)
  }

  mutating func fit(_ layout: DialogLayout, _ width: any TextWidth) {
    for field in fields { self[field].fit(max(1, layout.field.columns), width) }
  }

  mutating func mouse(_ event: MouseEvent, _ layout: DialogLayout) {
    let index = event.position.row - layout.field.row
    let all = fields
    guard all.indices.contains(index), event.kind == .press, layout.box.contains(event.position) else { return }
    current = all[index]
    // The place of the cursor in a hidden text would say too much of it.
    guard current != .password else { return }
    self[current].mouse(
      MouseEvent(event.kind, at: Position(row: 0, column: event.position.column - layout.field.column)))
  }
}

extension TalksToAccount {
  /// Asks whether to trust a server before anything secret goes to it.
  mutating func askToTrust(_ key: String, of host: String, for request: AccountRequest) {
    guard dialogs.contains(where: \.isSignIn) else { return }
    // What the sign-in says after a No.
    changeSignIn {
      $0.isWorking = false
      $0.problem = "\(host) is not trusted. Nothing was sent."
    }
    dialogs.append(
      .choice(
        Choice(
          "Trust this server?",
          [
            "This computer cannot verify \(TerminalSafe(host, keepingLines: false).text). The server’s key is",
            key, "Compare it with what “cloudjournal-server init” prints on the server. Nothing was sent yet.",
          ],
          [
            Choice.Option("y", "Trust it, and sign in", .account(request.trusting(key))),
            Choice.Option("n", "Do not trust it", .nothing),
          ], selected: 1, tone: .grave)))
  }

  /// Asks whether a journal that the server calls plain is to be believed so; the sign-in waits for the answer.
  mutating func askAboutPlain() {
    guard dialogs.contains(where: \.isSignIn) else { return }
    dialogs.append(
      .choice(
        Choice(
          "Not encrypted?",
          [
            "The server says this journal is not encrypted end to end. If you turned encryption on elsewhere, stop here.",
            "Nothing was read or sent yet.",
          ],
          [
            Choice.Option("n", "Stop here", .account(.agreeToPlain(false))),
            Choice.Option("y", "Go on without encryption", .account(.agreeToPlain(true))),
          ], selected: 0, tone: .grave)))
  }

  /// Notes that the server is asked again.
  mutating func signInGoesOn() {
    changeSignIn {
      $0.isWorking = true
      $0.problem = nil
    }
  }

  /// Fills in the server and the device where nothing is typed yet.
  mutating func offer(_ overview: AccountOverview) {
    changeSignIn { signIn in
      if signIn.device.isEmpty { signIn.device = LineField(overview.device ?? "", selected: true) }
      guard let server = overview.server else { return }
      guard signIn.server.isEmpty, signIn.current == .server, !signIn.isWorking else { return }
      signIn.server = LineField(server, selected: true)
    }
  }

  mutating func browserWaits(_ address: String, code: String?) {
    changeSignIn { signIn in
      signIn.address = address
      signIn.shortCode = code
      signIn.isWorking = false
      signIn.current = .code
    }
  }

  mutating func signInFailed(_ request: AccountRequest, _ failure: Failure) {
    let sentence = failure.advice.isEmpty ? failure.sentence : failure.sentence + " " + failure.advice
    guard dialogs.contains(where: \.isSignIn) else { return sayFailed(failure) }
    changeSignIn { signIn in
      signIn.isWorking = false
      signIn.problem = sentence
      if let place = request.place, place.pin != nil { signIn.trusted = place }
      // The code is of no more use; the next try begins with a new one.
      if signIn.shortCode != nil { (signIn.address, signIn.shortCode, signIn.current) = (nil, nil, .server) }
      guard signIn.way == .password else { return }
      signIn.current = .password
      // A server that was not reached refused no password: the address is what is looked at.
      guard failure.isOutOfReach, case .signIn(_, _, let password) = request else { return }
      (signIn.password, signIn.current) = (LineField(password.revealed), .server)
    }
  }

  mutating func closeSignIn() { dialogs.removeAll { $0.isSignIn } }

  mutating func changeSignIn(_ change: (inout SignIn) -> Void) {
    for index in dialogs.indices {
      guard case .signIn(var signIn) = dialogs[index] else { continue }
      change(&signIn)
      dialogs[index] = .signIn(signIn)
    }
  }
}

extension TopDialog {
  mutating func handleSignIn(_ signIn: SignIn, _ key: Key) {
    var signIn = signIn
    switch (key.code, key.modifiers) {
    case (.escape, _):
      dialogs.removeLast()
      if signIn.isWorking || signIn.address != nil { emit(.account(.cancelSignIn)) }
      return
    case (.enter, _):
      return acceptSignIn(signIn)
    case (.character("o"), .control):
      if let address = signIn.address { emit(.openLink(address)) }
      return
    case (.character("y"), .control):
      if let address = signIn.address {
        emit(.copyToClipboard(address))
        say("Copied the address", .success)
      }
      return
    default: break
    }
    // While the server is asked, what was asked stays as it is.
    if signIn.isWorking, signIn.address == nil { return }
    switch key.code {
    case .character("t") where key.modifiers == .control: signIn.isPlain.toggle()
    case .tab, .down: signIn.move(by: 1)
    case .backTab, .up: signIn.move(by: -1)
    default:
      guard signIn.fields.contains(signIn.current) else { return }
      _ = signIn[signIn.current].handle(key)
      signIn.problem = nil
    }
    dialogs[dialogs.count - 1] = .signIn(signIn)
  }

  /// Enter goes from field to field; from the last one it asks the server, once nothing is missing.
  private mutating func acceptSignIn(_ signIn: SignIn) {
    var signIn = signIn
    defer { if case .signIn = dialogs.last { dialogs[dialogs.count - 1] = .signIn(signIn) } }
    guard !signIn.isWorking, signIn.shortCode == nil else { return }
    signIn.problem = nil
    signIn.completeServer()
    let missing = signIn.fields.filter { $0 != .device && trimmingSpace(signIn[$0].text).isEmpty }
    let isLast = signIn.way == .browser || signIn.current == signIn.fields.last
    if let empty = missing.contains(signIn.current) ? signIn.current : isLast ? missing.first : nil {
      signIn.problem = "\(empty.title) is empty. Type it, then press Enter."
      signIn.current = empty
      return
    }
    guard isLast else { return signIn.move(by: 1) }
    signIn.isWorking = true
    switch (signIn.way, signIn.address) {
    case (.password, _):
      emit(
        .account(.signIn(signIn.place, name: trimmingSpace(signIn.name.text), password: Secret(signIn.password.text))))
      signIn.password = LineField()
    case (.browser, nil): emit(.account(.beginBrowserSignIn(signIn.place)))
    case (.browser, _):
      emit(.account(.finishBrowserSignIn(code: Secret(trimmingSpace(signIn.code.text)))))
      signIn.code = LineField()
    }
  }

  func signInHints(_ signIn: SignIn) -> [KeyHints.Hint] {
    if signIn.shortCode != nil {
      return [hint("^O", "open the browser"), hint("^Y", "copy the address"), hint("Esc", "cancel")]
    }
    if signIn.address != nil {
      return [
        hint(glyphs.enter, "use the code"), hint("^O", "open the browser"), hint("^Y", "copy the address"),
        hint("Esc", "cancel"),
      ]
    }
    if signIn.isWorking { return [hint("Esc", "cancel")] }
    if signIn.fields.count == 1 { return [hint(glyphs.enter, "continue"), hint("Esc", "cancel")] }
    return [
      hint(glyphs.enter, "next, sign in"), hint("\(glyphs.up)\(glyphs.down)", "field"),
      hint("^T", signIn.isPlain ? "encrypt" : "do not encrypt"), hint("Esc", "cancel"),
    ]
  }
}

extension Dialog {
  fileprivate var isSignIn: Bool { if case .signIn = self { true } else { false } }
}
