import Testing

@testable import JournalApp

/// Others' changes are seen soon after they are made, and however many there are, the screen is not read all the time.
@Suite struct ChangeChecksTests {
  @Test func afterANoticeItIsLookedAtOnceAndThenLaterAndLater() {
    var checks = ChangeChecks()
    #expect(checks.timeout(now: 1000) == nil)
    checks.fileWritten(now: 1000)
    var times: [Int64] = []
    for now in Int64(1000)...2000 where checks.takeDue(now: now) { times.append(now - 1000) }
    #expect(times == [0, 30, 120, 500])
    #expect(checks.timeout(now: 2000) == nil)
  }

  @Test func aLookThatIsLateIsTakenOnce() {
    var checks = ChangeChecks()
    checks.fileWritten(now: 0)
    let check1 = checks.takeDue(now: 400)
    #expect(check1)
    let check2 = checks.takeDue(now: 400)
    #expect(!check2)
    #expect(checks.timeout(now: 400) == 100)
  }

  @Test func whileSomebodyWritesAllTheTimeThereIsARestBetweenTwoReadings() {
    var checks = ChangeChecks()
    var readings: [Int64] = []
    var heard = 0
    for now in Int64(0)..<1000 {
      if checks.isListening(now: now) {
        heard += 1
        checks.fileWritten(now: now)
      }
      if checks.takeDue(now: now) {
        readings.append(now)
        checks.changeFound(now: now)
      }
    }
    #expect(readings == [0, 250, 500, 750])
    #expect(heard < 10)
  }

  @Test func whatWasChangedDuringTheRestIsSeenAfterIt() {
    var checks = ChangeChecks()
    checks.fileWritten(now: 0)
    let check3 = checks.takeDue(now: 0)
    #expect(check3)
    checks.changeFound(now: 5)
    #expect(!checks.isListening(now: 100))
    let check4 = checks.takeDue(now: 200)
    #expect(!check4)
    #expect(checks.timeout(now: 200) == 55)
    let check5 = checks.takeDue(now: 255)
    #expect(check5)
    #expect(checks.isListening(now: 255))
  }

  @Test func withoutNewsEveryWriteIsHeardAfterAMoment() {
    var checks = ChangeChecks()
    checks.fileWritten(now: 0)
    let check6 = checks.takeDue(now: 0)
    #expect(check6)
    #expect(!checks.isListening(now: 24))
    #expect(checks.isListening(now: 25))
    #expect(checks.timeout(now: 10) == 15)
  }
}
