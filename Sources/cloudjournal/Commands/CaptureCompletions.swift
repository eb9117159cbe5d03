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

  /// Asks for names by the functions of the script, as the completion of `new` does.
  static func zsh(_ script: String) -> String {
    let place = #""${current_word_index}" "$(__cloudjournal_cursor_index_in_current_word)""#
    let values = options.map { option in
      switch option {
      case "--mood": "        '--mood:mood:(\(moods))'\n"
      case "--category":
        "        '\(option):name:{__cloudjournal_custom_complete ---completion new -- \(option) \(place)}'\n"
      case "--tag":
        "        '*\(option):tag:{__cloudjournal_custom_complete ---completion new -- \(option) \(place)}'\n"
      case "--image": "        '*\(option):file:_files'\n"
      default: "        '\(option):value:'\n"
      }
    }
    let specs = values + flags.map { "        '\($0)'\n" }
    return inserted(specs.joined(), behind: "    local -ar arg_specs=(\n", in: script)
  }

  static func fish(_ script: String) -> String {
    let place = "(count (__cloudjournal_tokens -pc)) (__cloudjournal_tokens -tC)"
    let values = options.map { option in
      let name = "-l \(option.dropFirst(2))"
      return switch option {
      case "--mood": "\(name) -x -a '\(moods)'"
      case "--category", "--tag":
        "\(name) -x -a '(__cloudjournal_custom_completion ---completion new -- \(option) \(place))'"
      case "--image": "\(name) -r -F"
      default: "\(name) -x"
      }
    }
    let all = values + flags.map { "-l \($0.dropFirst(2))" }
    return script + "\n" + all.map { "complete -c cloudjournal -n __fish_use_subcommand \($0)" }.joined(separator: "\n")
  }

  /// The script with a text behind the first place that reads so.
  private static func inserted(_ text: String, behind mark: String, in script: String) -> String {
    guard let place = script.firstRange(of: mark) else { return script }
    return script[..<place.upperBound] + text + script[place.upperBound...]
  }
}
