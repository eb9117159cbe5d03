extension SyncMachine {
  /// Asks the person which history holds, and wants the order under way again after the answer.
  mutating func foundOtherHistory(during order: Activity) {
    wantAgain(order)
    tally = SendTally()
    question = .otherHistory
  }
}
