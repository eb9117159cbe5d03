extension SyncMachine {
  /// What was under way is wanted again, once the person has said which history holds.
  mutating func foundOtherHistory(during order: Activity) {
    wantAgain(order)
    tally = SendTally()
    question = .otherHistory
  }
}
