import CloudServer
import CloudStore
import Foundation
import Testing

@Suite struct ConfigurationTests {
  private func resolve(
    flags: [ConfigurationKey: String] = [:], file: String? = nil, environment: [String: String] = [:]
  ) throws(ServerRefusal) -> ServerConfiguration {
    var environment = environment
    environment["HOME"] = environment["HOME"] ?? "/home/ann"
    return try ServerConfiguration.resolve(
      flags: flags, file: file == nil ? nil : "server.toml", environment: environment
    ) { path throws(ServerRefusal) in
      guard path == "server.toml" else { throw ServerRefusal("\(path) cannot be read.") }
      return file ?? ""
    }
  }

  private func refusal(_ body: () throws -> ServerConfiguration) -> String? {
    do {
      _ = try body()
      return nil
    } catch { return "\(error)" }
  }

  @Test func defaultsAreForOneMachine() throws {
    let configuration = try resolve()
    #expect(configuration == ServerConfiguration(dataDirectory: "/home/ann/.local/share/cloudjournal-server"))
    #expect(configuration.host == "127.0.0.1")
    #expect(configuration.port == 8080)
    let other = try resolve(environment: ["XDG_DATA_HOME": "/data"])
    #expect(other.dataDirectory == "/data/cloudjournal-server")
  }

  @Test func flagsGoBeforeTheEnvironmentAndThatBeforeTheFile() throws {
    let file = "port = 1\nlog-level = \"debug\"\nquota = \"1GB\"\nbehind-proxy = true\n"
    let environment = ["CLOUDJOURNAL_SERVER_PORT": "2", "CLOUDJOURNAL_SERVER_LOG_LEVEL": "error"]
    let configuration = try resolve(flags: [.port: "3"], file: file, environment: environment)
    #expect(configuration.port == 3)
    #expect(configuration.logLevel == "error")
    #expect(configuration.quota == 1_000_000_000)
    #expect(configuration.behindProxy)
  }

  /// What `init` wrote lies in the data folder, and moves with it.
  @Test func aDataFolderMayHaveSettingsOfItsOwn() throws {
    func resolve(
      _ text: String, flags: [ConfigurationKey: String] = [:], file: String? = nil
    ) throws(ServerRefusal) -> ServerConfiguration {
      try ServerConfiguration.resolve(
        flags: flags, file: file, environment: ["HOME": "/home/ann"],
        isThere: { $0 == "/srv/journal/server.toml" }
      ) { path throws(ServerRefusal) in
        path == "/srv/journal/server.toml" ? text : "port = 7000"
      }
    }
    let text = "host = \"127.0.0.1\"\nport = 8443\ntls-certificate = \"tls/server.pem\"\ntls-key = \"/etc/key.pem\"\n"
    let own = try resolve(text, flags: [.data: "/srv/journal"])
    #expect((own.port, own.dataDirectory) == (8443, "/srv/journal"))
    #expect(own.tlsCertificate == "/srv/journal/tls/server.pem")
    #expect(own.tlsKey == "/etc/key.pem")
    #expect(try resolve(text, flags: [.data: "/srv/journal", .port: "1"]).port == 1)
    // Another folder, and a file that is named, have nothing to do with it.
    #expect(try resolve(text).port == 8080)
    #expect(try resolve(text, flags: [.data: "/srv/journal"], file: "other.toml").port == 7000)
    #expect(
      refusal { try resolve("data = \"/elsewhere\"", flags: [.data: "/srv/journal"]) }?.contains("another folder")
        == true)
  }

  @Test func timesAndCountersAreSettings() throws {
    let defaults = try resolve()
    #expect(defaults.sessionDays == 90 && defaults.sessionLifetime == StoredSession.lifetime)
    #expect(defaults.retentionDays == 30)
    #expect(defaults.metrics == .local)
    let file = try resolve(file: "session-days = 7\nretention-days = 400\nmetrics = \"public\"\n")
    #expect(file.sessionDays == 7 && file.sessionLifetime == 7 * 86_400_000)
    #expect(file.retentionDays == 400)
    #expect(file.metrics == .public)
    let environment = ["CLOUDJOURNAL_SERVER_SESSION_DAYS": "8", "CLOUDJOURNAL_SERVER_RETENTION_DAYS": "1"]
    let other = try resolve(flags: [.metrics: "off"], environment: environment)
    #expect((other.sessionDays, other.retentionDays) == (8, 1))
    #expect(other.metrics == .off)
    for file in ["session-days = 0", "session-days = 3651", "retention-days = 0", "metrics = \"all\""] {
      #expect(refusal { try resolve(file: file) } != nil, "\(file)")
    }
  }

  /// The guide names every setting, and none that there is not.
  @Test func theGuideHasEverySetting() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let guide = try String(contentsOf: root.appending(path: "docs/server.md"), encoding: .utf8)
    let table = try #require(guide.range(of: "| Key in the file"))
    var documented: [String] = []
    for line in guide[table.lowerBound...].components(separatedBy: "\n").dropFirst(2) {
      guard line.hasPrefix("|") else { break }
      let cell = line.split(separator: "|").first ?? ""
      documented += cell.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
    #expect(documented.sorted() == ConfigurationKey.allCases.map(\.rawValue).sorted())
  }

  @Test func theEnvironmentCanNameTheFile() throws {
    #expect(refusal { try resolve(environment: ["CLOUDJOURNAL_SERVER_CONFIG": "/none"]) } == "/none cannot be read.")
  }

  @Test(arguments: [
    ("prot = 1", "prot"), ("port = 65536", "0 to 65535"), ("port = \"x\"", "port"), ("port = [1]", "neither a text"),
    ("storage = \"disk\"", "sqlite, memory"), ("quota = \"much\"", "5GB"), ("= 1", "line 1"), ("data = \"\"", "empty"),
    ("password-cost = \"none\"", "standard, small"), ("poll-seconds = 0", "1 to 3600"),
  ]) func whatTheFileCannotSayIsRefusedByName(_ file: String, _ hint: String) throws {
    let sentence = try #require(refusal { try resolve(file: file) })
    #expect(sentence.contains("server.toml"))
    #expect(sentence.contains(hint))
  }

  @Test func aSlipInTheEnvironmentIsRefused() throws {
    let sentence = try #require(refusal { try resolve(environment: ["CLOUDJOURNAL_SERVER_PROT": "1"]) })
    #expect(sentence.contains("CLOUDJOURNAL_SERVER_PROT"))
  }

  @Test func otherMachinesAreServedOnlyWithTLSOrBehindAProxy() throws {
    let sentence = try #require(refusal { try resolve(flags: [.host: "192.0.2.1"]) })
    #expect(sentence.contains("--tls-certificate"))
    #expect(sentence.contains("--behind-proxy"))
    #expect(refusal { try resolve(flags: [.host: "192.0.2.1", .behindProxy: "true"]) } == nil)
    let tls: [ConfigurationKey: String] = [.tlsCertificate: "c", .tlsKey: "k"]
    #expect(refusal { try resolve(flags: tls.merging([.host: "192.0.2.1"]) { $1 }) } == nil)
    #expect(refusal { try resolve(flags: tls.merging([.host: "0.0.0.0"]) { $1 }) }?.contains("--base-url") == true)
    #expect(refusal { try resolve(flags: [.tlsKey: "k"]) }?.contains("--tls-certificate") == true)
    for host in ["localhost", "::1", "127.0.0.1", "127.9.9.9"] {
      #expect(refusal { try resolve(flags: [.host: host]) } == nil)
    }
  }

  @Test(arguments: ["ftp://x", "https://", "https://x/", "https://x?y", "x", "https://x y"])
  func baseURLsAreAddresses(_ text: String) {
    #expect(refusal { try resolve(flags: [.baseURL: text]) }?.contains("base URL") == true)
  }

  @Test(
    arguments: [
      ("0", 0), ("5GB", 5_000_000_000), ("5 gb", 5_000_000_000), ("1GiB", 1 << 30), ("250MiB", 250 << 20), ("7", 7),
      ("7B", 7), ("", nil), ("GB", nil), ("-1", nil), ("1.5GB", nil), ("9999999999TB", nil), ("1e3", nil),
    ] as [(String, Int64?)]) func sizesAreReadAsPeopleWriteThem(_ text: String, _ size: Int64?)
  {
    #expect(ByteSize.parse(text) == size)
  }
}
