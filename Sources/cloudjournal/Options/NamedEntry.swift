import ArgumentParser

/// The entry that a command works on, as a person names it.
struct NamedEntry: ParsableArguments {
  @Argument(help: "The entry: its id, the end of it as lists show it, or “last”.")
  var id: String
}
