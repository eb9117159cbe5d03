import ArgumentParser

/// Options of every command, as they are declared.
struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The journal to use: a name, or a folder.", valueName: "name"), completion: .journals)
  var journal: String?

  @Flag(help: "Open the journal without ever writing to it.")
  var readOnly = false

  @Option(
    help: ArgumentHelp(
      "The configuration to use in place of $XDG_CONFIG_HOME/cloudjournal/config.toml.", valueName: "file"))
  var config: String?

  @Flag(help: "Use a throw-away copy of the demo journal.")
  var demo = false

  @Flag(help: "Answer in JSON, errors as well.")
  var json = false

  var settings: GlobalSettings {
    GlobalSettings(journal: journal, isReadOnly: readOnly, config: config, isDemo: demo, wantsJSON: json)
  }
}

/// The same as values.
struct GlobalSettings {
  var journal: String?
  var isReadOnly = false
  var config: String?
  var isDemo = false
  var wantsJSON = false
}
