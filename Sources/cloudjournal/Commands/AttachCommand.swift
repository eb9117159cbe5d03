import ArgumentParser
import JournalApp
import JournalCore

struct AttachCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach", abstract: "Attach pictures to an entry.",
    discussion: """
      A picture is told by its bytes, not by its name: JPEG, PNG, GIF, WebP, BMP, TIFF, and HEIC and AVIF where the \
      system can read them. It is scaled to 4,096 pixels at most, and location and camera data are removed; \
      --original keeps every byte. What cannot be taken is named, the others are attached all the same, and the exit \
      status is 1.

        cloudjournal attach last canal.jpg heron.png
        cloudjournal attach 01a1fde8 --caption 'The canal' photo.jpg
        curl -s https://example.org/canal.jpg | cloudjournal attach last -
      """)

  @OptionGroup(title: "Options of every command") var global: GlobalOptions

  @OptionGroup var named: NamedEntry

  @Argument(help: "The pictures; - is standard input.", completion: .file())
  var files: [String]

  @Option(help: ArgumentHelp("Words under the pictures, in place of the files’ names.", valueName: "text"))
  var caption: String?

  @Flag(help: "Keep every byte, with location and camera data.")
  var original = false

  func validate() throws {
    if files.filter({ $0 == "-" }).count > 1 { throw ValidationError("- can be given once only.") }
  }

  func run(_ session: CommandSession, in journal: OpenedJournal) throws {
    try session.withEntry(named.id, of: journal) { entry, guest in
      try guest?.requireWriting(entry)
      let place = guest?.journal ?? journal
      var reading = try PictureReading(files, keepsOriginal: original, session, place)
      try reading.attach(to: entry, caption: caption, session, place, named: guest?.namingOfPictures(in: entry))
      if global.json { try StandardStreams.write(reading.json(of: entry)) }
      if !reading.isComplete { throw ExitCode.failure }
    }
  }
}

/// Files on their way to become pictures of an entry, with what is said of each.
struct PictureReading {
  private(set) var pictures: [PreparedPicture] = []
  private(set) var failures: [(file: String, failure: CommandFailure)] = []
  private(set) var images: [EntryImage] = []

  var isComplete: Bool { failures.isEmpty }

  /// When the first picture was taken that says so.
  var taken: PreparedPicture? { pictures.first { $0.takenAt != nil } }

  /// Reads files and says of each that cannot be taken why.
  init(
    _ files: [String], keepsOriginal: Bool, _ session: CommandSession, _ journal: OpenedJournal
  ) throws {
    let importer = journal.pictureImporter(keepsOriginals: session.images.keepsOriginals)
    for (index, file) in files.enumerated() {
      let name = file == "-" ? "standard input" : PictureName.ofFile(file)
      if files.count > 1 { session.console.progress("reading \(name) (\(index + 1) of \(files.count))") }
      do {
        pictures.append(
          try importer.take(
            file == "-" ? .standardInput : .file(file), keepsOriginal: keepsOriginal, called: file == "-" ? nil : file))
      } catch {
        let failure = CommandFailure(error)
        failures.append((file, failure))
        session.console.endProgress()
        session.console.say("cloudjournal: \(failure.sentence)", .warning)
      }
    }
    session.console.endProgress()
  }

  /// Makes them pictures of the entry and says so of each.
  ///
  /// - Parameter named: The name of each, where its maker has to show in it.
  mutating func attach(
    to entry: Entry, caption: String?, _ session: CommandSession, _ journal: OpenedJournal,
    named: (() -> RecordName)? = nil
  ) throws {
    let attachment = try journal.context.attach(pictures, to: entry.id, caption: caption, named: named)
    images = attachment.images
    var repeated = Set(attachment.repeated)
    for picture in pictures {
      if repeated.remove(picture.name) != nil {
        session.console.say("\(picture.name) is in this entry already")
      } else {
        session.console.say("attached \(picture.sentence)")
      }
    }
  }

  /// `{"ok":…,"entry":…,"attached":[…],"failures":[…]}` and a line end.
  func json(of entry: Entry) -> [UInt8] {
    AttachAnswer.attached(images, to: entry, failures: failures)
  }
}
