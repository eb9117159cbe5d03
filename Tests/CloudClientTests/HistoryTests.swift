import CloudRecord
import CloudWire
import Testing

@testable import CloudClient

/// The history of a server's data, as requests tell what is known of it and answers how far it is.
@Suite("History")
struct HistoryTests {
  private let known = ServerHistory(incarnation: "ab12", run: "0f.01", sequence: 41)
  private let lookUp = CloudRequest.lookup(LookupRequest(items: [LookupRequest.Item(recordName: "r")]))
  private static let answer = #"{"records":[{"recordName":"r","deleted":true}]}"#

  @Test("what is known goes out, and what the answer says comes back")
  func exchange() async throws {
    try await withClient(script: { _ in
      .json(HistoryTests.answer, headers: [("X-CloudJournal-History", "ab12,0e,42")])
    }) { client, server in
      let answer = await client.exchange(lookUp, urgency: .background, known: known)
      #expect(answer.history == ServerHistory(incarnation: "ab12", run: "0e", sequence: 42))
      #expect(answer.asked == known)
      if case .failure(let failure) = answer.outcome { Issue.record(failure) }
      #expect(server.requests.first?.headers["x-cloudjournal-history"] == "ab12,0f.01,41")
    }
  }

  @Test("a server that says nothing, and one that says nonsense, are taken as before", arguments: ["", "x", "a,b,c"])
  func silence(header: String) async throws {
    try await withClient(script: { _ in
      .json(HistoryTests.answer, headers: header.isEmpty ? [] : [("X-CloudJournal-History", header)])
    }) { client, server in
      let answer = await client.exchange(lookUp, urgency: .background, known: nil)
      #expect(answer.history == nil && answer.asked == nil)
      #expect(server.requests.first?.headers["x-cloudjournal-history"] == nil)
    }
  }

  @Test(
    "a whole request that is refused for its history says so; a server that tells no history cannot",
    arguments: [true, false])
  func refusal(isTold: Bool) async throws {
    let refusal = #"{"uuid":"U","serverErrorCode":"CHANGE_TOKEN_EXPIRED","reason":"another history"}"#
    try await withClient(script: { _ in
      .json(refusal, status: 400, headers: isTold ? [("X-CloudJournal-History", "ab12,0e,40")] : [])
    }) { client, _ in
      let answer = await client.exchange(lookUp, urgency: .background, known: known)
      guard case .failure(let failure) = answer.outcome else {
        Issue.record("\(answer)")
        return
      }
      #expect(failure.code == .changeTokenExpired && failure.isOtherHistory == isTold)
    }
  }
}
