import ArgumentParser
import JournalApp
import JournalCore

/// Synchronises the journal: once, or until it is ended.
struct SyncInvocation {
  var global = GlobalSettings()
  var watches = false
  /// An unsent entry that is saved by the wish's policy.
  var entry: String?
  var allPictures = false
  var wish = SyncWish()

  /// `sync` and `sync --once`, as timers and scripts run them; nil with other options.
  init?(quickly arguments: [String]) {
    var reader = OptionReader(arguments)
    while let option = reader.next() {
      guard option == "--once" || reader.takeGlobal(option, into: &global) else { return nil }
    }
    guard reader.isComplete else { return nil }
  }

  init(global: GlobalSettings, watches: Bool, entry: String?, allPictures: Bool, wish: SyncWish) {
    (self.global, self.watches, self.entry) = (global, watches, entry)
    (self.allPictures, self.wish) = (allPictures, wish)
  }

  func run() throws {
    let session = try CommandSession(global)
    guard !global.isReadOnly else {
      throw CommandFailure(.readOnly, "Nothing was changed: --read-only was given. Leave it out to sync.")
    }
    try session.withJournal(.maintain) { journal in
      let images = try session.images.asChosen(in: journal.store)
      let run = SyncRun(journal, environment: World.environmentVariables, images: images)
      if watches {
        try Waiting.runUntilSignalled { try await run.watch { session.console.say($0) } }
      } else {
        try once(run, journal: journal, console: session.console)
      }
    }
  }

  /// - Throws: ``ExitCode`` 1 where not everything is safe, and 3 where a question waits.
  private func once(_ run: SyncRun, journal: OpenedJournal, console: Console) throws {
    var wish = wish
    wish.entry = try entry.map { try journal.context.entry($0).id }
    wish.allPictures = allPictures
    let settled = wish
    defer { console.endProgress() }
    let result = try Waiting.runUntilSignalled { try await run.once(settled) { console.progress($0) } }
    console.endProgress()
    if global.wantsJSON {
      let isOK = if case .safe = result.ending { true } else { false }
      try StandardStreams.write(try SafetyReport(journal).json(result.traffic ?? SyncTraffic(), isOK: isOK))
    }
    for notice in result.shared { console.say(notice) }
    console.say(newLinks: result.links)
    if let warning = result.warning { console.say(warning, .warning) }
    // Where nothing came and went, why it did not is all there is to say.
    let hasNews = result.traffic != SyncTraffic() || !result.merged.isEmpty || result.ending == .safe
    let news = hasNews && !result.sentence.isEmpty ? result.sentence + " " : ""
    switch result.ending {
    case .safe: console.say(news + "Everything is safe: here and on the server.")
    case .notSafe(let why):
      console.say(news + why, .warning)
      throw ExitCode.failure
    case .waiting(let words):
      console.say(waiting: words)
      throw ExitCode(3)
    case .question(let what):
      console.say(news + what, .warning)
      throw ExitCode(3)
    }
  }
}

extension Console {
  /// Prints the links that take the place of those that have ended: they are keys, and a log that a timer writes is no place for
  /// them; “share link” prints them at any time.
  func say(newLinks links: [ShareReport.Link]) {
    guard !links.isEmpty, isErrorTerminal else { return }
    say("Links that were sent before have ended. Send these in their place:")
    for link in links { say("  \(link.line)") }
  }
}
