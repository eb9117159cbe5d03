/// The names of what can be configured, one list for flags, environment and file.
package enum ConfigurationKey: String, Hashable, Sendable, CaseIterable {
  case data
  case host
  case port
  case baseURL = "base-url"
  case tlsCertificate = "tls-certificate"
  case tlsKey = "tls-key"
  case behindProxy = "behind-proxy"
  case storage
  case logLevel = "log-level"
  case passwordCost = "password-cost"
  case assetLimit = "asset-limit"
  case quota
  case requestRate = "request-rate"
  case requestBurst = "request-burst"
  case pollSeconds = "poll-seconds"
  case idleSeconds = "idle-seconds"
  case sessionDays = "session-days"
  case retentionDays = "retention-days"
  case metrics

  /// The start of each variable's name; the server refuses a variable with it that is no setting.
  package static let environmentPrefix = "CLOUDJOURNAL_SERVER_"
  /// Names the file; not a key of the file.
  package static let environmentFile = environmentPrefix + "CONFIG"

  /// Such as `CLOUDJOURNAL_SERVER_TLS_KEY`.
  package var environmentName: String {
    Self.environmentPrefix + rawValue.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }
}

extension ServerConfiguration {
  /// Takes one setting over; `origin` says where it stands, for the sentence that refuses it.
  mutating func set(_ key: ConfigurationKey, to text: String, origin: String) throws(ServerRefusal) {
    switch key {
    case .data: dataDirectory = try nonEmpty(text, origin)
    case .host: host = try nonEmpty(text, origin)
    case .port: port = try number(text, in: 0...65535, origin)
    case .baseURL: baseURL = try nonEmpty(text, origin)
    case .tlsCertificate: tlsCertificate = try nonEmpty(text, origin)
    case .tlsKey: tlsKey = try nonEmpty(text, origin)
    case .behindProxy: behindProxy = try truth(text, origin)
    case .storage: storage = try choice(text, choices: Storage.allCases.map { ($0.rawValue, $0) }, origin: origin)
    case .logLevel:
      let levels = ["trace", "debug", "info", "notice", "warning", "error", "critical"]
      logLevel = try choice(text, choices: levels.map { ($0, $0) }, origin: origin)
    case .passwordCost:
      passwordCost = try choice(
        text, choices: [("standard", PasswordCost.standard), ("small", .small)], origin: origin)
    case .assetLimit: assetLimit = try size(text, origin)
    case .quota: quota = try size(text, origin)
    case .requestRate: requestRate = try number(text, in: 1...1_000_000, origin)
    case .requestBurst: requestBurst = try number(text, in: 1...1_000_000, origin)
    case .pollSeconds: pollSeconds = try number(text, in: 1...3600, origin)
    case .idleSeconds: idleSeconds = try number(text, in: 1...3600, origin)
    case .sessionDays: sessionDays = try number(text, in: 1...3650, origin)
    case .retentionDays: retentionDays = try number(text, in: 1...3650, origin)
    case .metrics: metrics = try choice(text, choices: Metrics.allCases.map { ($0.rawValue, $0) }, origin: origin)
    }
  }

  private func nonEmpty(_ text: String, _ origin: String) throws(ServerRefusal) -> String {
    guard !text.isEmpty else { throw ServerRefusal("\(origin) is empty.") }
    return text
  }

  private func number(_ text: String, in range: ClosedRange<Int>, _ origin: String) throws(ServerRefusal) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw ServerRefusal("\(origin) is not a whole number from \(range.lowerBound) to \(range.upperBound): \(text)")
    }
    return number
  }

  private func truth(_ text: String, _ origin: String) throws(ServerRefusal) -> Bool {
    try choice(text, choices: [("true", true), ("false", false), ("1", true), ("0", false)], origin: origin)
  }

  private func size(_ text: String, _ origin: String) throws(ServerRefusal) -> Int64 {
    guard let size = ByteSize.parse(text), size > 0 else {
      throw ServerRefusal("\(origin) is not a size such as 250MiB or 5GB: \(text)")
    }
    return size
  }

  private func choice<Value>(
    _ text: String, choices: [(String, Value)], origin: String
  ) throws(ServerRefusal) -> Value {
    for (name, value) in choices where name == text { return value }
    throw ServerRefusal("\(origin) is \(text), not one of \(choices.map(\.0).joined(separator: ", ")).")
  }
}
