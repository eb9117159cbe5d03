import JournalCore
import JournalUI

extension ScreenSession {
  /// What a session is given by the composition root.
  package struct Options {
    package var paths: JournalPaths
    package var config: ConfigFile
    package var variables: [String: String]
    package var isReadOnly: Bool
    /// The path of the configuration file, which need not be there.
    package var configFile: String
    /// What `--version` says.
    package var version: String
    /// Has a journal that was locked shown by a process with nothing of it in its memory; returns or throws where that cannot
    /// be. nil: this process goes on.
    package var startAgain: ((JournalPaths) throws -> Void)?

    package init(
      paths: JournalPaths, config: ConfigFile, configFile: String, variables: [String: String], isReadOnly: Bool,
      version: String
    ) {
      (self.paths, self.configFile, self.version, self.config) = (paths, configFile, version, config)
      (self.variables, self.isReadOnly) = (variables, isReadOnly)
    }
  }
}

extension ScreenSession.Options {
  /// What the settings show and cannot change: the configuration's values, and where things are.
  func facts(_ dateOrder: DateOrder?) -> [String: String] {
    let editor = ExternalEditor(configured: config.editor, environment: variables).command
    var facts = config.facts(editor: editor, dateOrder: dateOrder)
    let home = HomeFolder(paths.home)
    facts["about.version"] = version
    facts["about.journal"] = home.shown(paths.folder)
    facts["about.configuration"] = home.shown(configFile)
    facts["about.themes"] = home.shown(UserThemes.folder(beside: configFile))
    return facts
  }
}
