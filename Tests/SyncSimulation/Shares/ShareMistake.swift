/// A mistake that is planted in a run of people who share, to see that the checks catch it.
package enum ShareMistake: String, CaseIterable, Sendable {
  /// The server looks at a person's place in the list once, and never again.
  case asksListOnce
  /// What others shared goes from a device before its person's unsent words are kept.
  case dropsBeforeKeeping
  /// A guest's save counts as done though the server was never asked.
  case believesUnsent
  /// A guest's device asks for the person's own zone in the place of the owner's.
  case asksOwnZone
  /// A guest takes the server's version where it may not write any more, and forgets its own words.
  case yieldsToRefusal
  /// The server carries out what a participant's own requests ask for as if the owner asked.
  case servesAnyoneAsOwner
  /// The owner's devices take what another person changed for changes of the owner's.
  case believesAnyAuthor
}
