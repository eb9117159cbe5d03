import CloudRecord
import CloudService
import CloudStore
import CloudWire

/// Who people are to each other: addresses, names, and who may know of whom. Everything here blocks.
struct People: Sendable {
  /// Users in one request at most.
  private static let limit = 200

  private let runtime: ServerRuntime
  private var accounts: any AccountStoring { runtime.backend.accounts }

  init(_ runtime: ServerRuntime) { self.runtime = runtime }

  /// The address that the server itself gives an account. It does not follow what a request says of the server's name: else
  /// an account could be given an address elsewhere that is another person's.
  func handle(of user: StoredUser) -> String { "\(user.name)@\(runtime.addressHost)" }

  /// Every address of an account: those under each name that the server has had, and those that its owner has recorded.
  func addresses(of user: StoredUser) throws -> [String] {
    let hosts = try accounts.hosts(adding: runtime.addressHost).filter { $0 != runtime.addressHost }
    return [handle(of: user)] + hosts.map { "\(user.name)@\($0)" }
      + (try accounts.addresses(ofUser: user.userRecordName))
  }

  /// The account that owns a zone, as a participant's call needs it.
  func owner(_ userRecordName: String) throws -> ZoneOwner? {
    guard let user = try accounts.user(recordName: userRecordName) else { return nil }
    return ZoneOwner(
      userRecordName: user.userRecordName, quota: user.quota == StoredUser.unlimited ? nil : user.quota,
      isSuspended: user.suspendedAt != nil)
  }

  /// What the caller is told of themselves.
  func identity(of user: StoredUser) -> UserIdentity {
    UserIdentity(
      userRecordName: user.userRecordName, givenName: user.shownName, emailAddress: handle(of: user))
  }

  /// The users that were asked for, each with the request's own words for it.
  ///
  /// By a record name, which cannot be guessed, an account is found as it always was, but its name is told to those only who
  /// may know of it; by an address it is found by them alone.
  func found(_ asked: [UserLookupInfo], by caller: Caller) throws -> [UInt8] {
    guard asked.count <= Self.limit else { throw ServiceError(.badRequest, "more than 200 users in one request") }
    if asked.contains(where: { $0.emailAddress != nil }),
      let wait = runtime.lookupLimiter.take(caller.user.userRecordName, now: runtime.surroundings.uptime())
    {
      throw ServiceError(.throttled, "too many look-ups of addresses; wait \(wait) seconds", retryAfter: wait)
    }
    let found = try asked.compactMap { info -> (asked: UserLookupInfo, identity: UserIdentity)? in
      if let name = info.userRecordName {
        guard let user = try accounts.user(recordName: name) else { return nil }
        let isKnown = try mayKnow(user, caller)
        return (
          info,
          isKnown
            ? UserIdentity(userRecordName: user.userRecordName, givenName: user.shownName)
            : UserIdentity(userRecordName: user.userRecordName)
        )
      }
      guard let text = info.emailAddress, let user = try user(address: text), try mayKnow(user, caller) else {
        return nil
      }
      return (info, UserIdentity(userRecordName: user.userRecordName, givenName: user.shownName))
    }
    return ReplyWriter.foundUsers(found)
  }

  /// Whether the caller may know of an account: their own, one that says so, and those with whom they share something.
  private func mayKnow(_ user: StoredUser, _ caller: Caller) throws -> Bool {
    if user.userRecordName == caller.user.userRecordName || user.isDiscoverable { return true }
    return try runtime.backend.storage.read {
      try $0.isTogether(caller.user.userRecordName, with: user.userRecordName)
    }
  }

  private func user(address text: String) throws -> StoredUser? {
    let address: String
    do { address = try ShareRules.address(text) } catch { return nil }
    let parts = address.split(separator: "@")
    if parts.count == 2, try accounts.hosts(adding: runtime.addressHost).contains(String(parts[1])) {
      do {
        if let user = try accounts.user(named: String(parts[0])) { return user }
      } catch is AccountError {
        // No account can have such a name.
      }
    }
    return try accounts.user(address: address)
  }
}
