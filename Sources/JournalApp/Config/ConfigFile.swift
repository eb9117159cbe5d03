import CloudRecord
import ConfigText
package import JournalCore
package import JournalUI
import SystemKit
import TOMLKit
import TerminalKit

/// What a person has set in `config.toml`; everything is optional.
package struct ConfigFile: Sendable {
  /// The journal that is opened where none is named: a name or a path.
  package var journal: String?
  /// The editor for `Ctrl-O` and `cloudjournal edit`, before `VISUAL` and `EDITOR`.
  package var editor: String?
  /// The table `[screen]`; empty where it is not there.
  package var screen = ScreenSettings()
  /// The time that an entry gets whose date says none.
  package var defaultHour: Int?
  /// How `5/6/2026` is read; nil leaves it to the locale.
  package var dateOrder: DateOrder?
  /// The table `[images]`; all defaults where it is not there.
  package var images = ImageSettings()
  /// The table `[lock]`; empty where it is not there.
  package var lock = LockSettings()
  /// The table `[sync]`; empty where it is not there.
  package var sync = SyncSettings()
  /// The standard keys with those of `[keys]` in their place.
  package var keymap = Keymap.standard
  /// How many actions have keys of the person's own.
  package var changedKeys = 0

  /// A file of more bytes is not read.
  private static let longest = 1 << 20

  /// Takes the defaults, as for a file that is not there.
  package init() {}

  /// How `5/6/2026` is read: as it is set, else as the locale has it; nil where neither says.
  ///
  /// - Parameter variable: a variable of the environment, nil or empty where it is not set.
  package static func dateOrder(_ set: DateOrder?, _ variable: (String) -> String?) -> DateOrder? {
    if let set { return set }
    return TimeLocale.chosen(variable).flatMap { DateOrder(locale: $0) }
  }

  /// The names of the screen's preferences that are set here.
  var preferences: Set<String> {
    var names = screen.preferences.union(lock.preferences)
    if images.download != nil { names.insert("imagesDownload") }
    return names
  }

  /// What holds by this file and cannot be changed on the screen, by the names of the settings, in words.
  ///
  /// - Parameter editor: the editor's command as it came out of file and environment.
  func facts(editor: String, dateOrder: DateOrder?) -> [String: String] {
    func flag(_ isOn: Bool) -> String { isOn ? "on" : "off" }
    var facts = [
      "journal": journal ?? JournalPaths.defaultName, "editor": editor, "screen.mouse": flag(screen.mouse),
      "screen.escape-wait": "\(screen.escapeWait) ms", "capture.default-hour": "\(defaultHour ?? 9):00",
      "capture.date-order": dateOrder?.rawValue ?? "refused",
      "images.keep": images.keep.map { NumberText.bytes($0) } ?? "all", "images.original": flag(images.keepsOriginals),
      "keys": changedKeys == 0 ? "none" : "\(changedKeys)",
    ]
    facts["sync.server"] = sync.server
    facts["sync.container"] = sync.container
    facts["sync.environment"] = sync.environment?.rawValue
    facts["sync.api-token"] = sync.apiToken == nil ? nil : "set"
    return facts
  }

  /// Reads the file; one that is not there is all defaults.
  ///
  /// - Throws: ``InvalidInput`` that names the file, the line or the key, and what is allowed there.
  package init(path: String) throws(InvalidInput) {
    self.init()
    let text: String
    do throws(SettingsFile.Failure) {
      text = try SettingsFile.text(path, limit: ConfigFile.longest)
    } catch .isMissing {
      return
    } catch {
      throw InvalidInput("\(path) \(error). Nothing was changed; put a text file in UTF-8 there, or remove it.")
    }
    try self.init(text: text, path: path, themes: UserThemes.names(in: UserThemes.folder(beside: path)))
  }

  /// Reads the file's text; `path` is only for messages.
  ///
  /// - Parameter themes: the names of the themes that a person made, which can be chosen here.
  /// - Throws: ``InvalidInput`` that names the file, the line or the key, and what is allowed there.
  package init(text: String, path: String, themes: [String] = []) throws(InvalidInput) {
    self.init()
    let table: TOMLTable
    do throws(ConfigText.Problem) {
      table = try ConfigText.table(text)
    } catch {
      throw InvalidInput(
        "\(path), line \(error.line), column \(error.column): \(error.reason). Nothing was changed. Fix this line and try again."
      )
    }
    try read(ConfigTable(table, path: path, text: text), themes)
  }

  private mutating func read(_ top: ConfigTable, _ themes: [String]) throws(InvalidInput) {
    try top.allow(["journal", "editor", "screen", "capture", "images", "lock", "sync", "keys"])
    journal = try top.string("journal")
    editor = try top.string("editor")
    if let table = try top.table("screen") { screen = try ScreenSettings(table, themes: themes) }
    if let capture = try top.table("capture") {
      try capture.allow(["default-hour", "date-order"])
      dateOrder = try capture.choice("date-order", DateOrder.allCases.map(\.rawValue))
        .flatMap { DateOrder(rawValue: $0) }
      defaultHour = try capture.int("default-hour", in: 0...23)
    }
    if let table = try top.table("images") { images = try ImageSettings(table) }
    if let table = try top.table("lock") { lock = try LockSettings(table) }
    if let table = try top.table("sync") { sync = try SyncSettings(table) }
    if let keys = try top.table("keys") {
      var overrides: [String: [String]] = [:]
      for name in keys.names { overrides[name] = try keys.strings(name) }
      let (keymap, problems) = Keymap.make(overrides: overrides)
      if let problem = problems.first {
        throw InvalidInput("\(keys.path)\(keys.place(of: problem.name)), [keys]: \(problem.sentence)")
      }
      self.keymap = keymap
      changedKeys = overrides.count
    }
  }
}
