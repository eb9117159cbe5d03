import JournalCore
import TerminalKit

/// What is shown and asked about the keys of an encrypted journal.
struct KeysDialog: Sendable {
  enum Page: Hashable, Sendable {
    /// The recovery key, to be written down.
    case recovery(Secret)
    /// The recovery key as a QR code, to be read by a telephone.
    case picture(Secret, [String])
    /// Two of its groups, counted from 0, are to be typed.
    case check(Secret, Int, Int)
    /// The six words of this computer are shown until another one lets it in.
    case waiting
    /// The recovery key is to be typed.
    case enter
    /// The six words of another computer are to be typed.
    case approve
  }

  var page: Page
  var field = LineField()
  /// Whether an answer is waited for.
  var isWorking = false
  /// What was wrong with the last try.
  var problem: String?
  /// What was done, while the dialog stays.
  var deed: String?

  init(_ page: Page) { self.page = page }

  /// Whether something is typed into it.
  var hasField: Bool {
    switch page {
    case .recovery, .picture, .waiting: false
    case .check, .enter, .approve: true
    }
  }

  mutating func paste(_ text: String) {
    guard hasField, !isWorking else { return }
    field.paste(text)
    problem = nil
  }
}

extension Secret {
  /// The groups of a recovery key.
  var groups: [String] { revealed.split(separator: " ").map(String.init) }
}

extension AccountRequest {
  /// Whether a dialog about keys waits for the answer.
  var isOfKeys: Bool {
    switch self {
    case .showRecoveryKey, .drawRecoveryKey, .confirmRecoveryKey, .writeRecoverySheet, .enterRecoveryKey, .approve: true
    default: false
    }
  }
}

extension TalksToAccount {
  /// Shows what there is to do with the keys, as this computer stands.
  mutating func openKeys() {
    guard canWrite() else { return }
    guard syncing.status?.account == .available || syncing.status?.encryption != nil else {
      return say("Sign in first: keys belong to an account.")
    }
    guard let keys = syncing.status?.encryption, keys.state != .open else { return askToTurnOn() }
    switch keys.state {
    case .waiting: openWaiting()
    case .removed: askAgain()
    case _ where keys.isRecoveryHere: tellAccount(.showRecoveryKey)
    case _ where keys.isRecoveryConfirmed: say("You have confirmed the recovery key: it is not kept here.")
    default: say("The recovery key is kept on the device that made it.")
    }
  }

  /// Offers to encrypt a journal that is plain on the server.
  private mutating func askToTurnOn() {
    dialogs.append(
      .choice(
        Choice(
          "Encrypt this journal end to end?",
          [
            "What you write is plain on the server, and its owner can read it. Every entry and picture there is encrypted, one "
              + "after the other; what is in the server’s backups stays readable there.",
            "Your other devices ask to be let in, and until then nothing comes there.",
          ],
          [
            Choice.Option("e", "Encrypt it", .account(.turnEncryptionOn)),
            Choice.Option("n", "Leave it plain", .nothing),
          ], selected: 1)))
  }

  mutating func openApproval() {
    guard canWrite() else { return }
    guard let keys = syncing.status?.encryption, keys.isUsable else {
      return say("This computer has no key that it could give to another one.")
    }
    dialogs.append(.keys(KeysDialog(.approve)))
  }

  mutating func openRecovery(_ key: Secret) {
    closeKeys()
    dialogs.append(.keys(KeysDialog(.recovery(key))))
  }

  /// Shows the code in the place of the recovery key that it is of.
  mutating func showPicture(_ rows: [String]?) {
    guard case .keys(let keys)? = dialogs.last, case .recovery(let recovery) = keys.page else { return }
    guard let rows, environment.isUTF8, rows.count + 2 <= size.rows, (rows.first?.count ?? 0) + 2 <= size.columns else {
      var said = keys
      said.problem = "The key cannot be shown as a picture here."
      dialogs[dialogs.count - 1] = .keys(said)
      return
    }
    dialogs[dialogs.count - 1] = .keys(KeysDialog(.picture(recovery, rows)))
  }

  mutating func openWaiting() {
    closeKeys()
    dialogs.append(.keys(KeysDialog(.waiting)))
  }

  mutating func closeKeys() { dialogs.removeAll { if case .keys = $0 { true } else { false } } }

  /// What was asked of the keys did not work; the dialog says why.
  mutating func keysFailed(_ request: AccountRequest, _ failure: Failure) {
    let sentence = failure.advice.isEmpty ? failure.sentence : failure.sentence + " " + failure.advice
    guard case .keys(var keys)? = dialogs.last else { return sayFailed(failure) }
    keys.isWorking = false
    keys.problem = sentence
    dialogs[dialogs.count - 1] = .keys(keys)
  }

  /// Says what was done in the dialog about keys, which covers where messages stand; as a message where there is none.
  mutating func tellInKeys(_ sentence: String) {
    guard case .keys(var keys)? = dialogs.last else { return say(sentence, .success) }
    (keys.problem, keys.deed) = (nil, sentence)
    dialogs[dialogs.count - 1] = .keys(keys)
  }

  /// What changed of the keys while the person does something else.
  mutating func keysChanged(from former: EncryptionStatus?, to keys: EncryptionStatus?) {
    if former?.state == .waiting, keys?.isUsable == true {
      closeKeys()
      say("This computer can read the journal now.", .success)
    }
    let known = former?.asking ?? []
    guard let name = keys?.asking.first(where: { !known.contains($0) }) else { return }
    let safe = shortened(TerminalSafe(name, keepingLines: false).text, 40)
    say("“\(safe)” asks to read this journal. \(keyText(.showAccount, in: [.journal, .sync])) shows it.", .warning)
  }
}

extension TopDialog {
  mutating func handleKeys(_ keys: KeysDialog, _ key: Key) {
    if key.code == .escape {
      dialogs.removeLast()
      switch keys.page {
      case .check(let recovery, _, _), .picture(let recovery, _): openRecovery(recovery)
      case .recovery, .waiting, .enter, .approve: break
      }
      return
    }
    guard !keys.isWorking else { return }
    switch keys.page {
    case .recovery(let recovery): handleRecovery(recovery, key)
    case .picture: break
    case .waiting:
      if key == Key(.character("r")) { dialogs[dialogs.count - 1] = .keys(KeysDialog(.enter)) }
    case .check, .enter, .approve:
      var keys = keys
      if key.code == .enter {
        accept(&keys)
      } else {
        _ = keys.field.handle(key)
        keys.problem = nil
      }
      if case .keys? = dialogs.last { dialogs[dialogs.count - 1] = .keys(keys) }
    }
  }

  private mutating func handleRecovery(_ recovery: Secret, _ key: Key) {
    switch (key.code, key.modifiers) {
    case (.enter, _):
      // Which two is asked for follows from the moment: no one could have written down just those.
      let moment = Int(truncatingIfNeeded: now.instant.milliseconds & 0xFFFF)
      let first = moment % 7
      let second = first + 1 + (moment / 7) % (7 - first)
      dialogs[dialogs.count - 1] = .keys(KeysDialog(.check(recovery, first, second)))
    case (.character("c"), []):
      emit(.copyToClipboard(recovery.revealed))
      tellInKeys("Copied the recovery key.")
    case (.character("q"), []): tellAccount(.drawRecoveryKey)
    case (.character("p"), []): tellAccount(.writeRecoverySheet)
    default: break
    }
  }

  private mutating func accept(_ keys: inout KeysDialog) {
    let typed = trimmingSpace(keys.field.text)
    guard !typed.isEmpty else { return }
    keys.problem = nil
    switch keys.page {
    case .check(let recovery, let first, let second):
      let answer = typed.uppercased().filter { $0.isLetter || $0.isNumber }
      guard answer == recovery.groups[first] + recovery.groups[second] else {
        keys.problem = "That does not match groups \(first + 1) and \(second + 1)."
        return
      }
      keys.isWorking = true
      tellAccount(.confirmRecoveryKey(recovery))
    case .enter:
      keys.isWorking = true
      tellAccount(.enterRecoveryKey(Secret(typed)))
    case .approve:
      keys.isWorking = true
      tellAccount(.approve(Secret(typed)))
    case .recovery, .picture, .waiting: break
    }
  }

  func keysHints(_ keys: KeysDialog) -> [KeyHints.Hint] {
    if keys.isWorking { return [hint("Esc", "close")] }
    switch keys.page {
    case .recovery:
      return [
        hint(glyphs.enter, "check me"), hint("p", "save a sheet"), hint("q", "show as a picture"), hint("c", "copy"),
        hint("Esc", "later"),
      ]
    case .picture: return [hint("Esc", "back")]
    case .check: return [hint(glyphs.enter, "check"), hint("Esc", "back")]
    case .waiting: return [hint("r", "type the recovery key"), hint("Esc", "later")]
    case .enter: return [hint(glyphs.enter, "use it"), hint("Esc", "cancel")]
    case .approve: return [hint(glyphs.enter, "let it in"), hint("Esc", "cancel")]
    }
  }
}
