import ArgumentParser
import CloudServer
import Foundation
import SystemKit

/// Where the data is, for the commands that look after it.
struct DataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The server’s data folder.", discussion: "Default: $XDG_DATA_HOME/cloudjournal-server.", valueName: "dir"))
  var data: String?

  @Option(help: ArgumentHelp("A configuration file that names the folder and the quota.", valueName: "file"))
  var config: String?

  /// What the server itself would be configured with.
  func configuration() throws(ServerRefusal) -> ServerConfiguration {
    try ConfigurationSources.resolve(flags: data.map { [.data: $0] } ?? [:], file: config)
  }

  func open(mustExist: Bool = true) throws -> DataFolder {
    try DataFolder(configuration().dataDirectory, surroundings: .system, mustExist: mustExist)
  }
}

/// Files and environment of this process.
enum ConfigurationSources {
  static func resolve(flags: [ConfigurationKey: String], file: String?) throws(ServerRefusal) -> ServerConfiguration {
    try ServerConfiguration.resolve(
      flags: flags, file: file, environment: ProcessInfo.processInfo.environment,
      isThere: { FileManager.default.fileExists(atPath: $0) }
    ) { path throws(ServerRefusal) in
      do throws(SettingsFile.Failure) {
        return try SettingsFile.text(path, limit: 1 << 20)
      } catch { throw ServerRefusal("\(path) \(error).") }
    }
  }
}
