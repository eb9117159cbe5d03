import JournalApp
import JournalCore
import Testing

/// What others read of a synchronisation that they do not run themselves.
@Suite struct SyncNoteTests {
  private func note(_ activity: SyncStatus.Activity, staysLocal: Bool = false, before: SyncNote? = nil) -> SyncNote {
    var status = SyncStatus(
      account: .available, activity: activity, lastSuccess: Instant(milliseconds: 1_780_000_000_000))
    status.staysLocal = staysLocal
    return SyncNote(status, before: before)
  }

  @Test(arguments: [
    (SyncQuestion.zoneGone, SyncNote.Doubt.gone), (.otherIncarnation, .otherHistory),
    (.massRemoval(6, of: 10), .massRemoval),
  ]) func aDoubtLastsUntilItsQuestionIsAnswered(question: SyncQuestion, doubt: SyncNote.Doubt) {
    var last = note(.asking(question))
    #expect(last.doubt == doubt && !last.isComplete)
    for activity in [
      SyncStatus.Activity.checking, .offline(byWish: false), .paused,
      .waiting(until: Instant(milliseconds: 0), why: "refused"),
      .stopped("another reason"), .sending(done: 0, of: 10),
    ] {
      last = note(activity, before: last)
      #expect(last.doubt == doubt, "\(activity)")
    }
    #expect(note(.idle, before: last).doubt == nil)
  }

  @Test func stayingLocalIsKnownEachTime() {
    let local = note(.stopped("As you chose."), staysLocal: true)
    #expect(local.doubt == .staysLocal)
    #expect(note(.checking, before: local).doubt == nil)
  }

  @Test func withoutAQuestionNothingIsInDoubt() {
    #expect(note(.offline(byWish: true), before: note(.idle)).doubt == nil)
  }
}
