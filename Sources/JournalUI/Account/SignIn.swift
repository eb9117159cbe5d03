import JournalCore
import TerminalKit

/// Signing in: what is typed for it, and how far it is.
struct SignIn: Sendable {
  enum Way: Hashable, Sendable { case password, browser }

  enum Field: Hashable, Sendable {
    case server, name, password, code

    var title: String {
      switch self {
      case .server: "Server"
      case .name: "Name"
      case .password: "Password"
      case .code: "Code"
      }
    }
  }

  var way: Way
  var server: LineField
  var name = LineField()
  var password = LineField()
  var code = LineField()
  var current: Field
  /// The page to sign in on, once the browser is waited for.
  var address: String?
  /// Whether an answer is waited for.
  var isWorking = false
  /// What was wrong with the last try.
  var problem: String?

  init(_ way: Way, server: String?) {
    self.way = way
    self.server = LineField(server ?? "", selected: true)
    current = way == .password && server != nil ? .name : .server
  }

  /// The fields that are asked for now, from top to bottom.
  var fields: [Field] {
    switch way {
    case .password: [.server, .name, .password]
    case .browser: address == nil ? [.server] : [.code]
    }
  }

  subscript(field: Field) -> LineField {
    get {
      switch field {
      case .server: server
      case .name: name
      case .password: password
      case .code: code
      }
    }
    set {
      switch field {
      case .server: server = newValue
      case .name: name = newValue
      case .password: password = newValue
      case .code: code = newValue
      }
    }
  }

  mutating func move(by step: Int) {
    let all = fields
    let place = all.firstIndex(of: current) ?? 0
    current = all[(place + step + all.count) % all.count]
  }

  mutating func paste(_ text: String) {
    guard !isWorking || address != nil else { return }
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
    // Where in a hidden text somebody points says too much of it.
    guard current != .password else { return }
    self[current].mouse(
      MouseEvent(event.kind, at: Position(row: 0, column: event.position.column - layout.field.column)))
  }
}

extension Model {
  mutating func openSignIn(_ way: SignIn.Way) {
    guard canWrite() else { return }
    if accountState == .available {
      return say("You are signed in; \(keyText(.signOut, in: [.account])) signs out first.")
    }
    dialogs.append(.signIn(SignIn(way, server: account?.overview?.server)))
  }

  /// Fills in the server where nobody has typed one yet.
  mutating func offerServer(_ server: String?) {
    guard let server else { return }
    changeSignIn { signIn in
      guard signIn.server.isEmpty, signIn.current == .server, !signIn.isWorking else { return }
      signIn.server = LineField(server, selected: true)
    }
  }

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
        say("The address is copied.", .success)
      }
      return
    default: break
    }
    // While the server is asked, what was asked stays as it is.
    if signIn.isWorking, signIn.address == nil { return }
    switch key.code {
    case .tab, .down: signIn.move(by: 1)
    case .backTab, .up: signIn.move(by: -1)
    default:
      _ = signIn[signIn.current].handle(key)
      signIn.problem = nil
    }
    dialogs[dialogs.count - 1] = .signIn(signIn)
  }

  /// Enter goes to the next field that is empty; from the last one it asks the server.
  private mutating func acceptSignIn(_ signIn: SignIn) {
    var signIn = signIn
    defer { if case .signIn = dialogs.last { dialogs[dialogs.count - 1] = .signIn(signIn) } }
    guard !signIn.isWorking else { return }
    signIn.problem = nil
    if let empty = signIn.fields.first(where: { trimmed(signIn[$0].text).isEmpty }) {
      if signIn.current == empty { signIn.problem = "\(empty.title): nothing is typed yet." }
      signIn.current = empty
      return
    }
    if signIn.current != signIn.fields.last, signIn.way == .password { return signIn.move(by: 1) }
    let server = trimmed(signIn.server.text)
    signIn.isWorking = true
    switch (signIn.way, signIn.address) {
    case (.password, _):
      emit(.account(.signIn(server: server, name: trimmed(signIn.name.text), password: Secret(signIn.password.text))))
      signIn.password = LineField()
    case (.browser, nil): emit(.account(.beginBrowserSignIn(server: server)))
    case (.browser, _):
      emit(.account(.finishBrowserSignIn(code: Secret(trimmed(signIn.code.text)))))
      signIn.code = LineField()
    }
  }

  mutating func browserWaits(_ address: String) {
    changeSignIn { signIn in
      signIn.address = address
      signIn.isWorking = false
      signIn.current = .code
    }
  }

  mutating func signInFailed(_ failure: Failure) {
    let sentence = failure.advice.isEmpty ? failure.sentence : failure.sentence + " " + failure.advice
    guard dialogs.contains(where: \.isSignIn) else { return sayFailed(failure) }
    changeSignIn { signIn in
      signIn.isWorking = false
      signIn.problem = sentence
      if signIn.way == .password { signIn.current = .password }
    }
  }

  mutating func closeSignIn() { dialogs.removeAll { $0.isSignIn } }

  private mutating func changeSignIn(_ change: (inout SignIn) -> Void) {
    for index in dialogs.indices {
      guard case .signIn(var signIn) = dialogs[index] else { continue }
      change(&signIn)
      dialogs[index] = .signIn(signIn)
    }
  }

  func signInHints(_ signIn: SignIn) -> [KeyHints.Hint] {
    if signIn.address != nil {
      return [
        hint(glyphs.enter, "take the code"), hint("^O", "open the browser"), hint("^Y", "copy the address"),
        hint("Esc", "cancel"),
      ]
    }
    if signIn.isWorking { return [hint("Esc", "cancel")] }
    if signIn.fields.count == 1 { return [hint(glyphs.enter, "go on"), hint("Esc", "cancel")] }
    return [hint(glyphs.enter, "next, sign in"), hint("\(glyphs.up)\(glyphs.down)", "field"), hint("Esc", "cancel")]
  }
}

extension Dialog {
  fileprivate var isSignIn: Bool { if case .signIn = self { true } else { false } }
}
