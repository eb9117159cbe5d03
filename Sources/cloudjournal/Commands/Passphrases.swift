import JournalApp
import SystemKit

extension CommandSession {
  /// What a person is asked for.
  enum WantedPassphrase {
    case present, new, recovery
  }

  /// Unlocks; nil, with a sentence, where that has ended a removal of the encryption that was begun before.
  func unlessMadePlain(_ unlock: () throws -> Bool) throws -> Bool? {
    let wasInVault = paths.isInVault
    do { return try unlock() } catch {
      guard wasInVault, !paths.isInVault else { throw error }
      console.say("“\(paths.name)” is plain on the disk: what had begun to decrypt it was ended.")
      return nil
    }
  }

  func lockDesk() throws -> LockDesk {
    guard !global.isDemo else { throw CommandFailure.usage("The demo cannot be locked.") }
    if global.isReadOnly {
      throw CommandFailure(.readOnly, "Nothing was changed: --read-only was given. Leave it out to write.")
    }
    return LockDesk(paths)
  }

  /// Has something done with a passphrase: the first line of a file, or what is typed without being seen.
  ///
  /// At a terminal a wrong one is asked for again, twice; a new one is typed two times.
  ///
  /// - Parameter use: Refuses a wrong one by throwing.
  /// - Throws: ``CommandFailure``, and what `use` throws about the last one.
  func passphrase<Result>(_ wanted: WantedPassphrase, file: String?, _ use: (Passphrase) throws -> Result) throws
    -> Result
  {
    KernelKeys.forbidDumps()
    if let file { return try use(try LockDesk.lines(of: file, count: 1)[0]) }
    guard console.canAsk else {
      throw CommandFailure.usage("There is no terminal to type a passphrase on: use --passphrase-file.")
    }
    for _ in 1..<Self.attempts {
      do { return try use(try typed(wanted)) } catch  where isRefused(error) {
        console.say("\(CommandFailure(error).sentence) Type it again.", .warning)
      }
    }
    return try use(try typed(wanted))
  }

  /// So often may a passphrase be typed.
  private static let attempts = 3

  /// Whether what was typed is not right, and the person may know better.
  private func isRefused(_ error: any Error) -> Bool {
    if LockDesk.isWrongPassphrase(error) { return true }
    guard let failure = error as? CommandFailure else { return false }
    return failure.code == .invalidInput || failure.code == .locked
  }

  private func typed(_ wanted: WantedPassphrase) throws -> Passphrase {
    switch wanted {
    case .present: return try typed("Passphrase of “\(paths.name)”")
    case .recovery: return try typed("Recovery key, eight groups of four characters")
    case .new:
      let passphrase = try typed("New passphrase, such as four words that do not belong together")
      try LockDesk.check(passphrase)
      guard try typed("Once more") == passphrase else {
        throw CommandFailure(.invalidInput, "These were two different passphrases. Nothing was changed.")
      }
      return passphrase
    }
  }

  private func typed(_ what: String) throws -> Passphrase {
    KernelKeys.forbidDumps()
    return try console.hidden(
      "The passphrase", elsewhere: " Use --passphrase-file.",
      ask: { console.say("\(what) (nothing is shown while you type):") }, take: { Passphrase(utf8: $0) })
  }

  /// Has a person at a terminal unlock a journal that is locked; without a terminal, opening it says so.
  func unlockByPerson(_ paths: JournalPaths) throws {
    guard paths.isInVault, console.canAsk else { return }
    let desk = LockDesk(paths)
    guard try desk.isLocked() else { return }
    console.say("“\(paths.name)” is locked.")
    _ = try passphrase(.present, file: nil) { typed in
      try unlessMadePlain { try desk.unlock(passphrase: typed, for: KeptTime(configured: settings.lock.keep)) }
    }
  }
}
