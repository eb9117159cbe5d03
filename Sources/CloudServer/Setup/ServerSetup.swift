import Glibc
import SystemKit

/// Makes all that a server needs to be reached by other computers: data folder, certificate and configuration.
///
/// It asks for nothing that it can find out, starts nothing and enables nothing.
package struct ServerSetup: Sendable {
  private let directory: String
  private let hosts: [String]
  private let port: Int

  /// - Parameters:
  ///   - directory: The data folder, absolute.
  ///   - hosts: Names and addresses by which clients are to reach the server, the best one first; empty for those that
  ///     this machine has.
  ///   - port: 1 to 65535.
  package init(directory: String, hosts: [String], port: Int) {
    (self.directory, self.hosts, self.port) = (directory, hosts, port)
  }

  /// What a folder was set up for.
  package struct Outcome: Hashable, Sendable {
    /// Whether it was set up just now; otherwise nothing was changed.
    package var isNew: Bool
    /// What clients reach the server by, such as `https://192.168.1.20:8443`.
    package var address: String
    /// Of the server's key: `sha256/` and 44 characters.
    package var pin: String
    /// The file that `serve` reads.
    package var configurationPath: String
    /// The text of a systemd unit, which lies in the data folder.
    package var unitPath: String
  }

  /// The name of the configuration file in a data folder.
  package static let configurationName = "server.toml"
  private static let unitName = "cloudjournal-server.service"

  /// Sets the folder up, or tells for what it was set up before.
  ///
  /// - Parameters:
  ///   - program: The path of the server's program, for the systemd unit.
  ///   - configuration: Reads what the folder's own configuration says, where it has one.
  ///   - now: Milliseconds since 1970.
  /// - Throws: ``ServerRefusal`` where the folder has a configuration that was written by hand, where a name cannot be one
  ///   of a host, or where a file cannot be written.
  package func run(
    program: String, configuration: () throws(ServerRefusal) -> ServerConfiguration?, now: Int64
  ) throws(ServerRefusal) -> Outcome {
    if let present = try configuration() { return try told(present) }
    let names = hosts.isEmpty ? ServerSetup.namesOfThisMachine : hosts
    for name in names where HostAddress(name) == nil && !HostAddress.isName(name) {
      throw ServerRefusal("“\(name)” is neither the name of a host nor an IP address. Nothing was made.")
    }
    guard let first = names.first else {
      throw ServerRefusal("This computer has no address that others can reach: give one with --host.")
    }
    let claim = try claim()
    defer { withExtendedLifetime(claim) {} }
    // Another one may have set it up meanwhile.
    if let present = try configuration() { return try told(present) }
    var outcome = empty
    outcome.isNew = true
    outcome.address = "https://\(first.contains(":") ? "[\(first)]" : first):\(port)"
    let certificate = OwnCertificate(dataDirectory: directory)
    outcome.pin = try certificate.make(names: names + ServerSetup.loopbacks.filter { !names.contains($0) }, now: now)
    try SetupFile.write(ServerSetup.unit(program: program, directory: directory), to: outcome.unitPath)
    // Last: a folder counts as set up once this file is there.
    let isForThisMachine = names.allSatisfy { ServerConfiguration.isLoopback($0) }
    try SetupFile.write(
      text(for: outcome.address, listensOn: isForThisMachine ? "127.0.0.1" : "0.0.0.0"), to: outcome.configurationPath)
    return outcome
  }

  /// The paths of a folder of which nothing else is known.
  private var empty: Outcome {
    Outcome(
      isNew: false, address: "", pin: "", configurationPath: directory + "/" + ServerSetup.configurationName,
      unitPath: directory + "/" + ServerSetup.unitName)
  }

  /// What the folder was set up for before.
  private func told(_ configuration: ServerConfiguration) throws(ServerRefusal) -> Outcome {
    var outcome = empty
    let certificate = OwnCertificate(dataDirectory: directory)
    guard let address = configuration.baseURL, configuration.tlsKey == certificate.keyPath else {
      throw ServerRefusal(
        "\(outcome.configurationPath) was not written by init; nothing was changed. Start the server with serve.")
    }
    outcome.address = address
    outcome.pin = try certificate.pin()
    return outcome
  }

  /// Makes the data folder, and keeps others from setting it up at the same moment: each would write a key of its own.
  private func claim() throws(ServerRefusal) -> FileLock {
    try SetupFile.makeFolder(directory)
    do throws(FileLock.Failure) { return try FileLock.wait(directory + "/init.lock") } catch {
      switch error {
      case .opening(let cause), .locking(let cause): throw ServerRefusal("\(directory) cannot be set up: \(cause).")
      }
    }
  }

  /// So that the certificate holds on the machine itself as well.
  private static let loopbacks = ["localhost", "127.0.0.1", "::1"]

  /// Addresses first: a name is of use only where the network knows it.
  private static var namesOfThisMachine: [String] {
    let name = HostAddress.nameOfThisMachine
    return HostAddress.ofThisMachine + (name.map { $0.contains(".") ? [$0] : [$0, $0 + ".local"] } ?? [])
  }

  private func text(for address: String, listensOn host: String) -> String {
    """
    # The settings of this server; docs/server.md has them all. Paths begin in this folder.
    host = "\(host)"
    port = \(port)
    base-url = "\(address)"
    tls-certificate = "\(OwnCertificate.certificateName)"
    tls-key = "\(OwnCertificate.keyName)"

    """
  }

  /// A unit for the person's own systemd. Five seconds lie between two starts: systemd gives up after five starts within ten,
  /// and a server that begins before its network, or while its port is taken, is to come up later.
  private static func unit(program: String, directory: String) -> String {
    """
    [Unit]
    Description=CloudJournal server
    After=network-online.target

    [Service]
    ExecStart="\(escaped(program))" serve --data "\(escaped(directory))"
    ExecReload=/bin/kill -HUP $MAINPID
    Restart=on-failure
    RestartSec=5
    TimeoutStopSec=15
    NoNewPrivileges=yes
    MemoryMax=1G

    [Install]
    WantedBy=default.target

    """
  }

  /// As systemd reads a quoted word: percent signs twice, quotation marks and backslashes after a backslash, dollars twice.
  private static func escaped(_ path: String) -> String {
    var text = ""
    for character in path {
      switch character {
      case "%", "$": text += "\(character)\(character)"
      case "\"", "\\": text += "\\\(character)"
      default: text.append(character)
      }
    }
    return text
  }
}
