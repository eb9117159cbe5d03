import JournalCore
import JournalStore
import JournalUI
import SystemKit
import TerminalDriver
import TerminalKit

/// A locked journal on the screen, until it is unlocked or left. Belongs to the thread that runs it.
struct LockSession {
  private let options: ScreenSession.Options
  private let terminal: any SessionTerminal
  private var model: LockModel
  private let zone = ProcessZone()

  /// Shows a journal that is locked as such, and waits for its passphrase.
  ///
  /// - Returns: Whether it can be opened; false where the person leaves it locked.
  /// - Throws: ``VaultFailure`` where its vault cannot be used, or what the terminal throws.
  static func unlock(
    _ options: ScreenSession.Options, on makeTerminal: ScreenSession.TerminalMaker
  ) throws -> Bool {
    guard try LockDesk(options.paths).isLocked() else { return true }
    // What is typed here is a passphrase.
    KernelKeys.forbidDumps()
    let waker = try Waker()
    var session = LockSession(options, try makeTerminal(options, waker))
    defer { session.terminal.close() }
    return session.run()
  }

  private init(_ options: ScreenSession.Options, _ terminal: any SessionTerminal) {
    (self.options, self.terminal) = (options, terminal)
    var preferences = Preferences()
    options.config.screen.apply(to: &preferences)
    let memory = TerminalMemory(folder: options.paths.stateFolder, environment: options.variables)
    let environment = Environment(
      textWidth: terminal.textWidth, zone: zone, journalName: options.paths.name, owner: World.draftOwner,
      isUTF8: terminal.isUTF8, glyphs: terminal.glyphs, colorDepth: terminal.depth, isReadOnly: options.isReadOnly,
      canStrike: terminal.canStrike, themes: UserThemes.shelf(UserThemes.folder(beside: options.configFile)))
    let moment = Moment(
      now: zone.date(instant: World.now()), freshName: RecordNameSource(World.storeEnvironment()).next())
    model = LockModel(
      environment: environment, size: terminal.size, preferences: preferences,
      hasDarkBackground: memory.isDark ?? terminal.guessesDark, moment: moment)
  }

  private mutating func run() -> Bool {
    while true {
      terminal.present(view(model))
      for event in terminal.nextEvents(extraDescriptors: [], timeoutMilliseconds: nil) {
        switch event {
        case .input(let input):
          if let wish = model.take(input), let isUnlocked = perform(wish) { return isUnlocked }
        case .background(let isDark):
          model.show(
            onDark: isDark,
            at: Moment(
              now: zone.date(instant: World.now()), freshName: RecordNameSource(World.storeEnvironment()).next()))
        case .quit:
          keepUnwritten()
          return false
        case .backgroundUnknown, .signsAreWide, .pictures, .wake, .descriptor, .resumed: break
        }
      }
    }
  }

  /// The program is ended from elsewhere: words that were typed stay, sealed.
  private func keepUnwritten() {
    let text = model.unwritten
    guard !text.isEmpty, !options.isReadOnly else { return }
    do { try write(text) } catch {
      // There is no terminal any more to say it on.
      do { _ = try EmergencyCopy.write(text, paths: options.paths) } catch { return }
    }
  }

  private func write(_ text: String) throws {
    let order = ConfigFile.dateOrder(options.config.dateOrder) { options.variables[$0] }
    let capture = LockedCapture(options.paths, defaultHour: options.config.defaultHour, dateOrder: order)
    guard !options.isReadOnly else {
      throw CommandFailure(.readOnly, "Nothing was written: --read-only was given.")
    }
    try capture.write(NewEntry(text: text))
  }

  /// Whether the journal is unlocked, once that is decided.
  private mutating func perform(_ wish: LockModel.Wish) -> Bool? {
    let desk = LockDesk(options.paths)
    let time = KeptTime(configured: options.config.lock.keep)
    switch wish {
    case .redraw: terminal.redraw()
    case .suspend: terminal.suspend()
    case .leave: return false
    case .unlock(let passphrase):
      return unlock { try desk.unlock(passphrase: Passphrase(passphrase.revealed), for: time) }
    case .recover(let key): return unlock { try desk.unlock(recovery: Passphrase(key.revealed), for: time) }
    case .write(let text):
      do {
        try write(text)
        model.written()
      } catch {
        model.failed(CommandFailure(error).sentence)
      }
    }
    return nil
  }

  /// It takes some tenths of a second, for which the person is told of it.
  private mutating func unlock(_ body: () throws -> Bool) -> Bool? {
    terminal.present(view(model))
    do {
      _ = try body()
      return true
    } catch {
      // A removal that was begun before has come to its end.
      if !options.paths.isInVault { return true }
      model.failed(CommandFailure(error).sentence)
      return nil
    }
  }
}
