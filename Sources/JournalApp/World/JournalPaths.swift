import JournalCore
import SystemKit

/// Where the program keeps things, by the XDG Base Directory Specification 0.8.
package struct JournalPaths: Hashable, Sendable {
  /// The folder of a journal: its database, its images, its backups.
  package private(set) var folder: String
  /// The folder of the journal to whose account others share what is in ``folder``; nil for a journal of the person's own.
  package private(set) var hostFolder: String?
  /// Where the journals lie that are found by their names.
  let journals: String
  /// Whether the journal is found by its name, and not only by the path of its folder.
  package var isNamed: Bool { folder == "\(journals)/\(name)" }
  /// The journal's name as the screen shows it.
  package let name: String
  /// The person's configuration, the same for all journals; it need not be there.
  package let configFile: String
  /// For what can be made again, such as renderings of pictures.
  package let cacheFolder: String
  /// For logs, which are neither data nor cache.
  package let stateFolder: String
  /// For files that only live as long as the session: texts on their way to an editor.
  package let runtimeFolder: String
  /// Whether ``runtimeFolder`` is one of the session, as the environment says.
  private let hasRuntime: Bool
  /// Whether no disk holds ``runtimeFolder``: it is one of the session, and the system says that its files are in memory.
  package var isRuntimeOffDisk: Bool {
    hasRuntime && SystemFile.isInMemory(SystemFile.folder(of: runtimeFolder))
  }
  /// The home folder; `/` where the environment names none.
  package let home: String
  /// For what anybody may put files into: the last place where there may be room.
  package let temporaryFolder: String

  /// The journal's database.
  package var database: String { folder + "/journal.sqlite" }
  /// For copies of the whole journal that the person asked for.
  package var backups: String { folder + "/backups" }
  /// The log of this program, the same for all journals.
  package var log: String { stateFolder + "/cloudjournal.log" }

  /// Where what others share with the journal's account lies, a folder for each of their zones.
  package var guestFolder: String { folder + "/shared" }

  /// The places of what others share in one of their zones.
  ///
  /// - Parameter name: The folder's name within ``guestFolder``.
  package func guest(_ name: String) -> JournalPaths {
    var paths = self
    paths.hostFolder = folder
    paths.folder = "\(guestFolder)/\(name)"
    return paths
  }

  /// The places of the journal to whose account others share what is here; of a journal of the person's own, these.
  var host: JournalPaths {
    guard let hostFolder else { return self }
    var paths = self
    paths.folder = hostFolder
    paths.hostFolder = nil
    return paths
  }

  /// The journal that is used where none is named or chosen.
  package static let defaultName = "Personal"

  /// Why a journal cannot be named so.
  package struct InvalidName: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason as a sentence that says what is allowed.
    package let description: String
  }

  /// Finds the places for a journal.
  ///
  /// - Parameters:
  ///   - journal: A name, or a path (anything with a slash) to a journal's folder; nil is the journal named Personal.
  ///   - environment: The process's environment.
  /// - Throws: ``InvalidName`` where the name or path cannot be a journal's.
  package init(journal: String?, environment: [String: String]) throws(InvalidName) {
    try self.init(journal: journal) { environment[$0] }
  }

  /// Finds the places for a journal, and asks for the few variables of the environment that say where they are.
  ///
  /// - Throws: ``InvalidName`` where the name or path cannot be a journal's.
  package init(journal: String?, variable: (String) -> String?) throws(InvalidName) {
    let home = variable("HOME").flatMap { $0.isEmpty ? nil : $0 } ?? "/"
    func base(_ key: String, _ fallback: String) -> String {
      // The specification says that a relative path is to be ignored.
      guard let value = variable(key), value.hasPrefix("/") else { return home + fallback }
      return value
    }
    self.home = home
    temporaryFolder = variable("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    let data = base("XDG_DATA_HOME", "/.local/share") + "/cloudjournal"
    journals = data + "/journals"
    configFile = base("XDG_CONFIG_HOME", "/.config") + "/cloudjournal/config.toml"
    cacheFolder = base("XDG_CACHE_HOME", "/.cache") + "/cloudjournal"
    stateFolder = base("XDG_STATE_HOME", "/.local/state") + "/cloudjournal"
    if let runtime = variable("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
      (runtimeFolder, hasRuntime) = (runtime + "/cloudjournal", true)
    } else {
      (runtimeFolder, hasRuntime) = (stateFolder + "/runtime", false)
    }
    let wanted = journal ?? JournalPaths.defaultName
    if wanted.contains("/") {
      var path = wanted
      while path.count > 1, path.hasSuffix("/") { path.removeLast() }
      path = HomeFolder(home).resolved(path)
      if path.hasSuffix(".sqlite") {
        throw InvalidName(
          description: "\(wanted) names a file; --journal takes the journal’s folder or its name.")
      }
      folder = path
      name = path.split(separator: "/").last.map(String.init) ?? path
    } else {
      if let problem = JournalName.problem(wanted) { throw InvalidName(description: problem) }
      folder = journals + "/" + wanted
      name = wanted
    }
  }
}
