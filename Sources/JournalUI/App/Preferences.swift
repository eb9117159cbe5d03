package import JournalCore
package import TerminalKit

/// What a person has chosen on screen and expects to find again.
package struct Preferences: Hashable, Sendable {
  /// The colours of the screen.
  package var theme: ThemeChoice = .auto
  /// What ``ThemeChoice/auto`` shows on a dark background, and on a light one.
  package var darkTheme: ThemeChoice = .ink
  package var lightTheme: ThemeChoice = .paper
  /// The colour of a category that is the accent; nil for the theme's own.
  package var accent: Tokens.Role?
  /// What stands for a category.
  package var categorySign = CategorySign.bar
  /// Whether categories are drawn in the colours that were stored, and not in the theme's nearest ones.
  package var drawsExactColors = false
  /// Whether page and desk have the theme's background, or the terminal's own.
  package var paintsBackground = true
  /// Whether the window around the cells has the page's colour, too.
  package var colorsWindow = false
  /// How many columns sidebar and list are wider than usual; negative where they are narrower.
  package var sidebarExtra = 0
  package var listExtra = 0
  /// Whether the editor takes vi's commands.
  package var viMode = false
  /// In which language spelling is checked while one writes.
  package var spelling = SpellingChoice.auto
  /// The order of the lists of entries.
  package var order = ListOrder()
  /// The list shown last; a search is not kept.
  package var scope: ListScope = .all
  /// The widest line of text that the reader and the editor set, in columns, 40...160.
  package var measure = 72
  /// How much room the rows of the list take.
  package var density = Density.roomy
  /// Whether moving to the trash asks first. It can be undone either way.
  package var asksBeforeTrash = false
  /// Whether single line ends in a paragraph are blanks, as Markdown has it, and no line ends.
  package var isStrictMarkdown = false
  /// Whether wide windows show a month, the streak and this day in other years beside the reader.
  package var showsDays = true
  /// How times of the day are shown; nil: as the locale has them.
  package var clock: ClockStyle?
  /// How one is told of what came from other devices.
  package var arrivals = ArrivalNotice.off
  /// When the bytes of pictures that are on the server come here.
  package var imagesDownload = PictureDownload.onOpen
  /// Seconds without a key after which a screen locks a journal that is encrypted on the disk; 0: it does not.
  package var lockIdle: UInt32 = 0
  /// Seconds for which such a journal stays unlocked after its last use; 0: each command asks.
  package var lockKeep = Preferences.usualKeep

  /// Takes the defaults.
  package init() {}

  /// The widths that ``measure`` may have, in columns.
  package static let measures = 40...160

  /// Eight hours.
  package static let usualKeep: UInt32 = 8 * 3600
  /// What ``lockIdle`` and ``lockKeep`` can be set to on the screen, in seconds.
  static let idleTimes: [UInt32] = [0, 60, 120, 300, 600, 1800, 3600]
  static let keptTimes: [UInt32] = [0, 1800, 3600, 4 * 3600, usualKeep, 86_400, 7 * 86_400]
  /// A year; longer times are none.
  private static let longestTime: UInt32 = 366 * 86_400

  /// ``sidebarExtra`` and ``listExtra`` lie within so many columns at both sides of the usual widths.
  package static let mostExtra = 120

  /// Reads preferences back; a missing or unknown value is left as it is by default.
  package init(values: [String: String]) {
    if let choice = values["theme"].flatMap(ThemeChoice.init(name:)) { theme = choice }
    viMode = Self.flag(values["viMode"], viMode)
    spelling = Self.spelling(values["spelling"]) ?? spelling
    if let sort = values["sort"].flatMap(ListSort.init(rawValue:)) { order.sort = sort }
    order.reversed = Self.flag(values["sortReversed"], order.reversed)
    if let width = values["measure"].flatMap({ Int($0) }), Self.measures.contains(width) { measure = width }
    if let choice = values["themeDark"].flatMap(ThemeChoice.init(name:)) { darkTheme = choice }
    if let choice = values["themeLight"].flatMap(ThemeChoice.init(name:)) { lightTheme = choice }
    accent = values["accent"].flatMap(Self.accent(named:))
    colorsWindow = Self.flag(values["windowBorder"], colorsWindow)
    sidebarExtra = values["sidebarExtra"].flatMap { Int($0) }.map { max(-Self.mostExtra, min(Self.mostExtra, $0)) } ?? 0
    listExtra = values["listExtra"].flatMap { Int($0) }.map { max(-Self.mostExtra, min(Self.mostExtra, $0)) } ?? 0
    if let sign = values["categorySign"].flatMap(CategorySign.init(rawValue:)) { categorySign = sign }
    drawsExactColors = Self.flag(values["exactColours"], drawsExactColors)
    paintsBackground = values["background"] != "terminal"
    // Earlier versions could only leave the preview out.
    if values["showsPreview"] == "false" { density = .compact }
    if let chosen = values["density"].flatMap(Density.init(rawValue:)) { density = chosen }
    asksBeforeTrash = Self.flag(values["asksBeforeTrash"], asksBeforeTrash)
    isStrictMarkdown = Self.flag(values["strictMarkdown"], isStrictMarkdown)
    showsDays = Self.flag(values["days"], showsDays)
    if let when = values["imagesDownload"].flatMap(PictureDownload.init(rawValue:)) { imagesDownload = when }
    clock = values["clock"].flatMap(ClockStyle.init(rawValue:))
    if let way = values["arrivals"].flatMap(ArrivalNotice.init(rawValue:)) { arrivals = way }
    lockIdle = Self.time(values["lockIdle"]) ?? lockIdle
    lockKeep = Self.time(values["lockKeep"]) ?? lockKeep
    if let saved = values["scope"].flatMap(Self.scope(from:)) { scope = saved }
  }

  /// The preferences as names and texts, for a table of them.
  package var values: [String: String] {
    [
      "theme": theme.name,
      "themeDark": darkTheme.name,
      "themeLight": lightTheme.name,
      "accent": Self.name(ofAccent: accent),
      "windowBorder": String(colorsWindow),
      "sidebarExtra": String(sidebarExtra),
      "listExtra": String(listExtra),
      "categorySign": categorySign.rawValue,
      "exactColours": String(drawsExactColors),
      "background": paintsBackground ? "theme" : "terminal",
      "density": density.rawValue,
      "viMode": String(viMode),
      "spelling": spelling.name,
      "sort": order.sort.rawValue,
      "sortReversed": String(order.reversed),
      "measure": String(measure),
      "asksBeforeTrash": String(asksBeforeTrash),
      "strictMarkdown": String(isStrictMarkdown), "days": String(showsDays),
      "imagesDownload": imagesDownload.rawValue,
      "arrivals": arrivals.rawValue,
      "clock": clock?.rawValue ?? "locale",
      "lockIdle": String(lockIdle),
      "lockKeep": String(lockKeep),
      "scope": Self.text(of: scope),
    ]
  }

  /// The names of all values that ``init(values:)`` reads, those of earlier versions among them.
  package static var keys: [String] { (Array(Preferences().values.keys) + ["showsPreview"]).sorted() }

  /// The colour that a name stands for as an accent; nil for `theme`, and where there is none of that name.
  package static func accent(named name: String) -> Tokens.Role? {
    Tokens.Role.categories.first { Self.name(ofAccent: $0) == name }
  }

  /// What files and the screen call an accent: `theme`, `red`, `orange`.
  package static func name(ofAccent role: Tokens.Role?) -> String {
    role?.name.split(separator: ".").last.map(String.init) ?? "theme"
  }

  private static func flag(_ text: String?, _ otherwise: Bool) -> Bool {
    switch text {
    case "true": true
    case "false": false
    default: otherwise
    }
  }

  private static func spelling(_ text: String?) -> SpellingChoice? {
    do { return try text.map { (name) throws(InvalidInput) in try SpellingChoice(name) } } catch {
      // A later version may know more of them.
      return nil
    }
  }

  private static func time(_ text: String?) -> UInt32? {
    text.flatMap { UInt32($0) }.flatMap { $0 <= longestTime ? $0 : nil }
  }

  private static func text(of scope: ListScope) -> String {
    switch scope {
    case .favorites: "favorites"
    case .trash: "trash"
    case .unfiled: "unfiled"
    case .category(let id): "category:" + id.rawValue
    case .mood(let mood): "mood:" + mood.rawValue
    case .tag(let tag): "tag:" + tag
    // A day and a search belong to the moment that they were asked in.
    case .all, .onThisDay, .day, .search, .shared: "all"
    }
  }

  private static func scope(from text: String) -> ListScope? {
    switch text {
    case "all": return .all
    case "favorites": return .favorites
    case "trash": return .trash
    case "unfiled": return .unfiled
    default:
      guard let colon = text.firstIndex(of: ":") else { return nil }
      let value = String(text[text.index(after: colon)...])
      guard !value.isEmpty else { return nil }
      switch text[..<colon] {
      case "category": return .category(RecordName(value))
      case "mood": return .mood(Mood(rawValue: value))
      case "tag": return .tag(value)
      default: return nil
      }
    }
  }
}

/// What stands for a category beside its name.
package enum CategorySign: String, Hashable, Sendable, CaseIterable {
  /// A bar in its colour.
  case bar
  /// The sign of its icon, which every font of a terminal has.
  case glyph
  /// The sign of its icon in a Nerd Font; never guessed, because a terminal does not say which font it has.
  case nerd
}

/// How much room the rows of the list take.
package enum Density: String, Hashable, Sendable, CaseIterable {
  /// Two lines and a free one, with bold titles, where the window has room for it.
  case roomy
  /// Two lines: the title and the first words of the text.
  case normal
  /// The title alone.
  case compact
}

extension Preferences {
  /// The keys of the editor.
  var editorMode: EditorMode { viMode ? .vi : .standard }
}
