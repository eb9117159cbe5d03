package import JournalCore
package import TerminalKit

/// What a person can choose as the look of the screen.
package enum ThemeChoice: String, Hashable, Sendable, CaseIterable {
  /// Ink or Paper, by the background of the terminal.
  case auto
  case ink, paper
  case solarizedDark = "solarized-dark"
  case solarizedLight = "solarized-light"
  case gruvboxDark = "gruvbox-dark"
  case gruvboxLight = "gruvbox-light"
  case nord
  case nordLight = "nord-light"
  case catppuccinMocha = "catppuccin-mocha"
  case catppuccinLatte = "catppuccin-latte"
  case rosePine = "rose-pine"
  case rosePineDawn = "rose-pine-dawn"
  /// The sixteen colours of the terminal's own palette, on its own background.
  case terminal

  /// Reads a choice as files have it; `dark` and `light` are the names that earlier versions wrote.
  package init?(name: String) {
    switch name {
    case "dark": self = .ink
    case "light": self = .paper
    default: self.init(rawValue: name)
    }
  }

  /// The names that ``init(name:)`` reads.
  package static var names: [String] { allCases.map(\.rawValue) + ["dark", "light"] }

  /// The colours of the choice on a background; nil for those of the terminal. An unknown background is taken for a dark one.
  package func tokens(isDark: Bool?) -> Tokens? {
    switch self {
    case .auto: isDark == false ? .paper : .ink
    case .terminal: nil
    default: Tokens.shipped.first { $0.name == rawValue }
    }
  }
}

/// What a person has chosen on screen and expects to find again.
package struct Preferences: Hashable, Sendable {
  /// The colours of the screen.
  package var theme: ThemeChoice = .auto
  /// Whether the editor takes vi's commands.
  package var viMode = false
  /// The order of the lists of entries.
  package var order = ListOrder()
  /// The list shown last; a search is not kept.
  package var scope: ListScope = .all
  /// The widest line of text that the reader and the editor set, in columns, 40...160.
  package var measure = 72
  /// Whether list rows show a line of the body.
  package var showsPreview = true
  /// Whether moving to the trash asks first. It can be undone either way.
  package var asksBeforeTrash = false
  /// Whether single line ends in a paragraph are blanks, as Markdown has it, and no line ends.
  package var isStrictMarkdown = false
  /// When the bytes of pictures that are on the server come here.
  package var imagesDownload = PictureDownload.onOpen

  /// Takes the defaults.
  package init() {}

  /// The widths that ``measure`` may have, in columns.
  package static let measures = 40...160

  /// Reads preferences back; a missing or unknown value is left as it is by default.
  package init(values: [String: String]) {
    if let choice = values["theme"].flatMap(ThemeChoice.init(name:)) { theme = choice }
    viMode = Self.flag(values["viMode"], viMode)
    if let sort = values["sort"].flatMap(ListSort.init(rawValue:)) { order.sort = sort }
    order.reversed = Self.flag(values["sortReversed"], order.reversed)
    if let width = values["measure"].flatMap({ Int($0) }), Self.measures.contains(width) { measure = width }
    showsPreview = Self.flag(values["showsPreview"], showsPreview)
    asksBeforeTrash = Self.flag(values["asksBeforeTrash"], asksBeforeTrash)
    isStrictMarkdown = Self.flag(values["strictMarkdown"], isStrictMarkdown)
    if let when = values["imagesDownload"].flatMap(PictureDownload.init(rawValue:)) { imagesDownload = when }
    if let saved = values["scope"].flatMap(Self.scope(from:)) { scope = saved }
  }

  /// The preferences as names and texts, for a table of them.
  package var values: [String: String] {
    [
      "theme": theme.rawValue,
      "viMode": String(viMode),
      "sort": order.sort.rawValue,
      "sortReversed": String(order.reversed),
      "measure": String(measure),
      "showsPreview": String(showsPreview),
      "asksBeforeTrash": String(asksBeforeTrash),
      "strictMarkdown": String(isStrictMarkdown),
      "imagesDownload": imagesDownload.rawValue,
      "scope": Self.text(of: scope),
    ]
  }

  private static func flag(_ text: String?, _ otherwise: Bool) -> Bool {
    switch text {
    case "true": true
    case "false": false
    default: otherwise
    }
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
    case .all, .onThisDay, .day, .search: "all"
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
