import Glibc
import JournalCore
import JournalStore
import JournalSync
import JournalUI
import SyncCore
import SystemKit
import TerminalDriver
import TerminalKit

/// The journal on screen, from the first frame to the last: events become messages, messages become effects and frames.
///
/// Belongs to the thread that runs it. Nothing it does there waits for the journal, but for the first page.
package final class ScreenSession {
  let options: Options
  /// As the person started the program: a full disk makes a session read only, and not the next one.
  let wished: Options
  private let terminal: any SessionTerminal
  let makeTerminal: TerminalMaker
  let store: JournalStore
  private let runner: EffectRunner
  let queue: EffectQueue
  private let names: RecordNameSource
  private let zone: any LocalZone
  private let watch: JournalWatch
  let sync: ScreenSync
  private let account: ScreenAccount
  private let shelf: GuestShelf
  private let shares: ScreenShares
  private let pictures: ScreenPictures
  private var notices: [FolderNotice] = []
  private var link: LinkNotice?
  private let maintenance: PictureMaintenance
  /// The person has erased the journal here: it goes when the screen is closed.
  var isErasing = false
  private var memory: TerminalMemory
  private var timers = Timers()
  private var checks = ChangeChecks()
  private var hold = FrameHold()
  /// When the journal is locked; nil where it is not encrypted on the disk.
  private let vault: LockWatch?
  /// The preferences that it was last told of.
  private var lockPreferences: Preferences
  /// Whether it is locked because the key has gone already.
  private(set) var isLockHeard = false
  private var model: Model
  var waiting: [Message] = []
  var isEnding = false
  /// How the journal is shown anew, once this session has ended.
  var restart: Restart?

  enum Restart: Equatable {
    case puttingBack, withWhatIsThere
    /// It is locked, and shown again once it is unlocked.
    case locking
    /// Another journal is shown.
    case opening(JournalPaths)
    /// The journal gets another name, and is shown again.
    case renaming(to: String)
  }

  /// Runs `body` so that the terminal is given back whatever ends the program, a SIGKILL included.
  ///
  /// The process becomes two: one that shows the journal, and one that waits for it. To be called before a journal is
  /// opened or any other thread is started. Throws the error of `body`, or the system's.
  package static func supervised(_ body: () throws -> Void) throws {
    try Terminal.supervised {
      Terminal.blockSignals()
      try body()
    }
  }

  init(
    _ options: Options, store: JournalStore, wished: Options, _ makeTerminal: @escaping TerminalMaker
  ) throws {
    (self.options, self.wished, self.store, self.makeTerminal) = (options, wished, store, makeTerminal)
    zone = ProcessZone()
    let environment = World.storeEnvironment(of: options.paths)
    names = RecordNameSource(environment)
    let decoder = PictureImporter.installedDecoder
    let assets = try AssetFolder(of: options.paths)
    let importer = PictureImporter(
      assets: assets, decoder: decoder, zone: zone, keepsOriginals: options.config.images.keepsOriginals)
    let dateOrder = ConfigFile.dateOrder(options.config.dateOrder) { options.variables[$0] }
    let context = JournalContext(
      store: store, environment: environment, zone: zone, dateOrder: dateOrder,
      lockPath: options.paths.folder + "/categories.lock")
    let journal = OpenedJournal(paths: options.paths, store: store, context: context, isNew: false, assets: assets)
    let shelf = GuestShelf(journal, environment: options.variables)
    self.shelf = shelf
    runner = EffectRunner(
      store: store, paths: options.paths, owner: World.draftOwner,
      pictures: PictureEffects(paths: options.paths, importer: importer), configured: options.config.preferences,
      configFile: options.configFile, variables: options.variables, environment: environment, zone: zone,
      shelf: shelf, usualJournal: options.config.journal)
    var preferences = try Preferences.saved(in: store)
    options.config.screen.apply(to: &preferences)
    options.config.lock.apply(to: &preferences)
    if let download = options.config.images.download { preferences.imagesDownload = download }
    lockPreferences = preferences
    watch = try JournalWatch(folder: options.paths.folder)
    do {
      try FolderMaker.make(options.paths.stateFolder)
    } catch {
      // It is for what libraries say; on a full disk the journal is shown without.
      guard options.isReadOnly else { throw error }
    }
    let waker = try Waker()
    terminal = try makeTerminal(options, waker)
    pictures = ScreenPictures(
      options.paths, assets: assets, decoder: decoder,
      setting: PictureSetting(
        depth: terminal.depth, isDark: terminal.guessesDark ?? true,
        isConsole: options.variables["TERM"] == "linux", isASCII: !terminal.isUTF8),
      guestAssets: { shelf.assets(of: $0) }
    ) { waker.wake() }
    memory = TerminalMemory(folder: options.paths.stateFolder, environment: options.variables)
    let answers = MessageBox { waker.wake() }
    vault = options.paths.isInVault ? try LockWatch(options.paths, idle: preferences.lockIdle) { waker.wake() } : nil
    let sync = ScreenSync(
      journal: journal, environment: options.variables, pictures: preferences.imagesDownload
    ) { answers.post($0) }
    self.sync = sync
    account = ScreenAccount(journal: journal, environment: options.variables) { answers.post($0) }
    shares = ScreenShares(
      journal: journal, environment: options.variables, shelf: shelf, sync: sync
    ) { answers.post($0) }
    maintenance = PictureMaintenance(store: store, paths: options.paths)
    queue = EffectQueue(runner: runner, store: store, answers: answers) { sync.journalChanged($0) }
    let themes = UserThemes.shelf(UserThemes.folder(beside: options.configFile))
    var surroundings = Environment(
      textWidth: terminal.textWidth, zone: zone, journalName: options.paths.name, owner: World.draftOwner,
      isUTF8: terminal.isUTF8, glyphs: terminal.glyphs, colorDepth: terminal.depth, isReadOnly: options.isReadOnly,
      configured: options.config.preferences, dateOrder: dateOrder,
      weekBegin: WeekBegin.weekday { options.variables[$0] },
      canStrike: terminal.canStrike, themes: themes, facts: options.facts(dateOrder), isInVault: vault != nil,
      canSpell: SpellChecker.isInstalled(options.variables))
    surroundings.clock = ClockStyle { options.variables[$0] }
    model = Model(
      environment: surroundings,
      size: terminal.size, preferences: preferences, keymap: options.config.keymap,
      hasDarkBackground: memory.isDark ?? terminal.guessesDark,
      moment: Moment(now: zone.date(instant: World.now()), freshName: names.next()))
  }

  /// A theme that was chosen and cannot be shown is told of once, with the reason.
  private func tellOfTheme() {
    let preferences = model.preferences
    for choice in [preferences.theme, preferences.darkTheme, preferences.lightTheme] {
      guard let fault = model.environment.themes.fault(of: choice) else { continue }
      waiting.append(.failed(.redraw, Failure(fault)))
      return
    }
  }

  private func moment() -> Moment { Moment(now: zone.date(instant: World.now()), freshName: names.next()) }

  /// Shows the first screen whole: what it needs is read before it is drawn, page and entry, which costs a few
  /// milliseconds in a journal of any size. Everything else begins after it: every tag and others’ journals would have it wait.
  func start() {
    var messages: [Message] = [.started]
    var later: [Effect] = []
    var rounds = 0
    while !messages.isEmpty, rounds < 20 {
      rounds += 1
      var answers: [Message] = []
      for message in messages {
        for effect in update(&model, message, at: moment()) {
          switch effect {
          case .loadPage, .loadEntry, .loadCategories, .loadTallies:
            if let answer = runner.perform(effect) { answers.append(answer) }
          default: later.append(effect)
          }
        }
      }
      messages = answers
    }
    terminal.present(view(model))
    for effect in later {
      switch effect {
      // Before the first key: drafts are offered, and who files an entry with it is asked, too, where others will see it.
      case .loadDrafts, .shares(.load): messages += [runner.perform(effect)].compactMap { $0 }
      default: perform(effect)
      }
    }
    tellOfTheme()
    waiting += messages
    drain()
    terminal.present(view(model))
    if !options.isReadOnly { startSync() }
  }

  /// Synchronising begins when the journal is shown.
  private func startSync() {
    let sync = sync
    do {
      notices = [
        try FolderNotice(folder: options.paths.folder, prefix: "account.json") { sync.accountChanged() },
        try FolderNotice(folder: options.paths.folder, prefix: "session.json") { sync.accountChanged() },
        try FolderNotice(folder: options.paths.folder, prefix: "keys.json") { sync.signal(.keysDoubted) },
        try FolderNotice(folder: options.paths.folder, prefix: "sync-status.json") { sync.noteChanged() },
      ]
      link = try LinkNotice { sync.linkChanged(isUp: $0) }
    } catch {
      waiting.append(.failed(.redraw, Failures.describe(error)))
    }
    sync.start()
    if !options.isReadOnly { account.remind() }
    maintainPictures()
  }

  /// Looks after the files of pictures, as the settings are by now.
  private func maintainPictures() {
    guard !options.isReadOnly else { return }
    var images = options.config.images
    images.download = model.preferences.imagesDownload
    queue.maintain(maintenance, images, sync.status)
  }

  /// Waits for something to happen, deals with all of it, and shows the outcome.
  func turn() {
    let begin = MonotonicClock.milliseconds
    let events = terminal.nextEvents(
      extraDescriptors: checks.isListening(now: begin) ? [watch.descriptor] : [],
      timeoutMilliseconds: timeout(now: begin))
    let lock = vault?.due(now: MonotonicClock.millisecondsWithSleep)
    // The first key after a long time wakes a journal that is locked: it does nothing in it.
    for event in events where lock != .idle || !ScreenSession.isOfAPerson(event) { take(event) }
    if let lock {
      isLockHeard = lock == .heard
      waiting.append(.lockRequested)
    }
    for name in timers.takeDue(now: MonotonicClock.milliseconds) { waiting.append(.timerFired(name)) }
    if checks.takeDue(now: MonotonicClock.milliseconds) { queue.noticeChanges() }
    // A screen may be open for weeks; where nothing happens, no file comes.
    maintainPictures()
    waiting += queue.takeAnswers()
    // The terminal has a picture's pixels before a frame can ask for them.
    waiting += pictures.take { pixels, file, key, size in
      let dropped = terminal.keepPicture(pixels, for: key, size: size, file: file).filter { $0 != key }
      if !dropped.isEmpty { waiting.append(.pixelsDropped(dropped)) }
      return terminal.hasPicture(key)
    }
    // Where nothing was told there is nothing new to draw: a look that is due wakes up, too.
    let isNew = !waiting.isEmpty
    drain()
    if !isEnding, hold.releases(isNew: isNew, now: MonotonicClock.milliseconds) { terminal.present(view(model)) }
  }

  private static func isOfAPerson(_ event: DriverEvent) -> Bool {
    switch event {
    case .input(.key), .input(.paste), .input(.mouse): true
    default: false
    }
  }

  private func timeout(now: Int64) -> Int32? {
    [
      timers.timeout(now: now), checks.timeout(now: now).map { Int32(clamping: $0) }, hold.timeout(now: now),
      vault?.timeout(now: MonotonicClock.millisecondsWithSleep),
    ]
    .compactMap(\.self).min()
  }

  private func take(_ event: DriverEvent) {
    switch event {
    case .input(let input):
      vault?.wasUsed(now: MonotonicClock.millisecondsWithSleep)
      if input == .focus(true) { sync.signal(.remoteHint) }
      waiting.append(.input(input))
    case .background(let isDark):
      pictures.change(isDark: isDark)
      memory.keep(isDark: isDark)
      waiting.append(.backgroundChanged(isDark: isDark))
    case .backgroundUnknown: waiting.append(.backgroundUnknown)
    case .signsAreWide: waiting.append(.signsAreWide)
    case .pictures(let abilities):
      pictures.change(to: abilities)
      if abilities.way == .kitty, let folder = pictures.folder { terminal.offerFiles(in: folder) }
      waiting.append(.picturesPossible(abilities))
    case .wake: break
    case .descriptor:
      if watch.takesNotice() { checks.fileWritten(now: MonotonicClock.milliseconds) }
    case .resumed:
      sync.signal(.remoteHint)
      waiting.append(.resumed)
    case .quit:
      waiting.append(.terminationRequested)
      drain()
      isEnding = true
    }
  }

  private func drain() {
    while !waiting.isEmpty {
      let messages = waiting
      waiting = []
      for message in messages {
        hold.hear(message)
        switch message {
        case .syncChanged(let status): pictures.take(status)
        case .sharesAnswered(.pictures(let fetches)): pictures.take(fetches)
        case .sharesAnswered(.changed): shelf.refresh()
        case .journalChanged: checks.changeFound(now: MonotonicClock.milliseconds)
        case .accountAnswered(.signedOut(erased: true)), .accountAnswered(.erased(.here)):
          (isErasing, isEnding) = (true, true)
        default: break
        }
        for effect in update(&model, message, at: moment()) {
          hold.note(effect, now: MonotonicClock.milliseconds)
          perform(effect)
        }
      }
    }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .startTimer(let name, let milliseconds):
      timers.start(name, at: MonotonicClock.milliseconds + Int64(milliseconds))
    case .stopTimer(let name): timers.stop(name)
    case .redraw: terminal.redraw()
    case .colorWindow(let color): terminal.colorWindow(color)
    case .suspend:
      terminal.suspend()
      waiting.append(.resumed)
    case .copyToClipboard(let text):
      if !terminal.copyToClipboard(text) {
        waiting.append(
          .failed(effect, Failure("Too long for the terminal’s clipboard.", advice: "Export it to a file instead.")))
      }
    case .notify(_, .off), .notify(_, .line): break
    case .notify(_, .bell): terminal.ring()
    case .notify(let text, .terminal): terminal.notify(text)
    case .editExternally(let text): waiting.append(edit(text, effect))
    case .quit: isEnding = true
    case .restart(let puttingBack): (restart, isEnding) = (puttingBack ? .puttingBack : .withWhatIsThere, true)
    case .lock: lock(effect)
    case .savePreferences(let preferences):
      vault?.change(preferences, from: lockPreferences)
      lockPreferences = preferences
      queue.run(effect)
    case .openJournal(let name): leave(for: name, effect)
    case .renameJournal(let name, let new) where name.isIdentical(to: options.paths.name): leave(toRename: new, effect)
    case .sync(.dismissConflict), .shares(.load): queue.run(effect)
    case .shares(let request): shares.perform(request)
    case .sync(.fetchPictures(let names)) where names.contains(where: { $0.guest != nil }):
      shares.perform(.fetchPictures(names.filter { $0.guest != nil }))
      let own = names.filter { $0.guest == nil }
      if !own.isEmpty { sync.send(.fetchPictures(own)) }
    case .sync(let command): sync.send(command)
    case .account(let request): account.perform(request)
    default: if !pictures.perform(effect) { queue.run(effect) }
    }
  }

  /// No other program gets the key from now on; this one has it until the journal is closed.
  private func lock(_ effect: Effect) {
    do {
      if !isLockHeard { try LockDesk(options.paths).revoke() }
      (restart, isEnding) = (.locking, true)
    } catch {
      waiting.append(.failed(effect, Failures.describe(error)))
    }
  }

  private func edit(_ text: String, _ effect: Effect) -> Message {
    do {
      // The draft must be on disk before the terminal is given away.
      queue.finishWriting()
      let command = ExternalEditor(configured: options.config.editor, environment: options.variables).command
      let editor = ScreenEditor(command: command, folder: try options.paths.editorFolder())
      return .externalEditFinished(try editor.edit(text) { try terminal.run($0) })
    } catch {
      return .failed(effect, Failures.describe(error))
    }
  }

  /// Everything that was asked of the journal is done before the program ends.
  func end() {
    pictures.close()
    // What is locked is not on the terminal any longer, whatever is still to be done.
    if restart == .locking { terminal.close() }
    queue.leave()
    shelf.refresh()
    if restart != .locking { terminal.close() }
    let isLeaving = restart != .puttingBack && restart != .withWhatIsThere
    if isLeaving { sayWhereWordsAre() }
    if !isErasing, isLeaving, restart != .locking { finishSending() }
    sync.stop()
    notices = []
  }
}
