import JournalCore

/// Completes the options of writing where no command is named, as in `cloudjournal --mood happy Found the keys!`.
///
/// The scripts of ArgumentParser know the options of a default command only behind its name.
enum CaptureCompletions {
  private static let options = ["--mood", "--category", "--tag", "--date", "--image"]
  private static let flags = ["--favorite", "--original"]
  private static var moods: String { Mood.known.map(\.rawValue).joined(separator: " ") }

  /// Hands words that begin with such an option to the completion of `new`.
  static func bash(_ script: String) -> String {
    let words = "    local -a unparsed_words=(\"${COMP_WORDS[@]:1:${COMP_CWORD}}\")\n"
    let names = "non_repeating_options=(--journal --config"
    let handOver = """
          case "${unparsed_words[0]}" in
          \((options + flags).joined(separator: "|")))
              local -a repeating_flags=() non_repeating_flags=() repeating_options=() non_repeating_options=()
              local -i positional_number
              _cloudjournal_new
              return
              ;;
          esac

      """
    return inserted(
      handOver, behind: words,
      in: inserted(" " + (options + flags).joined(separator: " "), behind: names, in: script))
  }

  static func zsh(_ script: String) -> String {
    let values = options.map { $0 == "--mood" ? "        '--mood:mood:(\(moods))'\n" : "        '\($0):value:'\n" }
    let specs = values + flags.map { "        '\($0)'\n" }
    return inserted(specs.joined(), behind: "    local -ar arg_specs=(\n", in: script)
  }

  static func fish(_ script: String) -> String {
    let values = options.map { "-l \($0.dropFirst(2)) -x" + ($0 == "--mood" ? " -a '\(moods)'" : "") }
    let all = values + flags.map { "-l \($0.dropFirst(2))" }
    return script + "\n" + all.map { "complete -c cloudjournal -n __fish_use_subcommand \($0)" }.joined(separator: "\n")
  }

  /// The script with a text behind the first place that reads so.
  private static func inserted(_ text: String, behind mark: String, in script: String) -> String {
    guard let place = script.firstRange(of: mark) else { return script }
    return script[..<place.upperBound] + text + script[place.upperBound...]
  }
}
