/// What can be set, section by section.
extension SettingsModel {
  enum Section: String, CaseIterable, Hashable, Sendable {
    case look = "Look"
    case writing = "Writing"
    case journal = "Journal"
    case pictures = "Pictures"
    case sync = "Sync"
    case keys = "Keys"
    case about = "About"

    /// The settings of the section; those of the look begin with the list of themes.
    var rows: [Row] { Row.allCases.filter { $0.section == self } }
  }

  enum Row: CaseIterable, Hashable, Sendable {
    case theme, followsBackground, darkTheme, lightTheme, accent, categorySign, exactColors, background, windowBorder,
      density,
      measure, clock, days
    case viMode, spelling, strictMarkdown, editor, defaultHour, dateOrder
    case journal, sort, reversed, asksBeforeTrash, lockIdle, lockKeep
    case imagesDownload, pictures, keep, keepsOriginals
    case arrivals, server, container, environment, apiToken
    case mouse, escapeWait, keys
    case version, journalFolder, configuration, themesFolder

    /// What the tables of the settings say of one.
    struct Info {
      var section: Section
      var title: String
      var explanation: String
      /// The names of the preferences behind it, which the configuration file can set instead.
      var preferences: [String] = []
      /// The name under which the environment has its value, where it cannot be changed on the screen.
      var fact: String?
    }

    var section: Section { info.section }
    var title: String { info.title }
    /// Whether the value is only shown here.
    var isFact: Bool { info.fact != nil || self == .pictures }

    var info: Info { lookInfo ?? writingInfo ?? pictureInfo ?? placeInfo }

    private var lookInfo: Info? {
      func look(_ title: String, _ explanation: String, _ preferences: [String] = []) -> Info {
        Info(section: .look, title: title, explanation: explanation, preferences: preferences)
      }
      return switch self {
      case .theme: look("Theme", "previewed as you move; Esc goes back to yours", ["theme"])
      case .followsBackground: look("Follow the terminal’s background", "a dark theme or a light one", ["theme"])
      case .darkTheme: look("Dark theme", "on a dark background, where it is followed", ["themeDark"])
      case .lightTheme: look("Light theme", "on a light background, where it is followed", ["themeLight"])
      case .accent: look("Accent", "the colour of focus, keys and links", ["accent"])
      case .categorySign:
        look(
          "Category sign", "a bar, the sign of its icon, or that of a Nerd Font where the terminal has one",
          ["categorySign"])
      case .exactColors:
        look("Exact colours", "off draws categories in the nearest colours of the theme", ["exactColours"])
      case .background:
        look("Paint the background", "off keeps the terminal’s own, also where it is transparent", ["background"])
      case .windowBorder:
        look(
          "Colour the window’s border", "as the page, where the terminal does that; put back at the end",
          ["windowBorder"])
      case .density:
        look("Density of the list", "roomy: a free line between entries; compact: titles only", ["density"])
      case .measure: look("Reading width", "columns; long lines tire the eye")
      case .clock: look("Clock", "9:14 PM or 21:14, in what commands print, too", ["clock"])
      case .days:
        look("Days beside the reader", "this month, streak, words, moods and other years, from 160 columns on")
      default: nil
      }
    }

    private var writingInfo: Info? {
      switch self {
      case .viMode:
        Info(
          section: .writing, title: "vi keys in the editor", explanation: "normal, insert and visual mode",
          preferences: ["viMode"])
      case .spelling:
        Info(
          section: .writing, title: "Spelling",
          explanation: "hunspell underlines misspelt words while you write",
          preferences: ["spelling"])
      case .strictMarkdown:
        Info(section: .writing, title: "Strict Markdown", explanation: "single line ends become spaces")
      case .editor:
        fact(.writing, "Editor for ^O", "editor", "editor", "a command such as \"vim\"; without it VISUAL or EDITOR")
      case .defaultHour:
        fact(
          .writing, "Time of a date without one", "default-hour", "capture.default-hour",
          "0 to 23, in [capture]")
      case .dateOrder:
        fact(
          .writing, "How 5/6/2026 is read", "date-order", "capture.date-order",
          "\"day-month\" or \"month-day\", in [capture]; else as the locale has it")
      case .journal: fact(.journal, "Journal that opens", "journal", "journal", "a name, or a folder")
      case .sort: Info(section: .journal, title: "Sort entries by", explanation: "for all lists")
      case .reversed:
        Info(section: .journal, title: "Reverse the order", explanation: "oldest first, or titles from Z")
      case .asksBeforeTrash:
        Info(
          section: .journal, title: "Confirm before moving to trash", explanation: "it can be undone either way")
      case .lockIdle:
        Info(
          section: .journal, title: "Lock when no key is pressed", explanation: SettingsModel.forVaults,
          preferences: ["lockIdle"])
      case .lockKeep:
        Info(
          section: .journal, title: "Stay unlocked after the last use", explanation: SettingsModel.forVaults,
          preferences: ["lockKeep"])
      default: nil
      }
    }

    private var pictureInfo: Info? {
      switch self {
      case .imagesDownload:
        Info(
          section: .pictures, title: "Fetch pictures from the server",
          explanation: "always, when you open an entry, or only when you ask",
          preferences: ["imagesDownload"])
      case .pictures:
        Info(
          section: .pictures, title: "Pictures in this terminal",
          explanation: "as the terminal said; protocol in config.toml chooses another way")
      case .keep:
        fact(
          .pictures, "Space for pictures that the server has", "keep", "images.keep",
          "such as \"2 GB\", or \"all\", in [images]")
      case .keepsOriginals:
        fact(
          .pictures, "Keep location and camera in pictures", "original", "images.original", "true or false, in [images]"
        )
      default: nil
      }
    }

    private var placeInfo: Info {
      switch self {
      case .arrivals:
        Info(
          section: .sync, title: "Notices of new entries",
          explanation: "of other devices: in the status line, with the bell, by terminal or desktop",
          preferences: ["arrivals"])
      case .server: fact(.sync, "Server to sign in to", "server", "sync.server", "an address, in [sync]")
      case .container:
        fact(.sync, "Container", "container", "sync.container", "only for a service such as Apple’s, in [sync]")
      case .environment:
        fact(.sync, "Environment", "environment", "sync.environment", "only for a service such as Apple’s, in [sync]")
      case .apiToken:
        fact(.sync, "API token", "api-token", "sync.api-token", "only for a service such as Apple’s, in [sync]")
      case .mouse:
        fact(
          .keys, "Mouse", "mouse", "screen.mouse", "true or false, in [screen]; off leaves it to the terminal")
      case .escapeWait:
        fact(
          .keys, "Wait for the rest of a key after Esc", "escape-wait", "screen.escape-wait",
          "milliseconds, in [screen]; more where arrow keys type letters")
      case .keys: fact(.keys, "Keys of your own", "[keys]", "keys", "cloudjournal keys lists the names")
      case .version: Info(section: .about, title: "Version", explanation: "", fact: "about.version")
      case .journalFolder:
        Info(section: .about, title: "This journal", explanation: "its entries and pictures", fact: "about.journal")
      case .configuration:
        Info(
          section: .about, title: "Configuration", explanation: "its settings apply to every journal",
          fact: "about.configuration")
      default:
        Info(
          section: .about, title: "Themes of your own",
          explanation:
            "a TOML file each, with base-theme = \"ink\" and the colours that differ, such as accent = \"#00607A\"",
          fact: "about.themes")
      }
    }

    private func fact(_ section: Section, _ title: String, _ key: String, _ name: String, _ values: String) -> Info {
      Info(section: section, title: title, explanation: "\(key) in config.toml: \(values)", fact: name)
    }
  }

  /// What is said of settings that mean something in a vault only.
  static let forVaults = "of a journal that is encrypted on the disk: cloudjournal lock --set-up"
}
