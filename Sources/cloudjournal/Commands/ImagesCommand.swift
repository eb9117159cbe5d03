import ArgumentParser
import JournalApp
import JournalCore
import JournalFormats

struct ImagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "images", abstract: "See the pictures of an entry, and order, caption, save or remove them.",
    discussion: """
      Pictures are counted from 1, as the list shows them.

        cloudjournal images last
        cloudjournal images caption last 2 'The heron'
        cloudjournal images move last 2 1
        cloudjournal images save last 1 ~/canal.jpg
        cloudjournal images rm last 2            # “images restore last” restores it
      """,
    subcommands: [
      List.self, Caption.self, Move.self, Save.self, Open.self, Remove.self, Restore.self,
    ], defaultSubcommand: List.self)

  /// Which picture.
  struct Choice: ParsableArguments {
    @OptionGroup var named: NamedEntry

    @Argument(help: "The picture: its number in the list.")
    var number: Int

    /// Finds it in the journal, or in what others share, which is open for the time of `body`.
    func find(
      in journal: OpenedJournal, _ session: CommandSession, writing: Bool = false,
      _ body: (Entry, EntryImage, OpenedJournal) throws -> Void
    ) throws {
      try session.withEntry(named.id, of: journal) { entry, guest in
        let place = guest?.journal ?? journal
        let image = try place.context.images([number], of: entry)[0]
        if writing { try guest?.requireChanging([image], of: entry) }
        // Of what others share, the bytes come when they are asked for.
        if let asset = image.imageAsset, guest != nil, !place.assets.contains(asset),
          let missing = try session.bring([image.id], of: place)
        {
          throw CommandFailure(.inputOutput, missing)
        }
        try body(entry, image, place)
      }
    }
  }

  struct List: ReadingCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the pictures of an entry.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @OptionGroup var named: NamedEntry

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      try session.withEntry(named.id, of: journal, inTrash: nil) { entry, guest in
        try ImagesCommand.answer(entry, session: session, journal: guest?.journal ?? journal)
      }
    }
  }

  struct Caption: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "caption", abstract: "Set the caption of a picture; '' removes it.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions
    @OptionGroup var choice: Choice

    @Argument(help: "The words.")
    var text: [String]

    func run() throws {
      try ImagesCommand.change(global, choice: choice) { context, _, image in
        try context.setCaption(text.joined(separator: " "), of: image)
      }
    }
  }

  struct Move: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "move", abstract: "Move a picture to another place.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions
    @OptionGroup var choice: Choice

    @Argument(help: "The place, counted from 1.")
    var place: Int

    func run() throws {
      try ImagesCommand.change(global, choice: choice) { context, entry, image in
        try context.move(image, to: place, of: entry)
      }
    }
  }

  struct Save: ReadingCommand {
    static let configuration = CommandConfiguration(
      commandName: "save", abstract: "Write a picture’s bytes to a file, or into a folder under its caption.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions
    @OptionGroup var choice: Choice

    @Argument(help: "The file or the folder; - is standard output.", completion: .file())
    var file: String

    @Flag(help: "Replace a file that is there.")
    var force = false

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      try choice.find(in: journal, session) { _, image, place in
        try save(image, PictureCopies(assets: place.assets, home: session.paths.home), session)
      }
    }

    private func save(_ image: EntryImage, _ copies: PictureCopies, _ session: CommandSession) throws {
      guard file != "-" else {
        guard !session.console.isOutputTerminal else {
          throw CommandFailure.usage("A picture’s bytes are not for a terminal: name a file.")
        }
        return try copies.write(image) { try StandardStreams.write($0) }
      }
      let path = try copies.save(image, to: file, replaces: force)
      if global.json { return try StandardStreams.write(Answer.object { $0.member("path", path) }) }
      session.console.say("wrote \(path)")
    }
  }

  struct Open: ReadingCommand {
    static let configuration = CommandConfiguration(
      commandName: "open", abstract: "Show a picture with the desktop’s program for it.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions
    @OptionGroup var choice: Choice

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      try choice.find(in: journal, session) { _, image, place in
        try PictureCopies(assets: place.assets, home: session.paths.home)
          .open(image, folder: session.paths.openedFolder(), now: World.now())
      }
    }
  }

  struct Remove: WritingCommand {
    static let configuration = CommandConfiguration(
      commandName: "rm", abstract: "Remove pictures from an entry; “images restore” restores them.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @OptionGroup var named: NamedEntry

    @Argument(help: "The pictures: their numbers in the list.")
    var numbers: [Int]

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      try session.withEntry(named.id, of: journal) { entry, guest in
        let place = guest?.journal ?? journal
        let images = try place.context.images(numbers, of: entry)
        try guest?.requireChanging(images, of: entry, removing: true)
        try place.context.remove(images)
        let short = EntryNaming.shortID(entry.id)
        for image in images { session.console.say("removed \(PictureLines.name(image))") }
        session.console.say("Restore with: cloudjournal images restore \(short)")
        if global.json { try ImagesCommand.answer(entry, session: session, journal: place) }
      }
    }
  }

  struct Restore: WritingCommand {
    static let configuration = CommandConfiguration(
      commandName: "restore", abstract: "Restore removed pictures: the latest one, or all.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @OptionGroup var named: NamedEntry

    @Flag(help: "All that were removed.")
    var all = false

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      try session.withEntry(named.id, of: journal) { entry, guest in
        let place = guest?.journal ?? journal
        let removed = try place.context.removedImages(of: entry)
        guard let last = removed.last else {
          throw CommandFailure(.notFound, "No picture was removed from \(EntryNaming.quoted(entry)).")
        }
        let images = all ? removed : [last]
        try guest?.requireChanging(images, of: entry, removing: true)
        try place.context.restore(images)
        for image in images { session.console.say("restored \(PictureLines.name(image))") }
        if global.json { try ImagesCommand.answer(entry, session: session, journal: place) }
      }
    }
  }

  /// Changes one picture, and answers with all of the entry where JSON is wanted.
  private static func change(
    _ global: GlobalOptions, choice: Choice, _ body: (JournalContext, Entry, EntryImage) throws -> Void
  ) throws {
    let session = try CommandSession(global)
    try session.withJournal(.write) { journal in
      try choice.find(in: journal, session, writing: true) { entry, image, place in
        try body(place.context, entry, image)
        try answer(entry, session: session, journal: place)
      }
    }
  }

  /// Lists the pictures of an entry.
  private static func answer(_ entry: Entry, session: CommandSession, journal: OpenedJournal) throws {
    let lines = try PictureLines(entry, in: journal)
    if session.wantsJSON { return try StandardStreams.write(lines.json()) }
    try session.print { lines.print(to: &$0) }
    if lines.isEmpty { session.console.say("No pictures.") }
  }
}
