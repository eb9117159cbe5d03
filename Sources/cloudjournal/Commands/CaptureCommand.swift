import ArgumentParser
import JournalApp

/// What bare words do. It has no name of its own: the first word of the text would have to be one.
struct CaptureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture", abstract: "Write words, or standard input, as an entry.", shouldDisplay: false)

  /// Options by which text is told from a question.
  static let ownOptions: Set<String> = ["--mood", "--category", "--tag", "--favorite", "--favourite"]
  /// The option that brings pictures; without text it asks for an entry to write.
  static let imageOption = "--image"

  @OptionGroup(title: "Options of every command") var global: GlobalOptions
  @OptionGroup var details: EntryDetails

  @Argument(help: "The text; without any, standard input is read.")
  var words: [String] = []

  func run() throws {
    let pictures = details.pictures
    try CaptureAction(
      global: global.settings, entry: details.entry(text: nil), words: words, images: pictures.image,
      caption: pictures.caption, keepsOriginals: pictures.original
    ).run()
  }
}

/// Fields of a new entry beside its text.
struct EntryDetails: ParsableArguments {
  @Option(help: ArgumentHelp("excited, happy, neutral, sad or anxious.", valueName: "mood"), completion: .moods)
  var mood: String?

  @Option(
    help: ArgumentHelp("The category to file it under; it is created if it does not exist.", valueName: "name"),
    completion: .categories)
  var category: String?

  @Option(help: ArgumentHelp("A tag; may be repeated.", valueName: "tag"), completion: .tags)
  var tag: [String] = []

  @Option(help: ArgumentHelp("When it was, such as “yesterday at 9pm”.", valueName: "date"))
  var date: String?

  @Flag(
    name: [.customLong("favorite"), .customLong("favourite"), .customLong("starred")], help: "Make it a favourite.")
  var favorite = false

  @OptionGroup var pictures: PictureOptions

  func entry(text: String?, title: String? = nil, body: String? = nil) -> NewEntry {
    var entry = NewEntry(text: text, title: title, body: body)
    (entry.mood, entry.category, entry.tags) = (mood, category, tag)
    (entry.date, entry.isFavorite) = (date, favorite)
    return entry
  }
}
