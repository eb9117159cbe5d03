package import CloudRecord
import Encodings
package import HTTPTypes

/// What a client can ask of a database, as the end of its address has it.
package enum Operation: String, Hashable, Sendable, CaseIterable {
  case modifyRecords = "records/modify"
  case lookupRecords = "records/lookup"
  case queryRecords = "records/query"
  case recordChanges = "records/changes"
  case resolveRecords = "records/resolve"
  case acceptRecords = "records/accept"
  case listZones = "zones/list"
  case lookupZones = "zones/lookup"
  case modifyZones = "zones/modify"
  case oldZoneChanges = "zones/changes"
  case databaseChanges = "changes/database"
  case zoneChanges = "changes/zone"
  case listSubscriptions = "subscriptions/list"
  case lookupSubscriptions = "subscriptions/lookup"
  case modifySubscriptions = "subscriptions/modify"
  case uploadAssets = "assets/upload"
  case rereferenceAssets = "assets/rereference"
  case currentUser = "users/current"
  case caller = "users/caller"
  case discoverUsers = "users/discover"
  case lookupEmails = "users/lookup/email"
  case lookupIDs = "users/lookup/id"
  case lookupContacts = "users/lookup/contacts"
  case createToken = "tokens/create"
  case registerToken = "tokens/register"

  /// Whether GET is taken as well as POST: Apple's documents say GET for these, and clients send both.
  package var takesGet: Bool {
    switch self {
    case .listZones, .listSubscriptions, .currentUser, .caller, .discoverUsers, .lookupContacts: true
    default: false
    }
  }

  /// Whether it is about links to what others share, wherever that is; it is asked of the public database.
  package var isAboutLinks: Bool { self == .resolveRecords || self == .acceptRecords }

  /// Whether it is about the caller and not about a database; the scope in the address is ignored then.
  package var isAboutCaller: Bool {
    switch self {
    case .currentUser, .caller, .discoverUsers, .lookupEmails, .lookupIDs, .lookupContacts, .createToken,
      .registerToken:
      true
    default: false
    }
  }
}

/// Where an address leads.
package enum Route: Hashable, Sendable {
  /// The server's address without more: a page for a person.
  case home
  case wellKnown
  case health
  case metrics
  case signIn
  /// The page on which a person lets a device in.
  case code
  /// Where a device asks for a code.
  case codes
  /// Where a device asks what became of its code.
  case codeClaim
  case sessions
  case session(String)
  /// What others are told of an account.
  case profile
  /// `scope` is nil for the push tokens under `/device`.
  case database(Operation, container: String, environment: CloudEnvironment, scope: DatabaseScope?)
  case webcourier
  case upload(token: String)
  case download(ticket: String)
  /// A database's address with an end that means nothing.
  case unknownOperation
  case unknown

  /// - Parameter path: Without the query.
  package init(path: some StringProtocol) {
    var parts: [String] = []
    for part in path.utf8.split(separator: UInt8(ascii: "/")) {
      guard parts.count < 9, let decoded = PercentCoding.decode(part) else {
        self = .unknown
        return
      }
      parts.append(decoded)
    }
    self = Self.find(parts)
  }

  private static func find(_ parts: [String]) -> Route {
    switch (parts.first, parts.count) {
    case ("database", 5...) where parts[1] == "1":
      guard let environment = CloudEnvironment(rawValue: parts[3]), let scope = DatabaseScope(rawValue: parts[4]),
        let operation = Operation(rawValue: parts[5...].joined(separator: "/"))
      else { return .unknownOperation }
      return .database(operation, container: parts[2], environment: environment, scope: scope)
    case ("device", 4...) where parts[1] == "1":
      guard let environment = CloudEnvironment(rawValue: parts[3]),
        let operation = Operation(rawValue: parts[4...].joined(separator: "/")),
        operation == .createToken || operation == .registerToken
      else { return .unknownOperation }
      return .database(operation, container: parts[2], environment: environment, scope: nil)
    case ("database", _), ("device", _): return .unknownOperation
    case ("assets", 4) where parts[1] == "1" && parts[2] == "upload": return .upload(token: parts[3])
    case ("assets", 4) where parts[1] == "1" && parts[2] == "download": return .download(ticket: parts[3])
    case ("webcourier", 3) where parts[1] == "1" && parts[2] == "aps": return .webcourier
    case ("account", 3) where parts[1] == "1" && parts[2] == "sessions": return .sessions
    case ("account", 4) where parts[1] == "1" && parts[2] == "sessions": return .session(parts[3])
    case ("account", 3) where parts[1] == "1" && parts[2] == "profile": return .profile
    case (".well-known", 2) where parts[1] == "cloudjournal": return .wellKnown
    case ("sign-in", 1): return .signIn
    case ("code", 1): return .code
    case ("account", 3) where parts[1] == "1" && parts[2] == "codes": return .codes
    case ("account", 4) where parts[1] == "1" && parts[2] == "codes" && parts[3] == "claim": return .codeClaim
    case (nil, 0): return .home
    case ("health", 1): return .health
    case ("metrics", 1): return .metrics
    default: return .unknown
    }
  }

  /// A name for logs and counters, without anything of a user's in it.
  package var label: String {
    switch self {
    case .home: "home"
    case .wellKnown: "well-known"
    case .health: "health"
    case .metrics: "metrics"
    case .signIn: "sign-in"
    case .code: "code"
    case .codes, .codeClaim: "account/codes"
    case .sessions, .session: "account/sessions"
    case .profile: "account/profile"
    case .database(let operation, _, _, _): operation.rawValue
    case .webcourier: "webcourier"
    case .upload: "assets/upload-file"
    case .download: "assets/download-file"
    case .unknownOperation, .unknown: "unknown"
    }
  }

  /// The methods that the address takes beside OPTIONS; empty for an address that means nothing.
  package var methods: [HTTPRequest.Method] {
    switch self {
    case .home: [.get, .head]
    case .wellKnown, .health, .metrics, .webcourier: [.get]
    case .signIn, .code, .sessions, .profile: [.get, .post]
    case .codes, .codeClaim: [.post]
    case .session: [.delete, .post]
    case .database(let operation, _, _, _): operation.takesGet ? [.get, .post] : [.post]
    case .upload: [.post, .put]
    case .download: [.get, .head]
    case .unknownOperation, .unknown: []
    }
  }
}
