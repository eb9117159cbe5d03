import JournalCore
import TerminalKit
import Testing

@testable import JournalUI

/// The screen of a locked journal as a value: what is typed, what it wants, and what it shows.
@Suite struct LockScreenTests {
  private func screen(columns: Int = 80, rows: Int = 24, isUTF8: Bool = true) -> LockModel {
    let zone = FixedZone(name: "Europe/Berlin", offset: 3600)
    let environment = Environment(
      textWidth: TableWidth(), zone: zone, journalName: "Personal", owner: "test", isUTF8: isUTF8)
    return LockModel(
      environment: environment, size: Size(rows: rows, columns: columns), preferences: Preferences(),
      hasDarkBackground: true,
      moment: Moment(now: zone.date(instant: Instant(milliseconds: 0)), freshName: RecordName("a")))
  }

  private func text(_ lock: LockModel) -> String {
    let frame = view(lock)
    return (0..<frame.size.rows).map { row in (0..<frame.size.columns).map { frame[row, $0].text }.joined() }
      .joined(separator: "\n")
  }

  private func type(_ text: String, _ lock: inout LockModel) {
    for scalar in text.unicodeScalars { #expect(lock.take(.key(.character(scalar))) == nil) }
  }

  @Test func aPassphraseIsNeverShown() {
    var lock = screen()
    #expect(text(lock).contains("“Personal” is locked"))
    #expect(lock.take(.key(Key(.enter))) == nil)
    type("zqsecret", &lock)
    #expect(text(lock).contains("••••••••") && !text(lock).contains("z"))
    #expect(lock.take(.key(Key(.enter))) == .unlock(Secret("zqsecret")))
    #expect(text(lock).contains("Unlocking"))
    // Until that is answered nothing else is taken, but leaving.
    type("more", &lock)
    #expect(lock.take(.key(Key(.enter))) == nil)
    #expect(lock.take(.key(.control("q"))) == .leave)
    lock.failed("That is not the passphrase.")
    #expect(text(lock).contains("That is not the passphrase.") && !text(lock).contains("•"))
    type("a", &lock)
    #expect(!text(lock).contains("That is not"))
    #expect(lock.take(.key(Key(.escape))) == .leave)
  }

  /// In the list, a field, the palette, a picker, a question and the editor.
  @Test(arguments: ["", "/ a", ": a", "m", "c a", "T D", "?", "n a", ","])
  func theKeyLocksWhereverTheKeysAre(keys: String) {
    var person = Person(.small, isInVault: true)
    if !keys.isEmpty { person.press(keys) }
    person.send(.input(.key(.alt("l"))))
    #expect(person.effects.contains { if case .lock = $0 { true } else { false } })
    var plain = Person(.small)
    plain.press("alt-l")
    #expect(plain.sees("is not encrypted on the disk"))
  }

  @Test func wordsThatAreNotWrittenDownStay() {
    var lock = screen()
    #expect(lock.take(.key(Key(.tab))) == nil)
    type("A heron.", &lock)
    #expect(lock.take(.key(Key(.tab))) == nil && !text(lock).contains("heron"))
    #expect(lock.take(.key(.control("r"))) == nil)
    #expect(lock.take(.key(Key(.tab))) == nil && !text(lock).contains("heron"))
    #expect(lock.take(.key(Key(.tab))) == nil && text(lock).contains("A heron."))
    #expect(lock.take(.key(Key(.escape))) == nil && lock.take(.key(Key(.escape))) == nil)
    #expect(text(lock).contains("Your words are not written down."))
    #expect(lock.take(.key(Key(.escape))) == .leave)
  }

  @Test func wordsAreWrittenWithoutIt() {
    var lock = screen()
    type("half", &lock)
    #expect(lock.take(.key(Key(.tab))) == nil)
    type("A heron.", &lock)
    #expect(text(lock).contains("A heron.") && !text(lock).contains("•"))
    #expect(lock.take(.key(Key(.enter))) == .write("A heron."))
    lock.failed("The disk is full.")
    #expect(text(lock).contains("A heron.") && text(lock).contains("The disk is full."))
    #expect(lock.take(.key(Key(.enter))) == .write("A heron."))
    lock.written()
    #expect(text(lock).contains("sealed") && text(lock).contains("Passphrase") && !text(lock).contains("heron"))
    #expect(lock.take(.key(Key(.tab))) == nil)
    #expect(lock.take(.key(Key(.escape))) == nil)
    #expect(text(lock).contains("Passphrase"))
  }

  @Test func aRecoveryKeyIsTyped() {
    var lock = screen()
    #expect(lock.take(.key(.control("r"))) == nil)
    lock.take(paste: "QQQS YQCY")
    #expect(!text(lock).contains("QQQS") && text(lock).contains("Recovery key"))
    #expect(lock.take(.key(Key(.enter))) == .recover(Secret("QQQS YQCY")))
    #expect(lock.take(.key(.control("l"))) == .redraw)
    #expect(lock.take(.key(.control("z"))) == .suspend)
    #expect(lock.take(.key(.control("c"))) == .leave)
  }

  @Test func itIsDrawnAtEverySize() {
    for rows in 1...30 {
      for columns in [1, 2, 10, 21, 24, 25, 40, 80, 200] {
        var lock = screen(columns: 80, rows: 24, isUTF8: rows.isMultiple(of: 2))
        #expect(lock.take(.resize(Size(rows: rows, columns: columns))) == nil)
        type("zqsecret", &lock)
        lock.failed(String(repeating: "That is not the passphrase. ", count: 9))
        #expect(view(lock).size == Size(rows: rows, columns: columns))
        lock.show(onDark: false, at: Moment(now: lock.desk.now, freshName: lock.desk.freshName))
        #expect(view(lock).size == Size(rows: rows, columns: columns))
      }
    }
  }
}

extension LockModel {
  fileprivate mutating func take(paste text: String) { _ = take(.paste(text)) }
}
