/// Pictures that are on the server and not here, and go up again sealed, or plain again.
struct WantedPictures {
  /// Why a picture does not come.
  enum Lack {
    /// Its record has no file on the server.
    case gone
    /// The server does not give it, or gives another one.
    case unobtainable
  }

  /// To be brought here with the next look-up.
  private(set) var names: Set<String> = []
  /// Those that do not come; the next start of the program, or a person, tries again.
  private(set) var lacking: [String: Lack] = [:]

  /// Whether a picture has to come first; false for one that does not.
  mutating func want(_ name: String) -> Bool {
    guard lacking[name] == nil else { return false }
    names.insert(name)
    return true
  }

  mutating func came(_ name: String) { names.remove(name) }

  mutating func giveUp(_ name: String, _ lack: Lack) {
    names.remove(name)
    lacking[name] = lack
  }

  /// Asks for all of them again.
  mutating func tryAgain() { lacking = [:] }
}
