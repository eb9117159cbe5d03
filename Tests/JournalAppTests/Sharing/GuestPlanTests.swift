import Testing

@testable import JournalApp

/// When a program that stays open asks for what others share.
@Suite struct GuestPlanTests {
  @Test func nothingIsAskedBeforeTheOwnJournalIsInOrder() {
    var plan = GuestPlan()
    plan.take(.asked, now: 5)
    #expect(plan.wait(now: 10) == nil)
    plan.setReady(true)
    #expect(plan.wait(now: 10) == 0)
    plan.setReady(false)
    #expect(plan.wait(now: 10) == nil)
  }

  @Test func itRestsLongWhereNothingIsShared() {
    var plan = GuestPlan()
    plan.setReady(true)
    plan.begin()
    #expect(plan.wait(now: 0) == nil)
    plan.end(hasGuests: false, now: 100)
    #expect(plan.wait(now: 100) == GuestPlan.longPause)
    // Coming back to the screen again and again asks once a minute.
    plan.take(.seen, now: 200)
    #expect(plan.wait(now: 200) == GuestPlan.pause - 100)
    plan.begin()
    plan.end(hasGuests: true, now: 100_000)
    #expect(plan.wait(now: 100_000) == GuestPlan.pause)
  }

  @Test func whatIsToldMeanwhileIsWorthAnotherLook() {
    var plan = GuestPlan()
    plan.setReady(true)
    plan.begin()
    plan.take(.told, now: 50)
    plan.end(hasGuests: true, now: 100)
    #expect(plan.wait(now: 100) == 0)
  }

  @Test func whatIsWrittenGoesAMomentLaterAndNotAtEachSave() {
    var plan = GuestPlan()
    plan.setReady(true)
    plan.begin()
    plan.end(hasGuests: true, now: 0)
    plan.take(.written, now: 1000)
    plan.take(.written, now: 1500)
    #expect(plan.wait(now: 1500) == 1000 + GuestPlan.afterWriting - 1500)
  }

  @Test func failuresMakeItSlower() {
    var plan = GuestPlan()
    plan.setReady(true)
    plan.begin()
    plan.end(hasGuests: true, now: 0)
    var waits: [Int64?] = []
    for _ in 0..<6 {
      plan.begin()
      plan.end(hasGuests: nil, now: 0)
      waits.append(plan.wait(now: 0))
    }
    #expect(waits == [120_000, 240_000, 480_000, 600_000, 600_000, 600_000])
  }

  /// What others share is known to be there, though not all of it came: ten minutes would be long to wait for the rest.
  @Test func whatCameOnlyInPartIsAskedForSoon() {
    var plan = GuestPlan()
    plan.setReady(true)
    plan.begin()
    plan.end(hasGuests: true, isComplete: false, now: 0)
    #expect(plan.wait(now: 0) == 2 * GuestPlan.pause)
    plan.begin()
    plan.end(hasGuests: true, now: 0)
    #expect(plan.wait(now: 0) == GuestPlan.pause)
  }
}
