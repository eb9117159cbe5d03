import ConfigText
import Foundation
package import JournalCore
package import JournalUI
import SystemKit
import TOMLKit
package import TerminalKit

/// The themes that a person made: one TOML file each in the folder `themes` beside `config.toml`.
///
/// The name of the file is the name of the theme. One in which something cannot be read is not used, and said why.
package enum UserThemes {
  /// More files than these are not looked at, nor longer ones.
  private static let most = 64
  private static let longest = 65_536

  /// The folder for the configuration file at a path.
  package static func folder(beside configFile: String) -> String {
    let end = configFile.lastIndex(of: "/").map { configFile[..<$0] } ?? "."
    return end + "/themes"
  }

  /// The names of the files in a folder, without their endings; none where there is no folder.
  package static func names(in folder: String) -> [String] {
    let files: [String]
    do {
      files = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      // No folder, or none that can be read: there is nothing to choose there.
      return []
    }
    return files.filter { $0.hasSuffix(".toml") }.map { String($0.dropLast(5)) }.sorted().prefix(most).map { $0 }
  }

  /// Reads all themes of a folder.
  package static func shelf(_ folder: String) -> ThemeShelf {
    var shelf = ThemeShelf()
    for name in names(in: folder) {
      let path = "\(folder)/\(name).toml"
      do throws(InvalidInput) {
        shelf.own.append(try theme(name, text: try text(path), path: "themes/\(name).toml"))
      } catch {
        shelf.unusable.append(ThemeShelf.Unusable(name: name, sentence: error.sentence))
      }
    }
    return shelf
  }

  private static func text(_ path: String) throws(InvalidInput) -> String {
    do throws(SettingsFile.Failure) {
      return try SettingsFile.text(path, limit: longest)
    } catch {
      throw InvalidInput("\(path) \(error): a theme is a text file in UTF-8 of at most 64 KiB.")
    }
  }

  /// Reads a theme's text; `path` is only for messages.
  ///
  /// - Throws: ``InvalidInput`` that says what is wrong in which line, or what cannot be read on what.
  package static func theme(_ name: String, text: String, path: String) throws(InvalidInput) -> Tokens {
    guard ThemeChoice(name: name)?.name == name else {
      throw InvalidInput("\(path): a theme’s name is of small letters, digits and hyphens. Name the file so.")
    }
    guard !ThemeChoice.names.contains(name) else {
      throw InvalidInput("\(path): “\(name)” is the name of a built-in theme. Give the file another name.")
    }
    let table: TOMLTable
    do throws(ConfigText.Problem) {
      table = try ConfigText.table(text)
    } catch {
      throw InvalidInput("\(path), line \(error.line), column \(error.column): \(error.reason).")
    }
    let top = ConfigTable(table, path: path, text: text)
    let title = try top.string("title").map { TerminalSafe($0, keepingLines: false).text } ?? name
    let bases = Tokens.shipped.map(\.name)
    guard let baseName = try top.choice("base-theme", bases),
      let base = Tokens.shipped.first(where: { $0.name == baseName })
    else { throw InvalidInput("\(path) needs base-theme: the theme that the colours not given here come from.") }
    let tokens = Tokens(title.isEmpty ? name : title, name, over: base, try colors(top))
    guard let worst = tokens.faults.first else { return tokens }
    let others = tokens.faults.count - 1
    let rest = others == 0 ? "" : " \(others) more \(others == 1 ? "is" : "are") too close as well."
    let place = try line(of: worst, top)
    throw InvalidInput("\(path)\(place): \(worst.words). The theme is not used.\(rest)")
  }

  private static func colors(_ top: ConfigTable) throws(InvalidInput) -> [Tokens.Role: OKLab.RGB] {
    var colors: [Tokens.Role: OKLab.RGB] = [:]
    func take(_ table: ConfigTable) throws(InvalidInput) {
      for key in table.names where !(table.prefix.isEmpty && ["title", "base-theme", "mood", "category"].contains(key))
      {
        let name = table.prefix + key
        guard let role = Tokens.Role.allCases.first(where: { $0.name == name }) else {
          throw InvalidInput(
            "\(table.path)\(table.place(of: key)): there is no colour \(name). Known here: "
              + Tokens.Role.allCases.map(\.name).joined(separator: ", ") + ".")
        }
        let hex = try table.string(key) ?? ""
        guard case .rgb(let red, let green, let blue)? = Color(hex: hex) else {
          throw InvalidInput(
            "\(table.path)\(table.place(of: key)): \(name) must be a colour such as \"#3B6A2B\", not \"\(hex)\".")
        }
        colors[role] = (red, green, blue)
      }
    }
    try take(top)
    for group in ["mood", "category"] {
      if let table = try top.table(group) { try take(table) }
    }
    return colors
  }

  /// The line of the colour that cannot be read, else of what is behind it, whichever the file gives.
  private static func line(of fault: Tokens.Fault, _ top: ConfigTable) throws(InvalidInput) -> String {
    for role in [fault.role, fault.ground] {
      let parts = role.name.split(separator: ".").map { String($0) }
      let table = parts.count == 2 ? try top.table(parts[0]) : top
      if let place = table?.place(of: parts.last ?? ""), !place.isEmpty { return place }
    }
    return ""
  }
}
