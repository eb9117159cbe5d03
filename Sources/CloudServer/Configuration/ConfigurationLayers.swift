import ConfigText
import TOMLKit

extension ServerConfiguration {
  /// Puts a configuration together: what flags say, else the environment, else the file, else the defaults.
  ///
  /// - Parameters:
  ///   - flags: By key; a flag that was not given is not there.
  ///   - file: The path that `--config` gave; else `CLOUDJOURNAL_SERVER_CONFIG` names one, else it is `server.toml` in the
  ///     data folder, where `init` wrote one. Paths in that one begin in the data folder.
  ///   - isThere: Whether there is a file at a path.
  ///   - read: Reads a text file; throws a sentence.
  /// - Throws: A sentence for an unknown name, a value out of range, or settings that do not go together.
  package static func resolve(
    flags: [ConfigurationKey: String], file: String?, environment: [String: String],
    isThere: (String) -> Bool = { _ in false }, read: (String) throws(ServerRefusal) -> String
  ) throws(ServerRefusal) -> ServerConfiguration {
    var configuration = ServerConfiguration(dataDirectory: defaultDataDirectory(environment))
    let data = flags[.data] ?? environment[ConfigurationKey.data.environmentName] ?? configuration.dataDirectory
    let own = data + "/" + ServerSetup.configurationName
    if let path = file ?? environment[ConfigurationKey.environmentFile] {
      try configuration.takeFile(try read(path), path: path)
    } else if isThere(own) {
      try configuration.takeFile(try read(own), path: own)
      guard configuration.dataDirectory == defaultDataDirectory(environment) else {
        throw ServerRefusal("\(own): data names another folder than the one that this file lies in.")
      }
      configuration.beginPaths(in: data)
    }
    try configuration.takeEnvironment(environment)
    for key in ConfigurationKey.allCases {
      if let value = flags[key] { try configuration.set(key, to: value, origin: "--\(key.rawValue)") }
    }
    try configuration.validate()
    return configuration
  }

  /// The default data folder: `cloudjournal-server` in `$XDG_DATA_HOME`, else in `~/.local/share`, else in `/var/lib`.
  package static func defaultDataDirectory(_ environment: [String: String]) -> String {
    if let home = environment["XDG_DATA_HOME"], home.hasPrefix("/") { return home + "/cloudjournal-server" }
    if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.local/share/cloudjournal-server" }
    return "/var/lib/cloudjournal-server"
  }

  private mutating func beginPaths(in folder: String) {
    func absolute(_ path: String?) -> String? { path.map { $0.hasPrefix("/") ? $0 : folder + "/" + $0 } }
    tlsCertificate = absolute(tlsCertificate)
    tlsKey = absolute(tlsKey)
  }

  private mutating func takeEnvironment(_ environment: [String: String]) throws(ServerRefusal) {
    let known = Dictionary(uniqueKeysWithValues: ConfigurationKey.allCases.map { ($0.environmentName, $0) })
    for name in environment.keys.sorted() where name.hasPrefix(ConfigurationKey.environmentPrefix) {
      if name == ConfigurationKey.environmentFile { continue }
      guard let key = known[name], let value = environment[name] else {
        throw ServerRefusal("The environment has \(name), which is no setting of the server; look for a slip in it.")
      }
      try set(key, to: value, origin: name)
    }
  }

  private mutating func takeFile(_ text: String, path: String) throws(ServerRefusal) {
    let table: TOMLTable
    do throws(ConfigText.Problem) {
      table = try ConfigText.table(text)
    } catch {
      throw ServerRefusal("\(path), line \(error.line), column \(error.column): \(error.reason).")
    }
    for name in table.keys.sorted() {
      guard let key = ConfigurationKey(rawValue: name), let value = table[name] else {
        let names = ConfigurationKey.allCases.map(\.rawValue)
        let meant = NearMiss.name(for: name, among: names).map { " Did you mean “\($0)”?" } ?? ""
        throw ServerRefusal(
          "\(path) has \(name), which is no setting of the server.\(meant) Those are \(names.joined(separator: ", ")).")
      }
      let written: String? = value.string ?? value.int.map { String($0) } ?? value.bool.map { String($0) }
      guard let written else {
        throw ServerRefusal("\(path): \(name) is neither a text, nor a whole number, nor true or false.")
      }
      try set(key, to: written, origin: "\(path): \(name)")
    }
  }
}
