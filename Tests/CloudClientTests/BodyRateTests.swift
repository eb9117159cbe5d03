import CloudRecord
import NIOCore
import Testing

@testable import CloudClient

/// A body that drips in is given up; all in virtual time but for one server that does so.
@Suite struct BodyRateTests {
  private let rule = BodyRate.Rule(bytesPerSecond: 1024, seconds: 600)

  @Test func aByteASecondIsGivenUpAfterTenMinutes() {
    var rate = BodyRate(rule, at: 0)
    for second in 1..<600 {
      rate.note(1)
      #expect(rate.isTooSlow(at: Double(second)) == false)
    }
    #expect(rate.isTooSlow(at: 600) == true)
  }

  @Test func aSlowLineThatIsFastEnoughIsWaitedForAsLongAsItTakes() {
    var rate = BodyRate(rule, at: 0)
    for second in 1...86_400 {
      rate.note(1024)
      #expect(rate.isTooSlow(at: Double(second)) == false)
    }
  }

  /// What came fast at first says nothing about now.
  @Test func everyStretchCountsByItself() {
    var rate = BodyRate(rule, at: 0)
    rate.note(100 << 20)
    #expect(rate.isTooSlow(at: 600) == false)
    rate.note(600)
    #expect(rate.isTooSlow(at: 1200) == true)
  }

  @Test func aLineThatStandsStillAndMakesUpForItIsNotTooSlow() {
    var rate = BodyRate(rule, at: 0)
    #expect(rate.isTooSlow(at: 599) == false)
    rate.note(1024 * 600)
    #expect(rate.isTooSlow(at: 600) == false)
  }

  /// The limit on a body is far below the one on silence, which is not waited for.
  @Test(.timeLimit(.minutes(1))) func anAnswerThatDripsInIsGivenUp() async throws {
    let body = "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n{"
    let drip = ScriptedServer.Answer.drip(Array(body.utf8), each: .milliseconds(5))
    let server = try await ScriptedServer.start { _ in drip }
    var settings = ClientSettings(now: { 0 })
    settings.slowestBody = BodyRate.Rule(bytesPerSecond: 1_000_000, seconds: 0.2)
    let transport = try HTTPTransport(service: try HTTPAddress(server.base), settings: settings)
    let failure = await #expect(throws: CloudFailure.self) {
      _ = try await transport.send(
        HTTPCall(method: .get, address: try HTTPAddress(server.base + "/x"), seconds: 3600, answerLimit: 1 << 20))
    }
    #expect(failure?.reason == "the answer comes more slowly than 1000000 bytes a second")
    #expect(failure?.isOutcomeUnknown == true)
    try await transport.shutDown()
    try await server.stop()
  }

  @Test func silenceIsGivenUpAtItsLimit() async throws {
    let clock = LeapingClock()
    let (silence, source) = AsyncStream.makeStream(of: Never.self)
    let end = await #expect(throws: TimedOut.self) {
      try await withTimeLimit(seconds: 60, clock: clock) { _ in for await _ in silence {} }
    }
    source.finish()
    #expect(end == TimedOut(seconds: 60))
    #expect(clock.now.offset == .seconds(60))
  }
}
