import JournalCore

/// The journal's file was removed or replaced while it was open: nothing can be saved until the screen begins anew.
extension Model {
  /// Asks once what to do, and again only where something else can be done; the words that are being written stay where
  /// they are.
  mutating func noteDisplacement(_ effect: Effect, _ failure: Failure) {
    guard failure.remedy != nil else { return }
    let former = displacement
    displacement = failure
    // A failed edit is told of in a dialog of its own, with the same ways out.
    guard effect.editTicket == nil else { return }
    let isOpen = dialogs.contains(where: Model.isAboutDisplacement)
    guard isOpen ? former != failure : former?.remedy != failure.remedy else { return }
    isDisplacementToTell = true
    // A question that opens under the fingers would take what is being typed for its answer.
    guard !isOpen else { return }
    workOnEditor { if $0.state.isChanged { $0.state.status = .notSaved(failure.sentence) } }
  }

  /// Asks as soon as no text is being written.
  mutating func settleDisplacement() {
    guard isDisplacementToTell, let displacement else { return }
    let isOpen = dialogs.contains(where: Model.isAboutDisplacement)
    guard isOpen || (!screens.contains(.editor) && dialogs.isEmpty) else { return }
    isDisplacementToTell = false
    tell(displacement)
  }

  /// One line, with what can be done first: paths are long.
  static let displacementNotice = "\(displacementTitle). Go on writing; saving asks what to do."
  private static let displacementTitle = "The journal is not in its place"

  private static func isAboutDisplacement(_ dialog: Dialog) -> Bool {
    if case .choice(let choice) = dialog { choice.title == displacementTitle } else { false }
  }

  private mutating func tell(_ failure: Failure) {
    var options: [Choice.Option] = []
    switch failure.remedy {
    case .putJournalBack: options.append(Choice.Option("p", "Put the journal back", .restart(puttingBack: true)))
    default: options.append(Choice.Option("o", "Open what is there now", .restart(puttingBack: false)))
    }
    options.append(Choice.Option("n", "Leave it", .nothing))
    // One question at a time: what was said before is no longer so.
    dialogs.removeAll(where: Model.isAboutDisplacement)
    dialogs.append(
      .choice(
        Choice(
          Model.displacementTitle, [failure.sentence, failure.advice].filter { !$0.isEmpty }, options,
          selected: 0, tone: .failure)))
  }

  /// Shows the journal anew; words that are not saved are offered then.
  mutating func restart(puttingBack: Bool) {
    keepDraftForLeaving()
    emit(.restart(puttingBack: puttingBack))
  }

  /// With this process goes all that was in a journal that was removed.
  mutating func askBeforeLosingJournal() {
    guard let displacement else { return }
    dialogs = [
      .choice(
        Choice(
          "Leave without the journal?", [displacement.sentence, "Its entries are lost when you leave."],
          [
            Choice.Option("p", "Put the journal back", .restart(puttingBack: true)),
            Choice.Option("q", "Leave without it", .quitWithoutJournal),
            Choice.Option("n", "Stay", .nothing),
          ], selected: 0, tone: .grave))
    ]
  }
}
