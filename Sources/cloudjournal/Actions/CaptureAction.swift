import JournalApp

/// Writes words, or what comes in on standard input, down as an entry.
struct CaptureAction {
  var global = GlobalSettings()
  /// The entry's fields beside its text.
  var entry = NewEntry()
  /// None: standard input is read.
  var words: [String] = []
  /// Files of pictures.
  var images: [String] = []
  var caption: String?
  var keepsOriginals = false

  func run() throws {
    let session = try CommandSession(global)
    var entry = entry
    // One hyphen is standard input.
    let words = self.words == ["-"] ? [] : self.words
    if words.isEmpty, images.contains("-") {
      throw CommandFailure.usage("Standard input cannot be the text and a picture: give the text as words.")
    }
    let text = words.isEmpty ? try InputText.standardInput() : words.spaced
    if words.isEmpty, InputText.isBlank(text) {
      throw CommandFailure(
        .noTerminal,
        "There is no terminal to open the journal on, and nothing came in on standard input. Give some words, or run "
          + "it in a terminal.")
    }
    entry.text = text
    guard !images.isEmpty else { return try session.patiently { try write(entry, session) } }
    try session.withJournal(.write) { journal in
      var reading = try PictureReading(images, keepsOriginal: keepsOriginals, session, journal)
      entry.takenAt = reading.taken?.takenAt
      try session.finish(try journal.context.write(entry), with: &reading, caption: caption, in: journal)
    }
  }

  private func write(_ entry: NewEntry, _ session: CommandSession) throws {
    if !global.isReadOnly, try session.captureLocked(entry) { return }
    try session.withJournal(.write) { journal in
      try session.report(try journal.context.write(entry), verb: "saved", in: journal)
    }
  }
}
