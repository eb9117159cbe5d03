import JournalCore
import TerminalKit

extension AccountScreen {
  var box: Rect { pageBox(columns: 84) }

  /// One line of the account view.
  enum Line: Hashable, Sendable {
    case blank
    case state(String, SyncPromise.Tone)
    case words(String)
    case fact(String, String)
    case heading(String)
    case key(String, String)
    case device(AccountDevice)
    /// A device that has the keys.
    case reader(String)
    case notice(String)
  }

  var lines: [Line] {
    let columns = max(1, box.inside.columns - 4)
    var lines: [Line] = [stateLine]
    for sentence in stateWords { lines += wrapped(sentence, columns: columns - 2).map { .words($0) } }
    lines.append(.blank)
    if !hasAccount || accountState == .noAccount {
      lines += [
        .key(keyText(.signIn, in: [.account]), "sign in with a name and a password"),
        .key(keyText(.signInByBrowser, in: [.account]), "sign in with the browser, on this or another machine"), .blank,
      ]
    }
    lines += otherKeyLines(columns)
    lines += keysNotices.flatMap { wrapped($0, columns: columns - 2).map { .notice($0) } + [.blank] }
    lines += facts.map { .fact($0.0, $0.1) }
    if let failure = state.failure, accountState != .noAccount {
      lines.append(.blank)
      for line in wrapped(failure.sentence, columns: columns) { lines.append(.words(line)) }
    }
    // The server that tells of the devices is not asked before its key is trusted.
    guard otherKey == nil else { return lines }
    if let known = state.overview?.devices, accountState != .noAccount {
      lines += [.blank, .heading("Devices \(glyphs.separator) \(grouped(known.count))")]
      lines += known.map { .device($0) }
    }
    guard let readers = state.overview?.keys?.names, !readers.isEmpty, accountState != .noAccount else { return lines }
    lines += [.blank, .heading("Can read \(glyphs.separator) \(grouped(readers.count))")]
    return lines
      + readers.map { .reader(TerminalSafe($0.isEmpty ? "Unnamed" : $0, keepingLines: false).text) }
  }

  /// What is wrong with the server's key; nil where it is the trusted one.
  private var otherKey: SyncSaying? { syncing.status.flatMap(otherKeySaying) }

  /// Both keys, and what to do where the server's was made anew, and where it was not; empty where it is the trusted one.
  private func otherKeyLines(_ columns: Int) -> [Line] {
    guard otherKey != nil, let keys = syncing.status?.otherKey else { return [] }
    func words(_ text: String) -> [Line] { wrapped(text, columns: columns - 2).map { .words($0) } }
    func fact(_ name: String, _ key: String) -> [Line] {
      columns - 11 >= width.columns(of: key) ? [.fact(name, key)] : [.fact(name, "")] + words(key)
    }
    var lines = keys.shown.map { fact("Shown", $0) } ?? []
    lines += fact("Trusted", keys.trusted) + [.blank]
    if let shown = keys.shown {
      // A name that a shell would read otherwise is left for the person to type.
      let isPlain = { (name: String) in
        !name.hasPrefix("_") && !name.hasPrefix("-")
          && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._@-".contains($0)) }
      }
      let user = state.overview?.name.map { isPlain($0) ? " --user \($0)" : "" } ?? ""
      let name = environment.journalName
      let journal = name == "Personal" ? "" : isPlain(name) ? " --journal \(name)" : " --journal NAME"
      lines += words(
        "If you made the server’s key anew, “cloudjournal-server init” prints it there. Then type in a shell:")
      lines += words("cloudjournal account sign-in\(journal)\(user) \\") + words("  --pin \(shown)") + [.blank]
    }
    lines += words("If you did not, another machine may pose as your server. Change nothing, and ask who runs it.")
    return lines + [.blank]
  }

  private var stateLine: Line {
    let who = syncing.status?.who ?? state.overview?.name
    if otherKey != nil { return .state("Other server key", .bad) }
    switch accountState {
    case .available: return .state("Signed in\(who.map { " as \($0)" } ?? "")", .good)
    case .noAccount: return .state(syncing.status?.who == nil ? "Not signed in" : "Session ended", .warning)
    case .restricted: return .state("Account restricted", .bad)
    case .temporarilyUnavailable: return .state("Account not ready", .warning)
    case .couldNotDetermine: return .state("Account not known", .warning)
    }
  }

  private var stateWords: [String] {
    guard let status = syncing.status else { return ["You can write; nothing leaves this computer."] }
    if status.account == .noAccount, status.who == nil { return ["You can write; nothing leaves this computer."] }
    if otherKey != nil {
      let unsent = status.overview.unsent
      let held = unsent > 0 ? " \(counted(unsent, "change waits", "changes wait")) here." : ""
      return ["Your server shows another key than the one that you trusted. Nothing was sent.\(held)"]
    }
    if let keys = keysSaying(status) { return ["\(keys.title). \(keys.detail)"] }
    return [accountSentence(status) ?? "What you write here reaches all your devices automatically."]
  }

  /// How the journal is encrypted; nil where there is no account.
  private var encryptionWords: String? {
    guard let keys = syncing.status?.encryption ?? state.overview?.keys?.status else {
      return accountState == .available ? "off; \(keyText(.showKeys, in: [.account])) turns it on" : nil
    }
    let since = state.overview?.keys?.since.map { ", since \(moment(of: $0))" } ?? ""
    switch keys.state {
    case .open: return "off; \(keyText(.showKeys, in: [.account])) turns it on"
    case .founding: return "end to end; the keys are not on the server yet"
    case .waiting: return "end to end; this computer has no key yet"
    case .ready: return "end to end, key \(keys.key)\(since)"
    case .sealing: return "is being turned on, key \(keys.key)"
    case .opening: return "is being turned off"
    case .removed: return "end to end; this computer was removed"
    case .refused: return "end to end; the server’s keys are not used"
    }
  }

  /// What a person has to do about the keys.
  private var keysNotices: [String] {
    guard let keys = syncing.status?.encryption, accountState != .noAccount else { return [] }
    var notices: [String] = []
    if let name = keys.asking.first {
      let safe = shortened(TerminalSafe(name, keepingLines: false).text, 40)
      notices.append(
        "“\(safe)” asks to read this journal. \(keyText(.approveDevice, in: [.account])) lets it in, by the six words that "
          + "it shows.")
    }
    if keys.state == .waiting {
      notices.append("\(keyText(.showKeys, in: [.account])) shows the six words that let this computer in.")
    }
    if keys.isUsable, keys.isRecoveryHere {
      notices.append(
        "The recovery key is not confirmed yet. \(keyText(.showKeys, in: [.account])) shows it: without it, losing all devices "
          + "loses the journal on the server.")
    }
    return notices
  }

  private var facts: [(String, String)] {
    let overview = state.overview
    var facts: [(String, String)] = []
    if let server = overview?.server { facts.append(("Server", server)) }
    let isIn = accountState != .noAccount
    if isIn, let container = overview?.container { facts.append(("Container", container)) }
    if isIn, let device = overview?.device {
      let since = overview?.signedInAt.map { ", signed in \(moment(of: $0))" } ?? ""
      facts.append(("Device", device + since))
    }
    if isIn, let expires = overview?.expiresAt {
      facts.append(("Session", "expires \(moment(of: expires)) unless used"))
    }
    if isIn, let words = encryptionWords { facts.append(("Encryption", words)) }
    var journal = environment.journalName
    if let status = syncing.status, status.overview.records > 0 {
      let held =
        tallies.map { counted($0.all, "entry", "entries") } ?? counted(status.overview.records, "record", "records")
      journal += " \(glyphs.separator) \(held)"
      if status.overview.unsent > 0 { journal += ", \(grouped(status.overview.unsent)) to send" }
    }
    facts.append(("Journal", journal))
    return facts
  }

  func draw(_ canvas: inout Canvas) {
    let rect = box
    let inside = canvas.pane("", label: state.isLoading ? "asking" : "", rect, isFocused: true)
    let lines = self.lines
    for line in 0..<inside.rows {
      let index = state.top + line
      guard lines.indices.contains(index) else { break }
      drawLine(
        lines[index], Rect(row: inside.row + line, column: inside.column, rows: 1, columns: inside.columns), &canvas)
    }
    canvas.scrollbar(rect, total: lines.count, offset: state.top)
  }

  private func drawLine(_ line: Line, _ rect: Rect, _ canvas: inout Canvas) {
    let (column, limit) = (rect.column + 2, rect.columns - 3)
    switch line {
    case .blank: break
    case .state(let text, let tone):
      canvas.put(
        String(tone == .good ? glyphs.dot : tone == .bad ? glyphs.attention : glyphs.ring), row: rect.row,
        column: column, limit: 1, style: style(of: tone))
      canvas.put(text, row: rect.row, column: column + 2, limit: limit - 2, style: theme.heading)
    case .words(let text):
      canvas.put(text, row: rect.row, column: column + 2, limit: limit - 2, style: theme.text)
    case .fact(let name, let text):
      canvas.put(name, row: rect.row, column: column, limit: 10, style: theme.secondary)
      canvas.put(text, row: rect.row, column: column + 11, limit: limit - 11, style: theme.text)
    case .heading(let text):
      canvas.put(text, row: rect.row, column: column, limit: limit, style: theme.subheading)
    case .key(let key, let text):
      canvas.put(key, row: rect.row, column: column + 2, limit: 5, style: theme.keyName)
      canvas.put(text, row: rect.row, column: column + 6, limit: limit - 6, style: theme.text)
    case .reader(let name):
      canvas.put(name, row: rect.row, column: column + 2, limit: limit - 2, style: theme.text)
    case .notice(let text):
      canvas.put(text, row: rect.row, column: column + 2, limit: limit - 2, style: theme.warning)
    case .device(let device): drawDevice(device, rect, &canvas)
    }
  }

  private func drawDevice(_ device: AccountDevice, _ rect: Rect, _ canvas: inout Canvas) {
    let isSelected = device.id == state.device
    let selected = isSelected ? theme.selection : nil
    if let selected {
      canvas.fill(rect, selected)
      canvas.put(String(glyphs.selection), row: rect.row, column: rect.column, limit: 1, style: theme.selectionBar)
    }
    let used = device.isCurrent ? "this one" : age(of: device.lastUsedAt, isFine: false)
    var end = canvas.putRight(
      used, row: rect.row, endColumn: rect.endColumn - 1, limit: rect.columns / 3,
      style: selected ?? (device.isCurrent ? theme.success : theme.secondary))
    if rect.columns >= 56 {
      let start = rect.endColumn - 34
      canvas.put(device.way, row: rect.row, column: start, limit: end - start - 2, style: selected ?? theme.secondary)
      end = start
    }
    canvas.put(
      device.name.isEmpty ? "Unnamed" : device.name, row: rect.row, column: rect.column + 4,
      limit: end - rect.column - 6,
      style: selected ?? theme.text)
  }

  mutating func settle() {
    loadIfChanged()
    let devices = self.devices
    if !devices.contains(where: { $0.id == state.device }) { state.device = devices.first?.id }
    let lines = self.lines
    let height = box.inside.rows
    let place = lines.firstIndex { line in
      if case .device(let device) = line { device.id == state.device } else { false }
    }
    if let place {
      let isFirst = devices.first?.id == state.device
      if place < state.top || isFirst { state.top = isFirst ? 0 : place }
      if place >= state.top + height { state.top = place - height + 1 }
    }
    state.top = max(0, min(state.top, lines.count - height))
  }

  mutating func mouse(_ event: MouseEvent) {
    if let step = event.wheel { return move(by: step) }
    let inside = box.inside
    guard event.kind == .press, inside.contains(event.position) else { return }
    let index = state.top + event.position.row - inside.row
    let lines = self.lines
    guard lines.indices.contains(index), case .device(let device) = lines[index] else { return }
    state.device = device.id
  }
}
