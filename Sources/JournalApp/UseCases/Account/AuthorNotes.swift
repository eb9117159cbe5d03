import CloudClient
import CloudRecord
import JournalStore
import JournalSync
import Synchronization

/// Notes which person's devices saved what comes from the server, so that history can name the people of a share; passes every
/// request on as it is.
///
/// A record tells its last device by a code of the server's, and the person by the name of the account. What that person goes by
/// stands in the list of a share.
final class AuthorNotes: CloudTransport {
  private let client: CloudClient
  private let store: JournalStore
  private let me: String?
  /// The person of each device whose name is not kept yet.
  private let authors = Mutex<[String: String]>([:])

  /// - Parameter me: The account that is signed in, whose devices have names of their own.
  init(_ client: CloudClient, _ store: JournalStore, me: String?) {
    (self.client, self.store, self.me) = (client, store, me)
  }

  var clockOffset: Int64? { client.clockOffset }

  func send(_ request: CloudRequest, urgency: RequestUrgency) async throws(CloudFailure) -> CloudReply {
    let reply = try await client.send(request, urgency: urgency)
    note(reply)
    return reply
  }

  func send(
    _ request: CloudRequest, urgency: RequestUrgency, known: ServerHistory?,
    progress: @escaping @Sendable (Int64) -> Void
  ) async throws(CloudFailure) -> CloudReply {
    let reply = try await client.send(request, urgency: urgency, known: known, progress: progress)
    note(reply)
    return reply
  }

  func exchange(_ request: CloudRequest, urgency: RequestUrgency, known: ServerHistory?) async -> CloudAnswer {
    let answer = await client.exchange(request, urgency: urgency, known: known)
    if case .success(let reply) = answer.outcome { note(reply) }
    return answer
  }

  private func note(_ reply: CloudReply) {
    guard let me else { return }
    var found: [String: String] = [:]
    for record in reply.shownRecords where record.modified.userRecordName != me && !record.modified.deviceID.isEmpty {
      found[record.modified.deviceID] = record.modified.userRecordName
    }
    guard !found.isEmpty else { return }
    authors.withLock { [found] authors in authors.merge(found) { $1 } }
  }

  /// Keeps the names of people whose devices came; those who stand in no list yet are tried again.
  func keep() {
    let found = authors.withLock { $0 }
    guard !found.isEmpty else { return }
    do {
      var people: [String: String] = [:]
      for case let sharing? in try StoredShares(store).all().map(\.sharing) {
        for person in [sharing.owner].compactMap(\.self) + sharing.participants {
          if let user = person.userRecordName { people[user] = String(ShareWords.name(person).prefix(Self.longest)) }
        }
      }
      let names = found.compactMapValues { people[$0] }
      guard !names.isEmpty else { return }
      try KnownDevices(in: store).keep(names)
      authors.withLock { authors in for device in names.keys { authors[device] = nil } }
    } catch {
      // A journal that is only read, or a full disk: the names are for words alone.
    }
  }

  /// Characters of a name, which its person has chosen.
  private static let longest = 100
}
