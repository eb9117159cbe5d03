/// What is known of the journal's file not being in its place: removed or replaced while it was open, so that nothing can
/// be saved until the screen begins anew.
struct Displacement: Sendable {
  /// As it was told last; nil while nothing of it is known.
  private(set) var failure: Failure?
  /// Whether what can be done about it is still to be asked.
  private var isToTell = false

  /// One line, with what can be done first: paths are long.
  static let notice = "\(title). Go on writing; saving asks what to do."
  private static let title = "The journal is not in its place"

  mutating func forget() { self = Displacement() }

  /// Asks once what to do, and again only where something else can be done; the words that are being written stay where
  /// they are. True where what is being written is to say that it is not saved.
  mutating func note(_ effect: Effect, _ failure: Failure, on desk: Desk) -> Bool {
    guard failure.remedy != nil else { return false }
    let former = self.failure
    self.failure = failure
    // A failed edit is told of in a dialog of its own, with the same ways out.
    guard effect.editTicket == nil else { return false }
    let isOpen = desk.dialogs.contains(where: Self.isAboutIt)
    guard isOpen ? former != failure : former?.remedy != failure.remedy else { return false }
    isToTell = true
    // A question that opens under the fingers would take what is being typed for its answer.
    return !isOpen
  }

  /// Asks as soon as no text is being written.
  mutating func settle(on desk: inout Desk) {
    guard isToTell, let failure else { return }
    let isOpen = desk.dialogs.contains(where: Self.isAboutIt)
    guard isOpen || (!desk.screens.contains(.editor) && desk.dialogs.isEmpty) else { return }
    isToTell = false
    tell(failure, on: &desk)
  }

  private static func isAboutIt(_ dialog: Dialog) -> Bool {
    if case .choice(let choice) = dialog { choice.title == title } else { false }
  }

  private func tell(_ failure: Failure, on desk: inout Desk) {
    var options: [Choice.Option] = []
    switch failure.remedy {
    case .putJournalBack: options.append(Choice.Option("p", "Put the journal back", .restart(puttingBack: true)))
    default: options.append(Choice.Option("o", "Open what is there now", .restart(puttingBack: false)))
    }
    options.append(Choice.Option("n", "Leave it", .nothing))
    // One question at a time: what was said before is no longer so.
    desk.dialogs.removeAll(where: Self.isAboutIt)
    desk.dialogs.append(
      .choice(
        Choice(
          Self.title, [failure.sentence, failure.advice].filter { !$0.isEmpty }, options,
          selected: 0, tone: .failure)))
  }

  /// With this process goes all that was in a journal that was removed.
  func askBeforeLosing(on desk: inout Desk) {
    guard let failure else { return }
    desk.dialogs = [
      .choice(
        Choice(
          "Leave without the journal?", [failure.sentence, "Its entries are lost when you leave."],
          [
            Choice.Option("p", "Put the journal back", .restart(puttingBack: true)),
            Choice.Option("q", "Leave without it", .quitWithoutJournal),
            Choice.Option("n", "Stay", .nothing),
          ], selected: 0, tone: .grave))
    ]
  }
}
