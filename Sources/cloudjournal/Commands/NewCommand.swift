import ArgumentParser
import JournalApp

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
      """)

  @OptionGroup(title: "Options of every command") var global: GlobalOptions
  @OptionGroup var details: EntryDetails

  @Option(help: ArgumentHelp("The title, one line.", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("The body, in Markdown; - reads it from standard input.", valueName: "text"))
  var body: String?

  @Flag(help: "Open the editor with the text given.")
  var edit = false

  @Argument(help: "The text, as without a command.")
  var words: [String] = []

  func run() throws {
    let session = try CommandSession(global)
    let body = self.body == "-" ? try InputText.standardInput() : self.body
    var text = words.isEmpty ? nil : words.joined(separator: " ")
    if text == nil, title == nil, body == nil, !edit, !session.console.isInputTerminal {
      let input = try InputText.standardInput()
      if !InputText.isBlank(input) { text = input }
    }
    let pictures = details.pictures
    if self.body == "-" || (!words.isEmpty ? false : text != nil), pictures.image.contains("-") {
      throw CommandFailure.usage("Standard input cannot be the text and a picture: give one of them in another way.")
    }
    try session.withJournal(.write) { journal in
      let context = journal.context
      var reading: PictureReading?
      if !pictures.image.isEmpty {
        reading = try PictureReading(pictures.image, keepsOriginal: pictures.original, session, journal)
      }
      guard edit || (text == nil && title == nil && body == nil) else {
        var entry = details.entry(text: text, title: title, body: body)
        entry.takenAt = reading?.taken?.takenAt
        return try session.finish(
          try context.write(entry), with: &reading, caption: pictures.caption, in: journal)
      }
      let isPlain = title == nil && body == nil
      let given = [text, body].compactMap { $0 }
      let initial =
        isPlain
        ? text ?? "" : EntryTemplate.text(title: title, body: given.isEmpty ? nil : given.joined(separator: "\n\n"))
      var entry = details.entry(text: nil)
      entry.takenAt = reading?.taken?.takenAt
      let written = try journal.editorSession(session.editor).write(entry, initialText: initial)
      guard let written else { throw CommandFailure(.cancelled, "Empty entry discarded; nothing was saved.") }
      try session.finish(written, with: &reading, caption: pictures.caption, in: journal)
    }
  }
}

/// What an editor shows for a new entry.
private enum EntryTemplate {
  static func text(title: String?, body: String?) -> String {
    switch (title, body) {
    case (nil, nil): ""
    case (let title?, nil): title + "\n\n"
    case (let title, let body?): (title ?? "") + "\n\n" + body
    }
  }
}
