import Testing

@testable import JournalApp

/// Others' changes are seen soon after they are made, and however many there are, the screen is not read all the time.
@Suite struct JournalLooksTests {
  @Test func afterANoticeItIsLookedAtOnceAndThenLaterAndLater() {
    var looks = JournalLooks()
    #expect(looks.timeout(now: 1000) == nil)
    looks.noticed(now: 1000)
    var times: [Int64] = []
    for now in Int64(1000)...2000 where looks.takeDue(now: now) { times.append(now - 1000) }
    #expect(times == [0, 30, 120, 500])
    #expect(looks.timeout(now: 2000) == nil)
  }

  @Test func aLookThatIsLateIsTakenOnce() {
    var looks = JournalLooks()
    looks.noticed(now: 0)
    let look1 = looks.takeDue(now: 400)
    #expect(look1)
    let look2 = looks.takeDue(now: 400)
    #expect(!look2)
    #expect(looks.timeout(now: 400) == 100)
  }

  @Test func whileSomebodyWritesAllTheTimeThereIsARestBetweenTwoReadings() {
    var looks = JournalLooks()
    var readings: [Int64] = []
    var heard = 0
    for now in Int64(0)..<1000 {
      if looks.isListening(now: now) {
        heard += 1
        looks.noticed(now: now)
      }
      if looks.takeDue(now: now) {
        readings.append(now)
        looks.foundNews(now: now)
      }
    }
    #expect(readings == [0, 250, 500, 750])
    #expect(heard < 10)
  }

  @Test func whatWasChangedDuringTheRestIsSeenAfterIt() {
    var looks = JournalLooks()
    looks.noticed(now: 0)
    let look3 = looks.takeDue(now: 0)
    #expect(look3)
    looks.foundNews(now: 5)
    #expect(!looks.isListening(now: 100))
    let look4 = looks.takeDue(now: 200)
    #expect(!look4)
    #expect(looks.timeout(now: 200) == 55)
    let look5 = looks.takeDue(now: 255)
    #expect(look5)
    #expect(looks.isListening(now: 255))
  }

  @Test func withoutNewsEveryWriteIsHeardAfterAMoment() {
    var looks = JournalLooks()
    looks.noticed(now: 0)
    let look6 = looks.takeDue(now: 0)
    #expect(look6)
    #expect(!looks.isListening(now: 24))
    #expect(looks.isListening(now: 25))
    #expect(looks.timeout(now: 10) == 15)
  }
}
