import ArgumentParser
import JournalApp
import JournalCore

struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Write a new entry.",
    discussion: """
      With --title, --body or words the entry is written at once; text from a pipe does as well. Without any of these \
      your editor opens: the one of the configuration, $VISUAL, $EDITOR or vi. What it has saved is kept as a draft \
      until the entry is in the journal, whatever happens to the editor.

      --image takes pictures along. What cannot be taken is named, and the entry is written all the same; the exit \
      status is 1 then.

        cloudjournal new 'By the canal' --image canal.jpg heron.jpg

      --template begins with one of your templates: files in the folder templates beside config.toml, whose first line is the \
      title. In them {{date}}, {{iso-date}}, {{weekday}}, {{time}}, {{year}}, {{month}} and {{question}} are filled in, and \
      words that are given stand at {{cursor}}. day, week, gratitude and question come with the program; {{question}} is \
      another one each day, and lines of questions.txt beside config.toml take their turns.

        cloudjournal new --template question

      --shared writes in a category that another person shares with you for writing; --category names it. It is theirs as \
      soon as it is sent, and those who have the category see it.

        cloudjournal new --shared --category Garden 'Sowed the beans'
      """)

  @OptionGroup(title: "Options of every command") var global: GlobalOptions
  @OptionGroup var details: EntryDetails

  @Option(help: ArgumentHelp("The title, one line.", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("The body, in Markdown; - reads it from standard input.", valueName: "text"))
  var body: String?

  @Option(
    help: ArgumentHelp("Begin with a template: question, day, week, gratitude or one of yours.", valueName: "name"),
    completion: .templates)
  var template: String?

  @Flag(help: "Write in a category of another person, which --category names.")
  var shared = false

  @Flag(help: "Open the editor with the text given.")
  var edit = false

  @Argument(help: "The text, as without a command; - reads it from standard input.")
  var words: [String] = []

  func run() throws {
    let session = try CommandSession(global)
    let body = self.body == "-" ? try InputText.standardInput() : self.body
    // One hyphen is standard input, as for pictures and for --body.
    let isPiped = words == ["-"]
    var text = isPiped ? try InputText.standardInput() : words.isEmpty ? nil : words.joined(separator: " ")
    if isPiped, self.body == "-" { throw CommandFailure.usage("Standard input is either the text or the body.") }
    if isPiped, let input = text, InputText.isBlank(input) {
      throw CommandFailure(.invalidInput, "Nothing came in on standard input.")
    }
    if text == nil, title == nil, body == nil, !edit, !session.console.isInputTerminal {
      let input = try InputText.standardInput()
      if !InputText.isBlank(input) { text = input }
    }
    let pictures = details.pictures
    if self.body == "-" || isPiped || (!words.isEmpty ? false : text != nil), pictures.image.contains("-") {
      throw CommandFailure.usage("Standard input cannot be the text and a picture: give one of them in another way.")
    }
    if shared { return try add(text, body, session) }
    if pictures.image.isEmpty, template == nil, !edit, text != nil || title != nil || body != nil {
      // Nothing is typed twice because the journal is locked, or is being encrypted.
      return try session.patiently {
        let entry = details.entry(text: text, title: title, body: body)
        if !session.global.isReadOnly, try session.captureLocked(entry) { return }
        try session.withJournal(.write) { journal in
          try session.report(try journal.context.write(entry), verb: "saved", in: journal)
        }
      }
    }
    try session.withJournal(.write) { journal in
      let context = journal.context
      var reading: PictureReading?
      if !pictures.image.isEmpty {
        reading = try PictureReading(pictures.image, keepsOriginal: pictures.original, session, journal)
      }
      let filled = try template.map { try fill($0, text ?? body, in: context, session) }
      guard edit || (text == nil && title == nil && body == nil) else {
        var entry = details.entry(
          text: filled == nil ? text : nil, title: filled?.title ?? title, body: filled?.body ?? body)
        entry.takenAt = reading?.taken?.takenAt
        return try session.finish(
          try context.write(entry), with: &reading, caption: pictures.caption, in: journal)
      }
      let isPlain = title == nil && body == nil
      let given = [text, body].compactMap { $0 }
      let initial =
        filled?.text
        ?? (isPlain
          ? text ?? "" : EditorText.text(title: title, body: given.isEmpty ? nil : given.joined(separator: "\n\n")))
      var entry = details.entry(text: nil)
      entry.takenAt = reading?.taken?.takenAt
      let written = try journal.editorSession(session.editor).write(
        entry, initialText: initial, discardsUnchanged: filled != nil)
      guard let written else {
        let what = filled == nil ? "Empty entry discarded" : "The template was left as it is"
        throw CommandFailure(.cancelled, "\(what); nothing was saved.")
      }
      try session.finish(written, with: &reading, caption: pictures.caption, in: journal)
    }
  }
}

extension NewCommand {
  /// Writes in a category of another person.
  private func add(_ text: String?, _ body: String?, _ session: CommandSession) throws {
    guard let category = details.category else {
      throw CommandFailure.usage("--shared needs --category, the name of what another person shares with you.")
    }
    guard template == nil, !edit, text != nil || title != nil || body != nil else {
      throw CommandFailure.usage(
        "--shared takes words, --title or --body, and opens no editor: on the screen N and n do.")
    }
    let pictures = details.pictures
    try session.withJournal(.write) { journal in
      try GuestJournals(journal).withCategory(category) { guest, category in
        var entry = details.entry(text: text, title: title, body: body)
        var reading: PictureReading?
        if !pictures.image.isEmpty {
          reading = try PictureReading(pictures.image, keepsOriginal: pictures.original, session, guest.journal)
          entry.takenAt = reading?.taken?.takenAt
        }
        let written = try guest.add(entry, to: category)
        try session.finish(
          written, with: &reading, caption: pictures.caption, in: guest.journal,
          named: guest.namingOfPictures(in: written.entry))
      }
    }
  }

  /// The template of a name with the words that were given at its cursor; a title that was given is its title.
  private func fill(
    _ name: String, _ words: String?, in context: JournalContext, _ session: CommandSession
  ) throws -> EntryTemplate.Filled {
    let own = try session.templates(in: context)
    let date = try details.date.map { try context.date($0) } ?? context.now
    var filled = try own.template(name).filled(at: date, question: own.question(of: date.local.date))
    if let title { filled.title = title }
    return words.map { filled.writing($0) } ?? filled
  }
}

/// What an editor shows for a new entry.
private enum EditorText {
  static func text(title: String?, body: String?) -> String {
    switch (title, body) {
    case (nil, nil): ""
    case (let title?, nil): title + "\n\n"
    case (let title, let body?): (title ?? "") + "\n\n" + body
    }
  }
}
