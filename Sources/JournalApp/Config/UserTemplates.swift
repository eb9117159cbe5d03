import Foundation
package import JournalCore
import SystemKit

/// The templates and questions that a person made: files in the folder `templates` beside `config.toml`, one template
/// each, the lines of `questions.txt` there, and the templates that are kept in the journal.
///
/// Of one name a file counts before a template of the journal, and that before one that comes with the program.
package struct UserTemplates: Sendable {
  /// The templates of the person, and those that come with the program, by name.
  package let templates: [EntryTemplate]
  /// Where each comes from, by its name.
  package let origins: [String: Origin]
  /// The person's own questions.
  package let questions: [String]
  /// What could not be read, and why: sentences.
  package let problems: [String]

  /// Where a template comes from.
  package enum Origin: String, Sendable {
    /// A file of this computer.
    case file
    /// The journal, with which it goes to all its devices.
    case journal
    /// It comes with the program.
    case program
  }

  /// More files than these are not looked at, nor longer ones.
  private static let most = 200
  private static let longest = 65_536
  private static let endings = [".md", ".txt"]

  /// Reads the files beside a configuration file, which need not be there.
  ///
  /// - Parameter kept: The templates of the journal.
  package init(beside configFile: String, kept: [NamedText] = []) {
    let folder = (configFile.lastIndex(of: "/").map { String(configFile[..<$0]) } ?? ".")
    var problems: [String] = []
    func text(_ path: String) -> String? {
      do throws(SettingsFile.Failure) {
        return try SettingsFile.text(path, limit: Self.longest)
      } catch {
        if error != .isMissing { problems.append("\(path) \(error), and is not used.") }
        return nil
      }
    }
    var found: [String: EntryTemplate] = [:]
    var origins: [String: Origin] = [:]
    func add(_ template: EntryTemplate, _ origin: Origin) {
      found[template.name] = template
      origins[template.name] = origin
    }
    for template in EntryTemplate.shipped { add(template, .program) }
    for template in kept { add(EntryTemplate(name: template.name, text: template.text), .journal) }
    for file in Self.files(in: folder + "/templates") {
      let ending = Self.endings.first { file.hasSuffix($0) } ?? ""
      let name = String(file.dropLast(ending.count))
      if let text = text("\(folder)/templates/\(file)") { add(EntryTemplate(name: name, text: text), .file) }
    }
    templates = found.values.sorted { $0.name < $1.name }
    questions = text(folder + "/questions.txt").map(DailyQuestion.read) ?? []
    (self.problems, self.origins) = (problems, origins)
  }

  private static func files(in folder: String) -> [String] {
    let all: [String]
    do {
      all = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      // No folder, or none that can be read: there is nothing of the person's there.
      return []
    }
    return all.filter { name in !name.hasPrefix(".") && endings.contains { name.hasSuffix($0) } }.sorted()
      .prefix(most).map { $0 }
  }

  /// A template by its name.
  ///
  /// - Throws: ``CommandFailure`` that names those that there are, or says why the one of this name cannot be read.
  package func template(_ name: String) throws -> EntryTemplate {
    if let template = templates.first(where: { $0.name == name }) { return template }
    if let problem = problems.first { throw CommandFailure(.badFile, problem) }
    throw CommandFailure.usage(
      "There is no template “\(name)”. There are: \(templates.map(\.name).joined(separator: ", ")). Save your own: "
        + "cloudjournal templates save \(name)")
  }

  /// The question of a day.
  package func question(of day: CivilDate) -> String { DailyQuestion.of(day, own: questions) }
}
