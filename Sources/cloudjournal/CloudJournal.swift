import ArgumentParser

/// The program as ArgumentParser knows it: help, man page and completions all come from these declarations.
struct CloudJournal: ParsableCommand {
  static let version = "0.1.0"
  /// What `--version` says.
  static let versionText = "CloudJournal \(version)"

  static let configuration = CommandConfiguration(
    commandName: "cloudjournal",
    abstract: "A journal in the terminal: write, find, read, and undo anything.",
    usage: """
      cloudjournal
      cloudjournal [--mood MOOD] [--category NAME] TEXT...
      cloudjournal COMMAND [OPTIONS]
      """,
    discussion: """
      Without arguments the journal opens on the whole screen. Words that are not a command are written down as an \
      entry, a single word only after a question; the first sentence, or the first line, is the title:

        cloudjournal 'yesterday at 9pm: Long day. The rest is the body. @home'
        cloudjournal --mood happy 'Found the keys!'
        echo 'From a pipe.' | cloudjournal

      A date and a colon may come first, a * at the beginning or the end makes it a favourite, #tags and @tags stay in \
      the text. After -- everything is text. Filters without a command list entries, as in jrnl:

        cloudjournal -n 3
        cloudjournal -from 'last monday' -contains canal --short

      Data goes to standard output, messages to standard error. The exit status is 0, 1 for a failure, 2 for a command \
      line that cannot be understood, 3 where sync or sign-in wait for a decision of yours.
      """,
    version: versionText,
    groupedSubcommands: [
      CommandGroup(
        name: "Writing",
        subcommands: [
          NewCommand.self, EditCommand.self, AttachCommand.self, ImagesCommand.self, RemoveCommand.self,
          CaptureCommand.self,
        ]),
      CommandGroup(
        name: "Reading",
        subcommands: [
          ListCommand.self, ShowCommand.self, SearchCommand.self, OnThisDayCommand.self, StatsCommand.self,
          TagsCommand.self,
        ]),
      CommandGroup(
        name: "Keeping order",
        subcommands: [
          CategoriesCommand.self, SearchesCommand.self, TemplatesCommand.self, DictionaryCommand.self,
          TrashCommand.self, HistoryCommand.self, JournalsCommand.self,
        ]),
      CommandGroup(
        name: "Import and export", subcommands: [ImportCommand.self, ExportCommand.self, BackupCommand.self]),
      CommandGroup(
        name: "Other devices", subcommands: [AccountCommand.self, SynchronizeCommand.self, StatusCommand.self]),
      CommandGroup(name: "Other people", subcommands: [ShareCommand.self, OpenCommand.self]),
      CommandGroup(
        name: "Maintenance",
        subcommands: [
          LockCommand.self, UnlockCommand.self, DoctorCommand.self, KeysCommand.self, RemindCommand.self,
          CompletionsCommand.self,
          ManualCommand.self, ScreenCommand.self,
        ]),
    ])

  @OptionGroup(title: "Options of every command") var global: GlobalOptions

  /// The words that are commands, and therefore never the beginning of an entry. The two that have no name for people,
  /// `capture` and `screen`, are not among them.
  static let names = [
    "new", "edit", "attach", "images", "rm", "list", "show", "search", "on-this-day", "stats", "tags", "categories",
    "searches", "templates", "dictionary", "trash", "history", "journals",
    "import", "export", "backup", "account", "sync", "status", "share", "open", "lock", "unlock", "doctor",
    "keys", "remind", "completions", "man", "help",
  ]
}
