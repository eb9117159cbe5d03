import ArgumentParser
import JournalApp
import JournalCore

extension ShareCommand {
  struct Verify: MaintainingCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify",
      abstract: "Compare twelve words with a person who shares with you, or with whom you share.",
      discussion: """
        Of what is shared from an encrypted journal. Without words it shows those that both of you see: read them to each other, \
        by telephone or face to face. With the words that the other person sees, their keys are known for true from then on: \
        who came without the key of a link, or with other keys than before, is let in.
        """)

    @OptionGroup(title: "Options of every command") var global: GlobalOptions
    @OptionGroup var named: SharedThing

    @Argument(help: "The other person’s address.")
    var address: String

    @Argument(help: "The twelve words that the other person sees.")
    var words: [String] = []

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let environment = World.environmentVariables
      let (reference, person) = (named.id, address)
      let typed = words.isEmpty ? nil : words.joined(separator: " ")
      var comparison = try GuestDesk(journal, environment: environment).verify(reference, person, typed: typed)
      if comparison == nil {
        let target = try journal.context.sharedTarget(reference)
        let desk = SharingDesk(journal, environment: environment)
        comparison = try Waiting.run { try await desk.verify(target, person, typed: typed) }
      }
      guard let comparison else { return }
      if comparison.isConfirmed {
        session.console.say("The words are the same: these are the keys of \(comparison.address).")
      } else {
        session.console.say("You and \(comparison.address) see the same twelve words, if no one stands between you:")
      }
      try session.answer(JournalApp.Answer.object { comparison.write(to: &$0) }) { output in
        if !comparison.isConfirmed { output.line(comparison.words.joined(separator: " ")) }
      }
    }
  }
}
