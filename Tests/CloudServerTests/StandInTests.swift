import CloudServer
import CloudStore
import Synchronization
import Testing

/// Whether there is an account of some name is not to be told by what checking its password costs.
@Suite struct StandInTests {
  private static let low = PasswordCost.least
  private static let high = PasswordCost(logRounds: 14, parallelism: 2)
  private static let configured = PasswordCost(logRounds: 15, parallelism: 1)

  /// Notes what it is asked to compute, and computes nothing.
  private final class Work: Sendable {
    private let costs = Mutex<[PasswordCost]>([])
    var asked: [PasswordCost] { costs.withLock { $0 } }
    var hasher: PasswordHasher {
      PasswordHasher { [self] _, hash in
        costs.withLock { $0.append(hash.cost) }
        return false
      }
    }
  }

  /// The work that a wrong password for each of these names makes.
  private func costs(_ server: TestServer, _ work: Work, _ names: [String]) async throws -> [PasswordCost] {
    var asked: [PasswordCost] = []
    for (number, name) in names.enumerated() {
      let before = work.asked.count
      let answer = try await server.client.post(
        "/account/1/sessions", #"{"name":"\#(name)","password":"a wrong password"}"#,
        headers: ["X-Forwarded-For": "10.\(number / 200).\(number % 200).1"])
      #expect(answer.status == 401)
      #expect(answer.text.contains("the account or the password is wrong"))
      asked += work.asked[before...]
    }
    return asked
  }

  /// Runs a server behind a proxy, whose work with passwords is noted and not done.
  private func run(_ body: @escaping @Sendable (TestServer, Work) async throws -> Void) async throws {
    let work = Work()
    try await TestServer.run(
      {
        $0.passwordCost = Self.configured
        $0.behindProxy = true
      }, hasher: work.hasher
    ) { server in try await body(server, work) }
  }

  private func setHash(_ server: TestServer, _ name: String, _ cost: PasswordCost) throws {
    let hash = PasswordHash(ofNothing: cost, randomBytes: { [UInt8](repeating: 1, count: $0) }).text
    try server.runtime.backend.accounts.setPassword(named: name, hash: hash, keepingSession: nil)
  }

  @Test func unknownNamesCostWhatAccountsCostAndNotWhatIsConfigured() async throws {
    try await run { server, work in
      try setHash(server, "ann", Self.low)
      let asked = try await costs(server, work, ["ann", "unknown", "ANN", "no name at all", "zoe"])
      #expect(asked == Array(repeating: Self.low, count: 5))
    }
  }

  @Test func ofMixedCostsUnknownNamesHaveTheAccountsShares() async throws {
    try await run { server, work in
      try setHash(server, "ann", Self.low)
      for name in ["bert", "carl", "dora"] {
        _ = try server.add(name)
        try setHash(server, name, Self.high)
      }
      let names = (0..<160).map { "unknown\($0)" }
      let first = try await costs(server, work, names)
      #expect(first.count == names.count)
      #expect(Set(first) == [Self.low, Self.high])
      // One account of four: 40 of 160 are expected; chance goes beyond these bounds less than once in ten million times.
      #expect((13...71).contains(first.count { $0 == Self.low }))
      // An account costs the same each time, and so does a name that none has.
      let again = try await costs(server, work, Array(names[..<20]))
      #expect(again == Array(first[..<20]))
    }
  }

  @Test func anAccountThatIsHashedAnewTakesItsNamesAlong() async throws {
    try await run { server, work in
      try setHash(server, "ann", Self.low)
      _ = try server.add("bert")
      try setHash(server, "bert", Self.low)
      let names = (0..<30).map { "unknown\($0)" }
      try setHash(server, "bert", Self.configured)
      let before = try await costs(server, work, names)
      #expect(Set(before) == [Self.low, Self.configured])
      try setHash(server, "ann", Self.configured)
      #expect(Set(try await costs(server, work, names)) == [Self.configured])
    }
  }

  @Test func withoutAccountsItCostsWhatNewOnesWould() async throws {
    try await run { server, work in
      try server.runtime.backend.accounts.removeUser(named: "ann")
      #expect(try await costs(server, work, ["ann"]) == [Self.configured])
    }
  }
}
