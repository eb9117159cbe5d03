import ArgumentParser
import JournalApp
import JournalFormats

/// How entries are printed.
struct PrintOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case full, short, md, txt, json
  }

  @Option(
    help: ArgumentHelp("How entries are printed: full, short, md, txt (as jrnl has it) or json.", valueName: "format"))
  var format: Format?

  @Flag(help: "One line per entry.")
  var short = false

  @Option(help: ArgumentHelp("With --json: only these fields, such as id,title.", valueName: "names"))
  var fields: String?

  func style(_ global: GlobalOptions, otherwise: ListStyle = .full) throws -> ListStyle {
    try ListStyle(format, short: short, fields: fields, json: global.json, otherwise: otherwise)
  }
}

extension ListStyle {
  /// What was asked for; `--json` and `--short` are other words for two of the formats.
  init(
    _ format: PrintOptions.Format?, short: Bool, fields: String?, json: Bool, otherwise: ListStyle = .full
  ) throws {
    if json || format == .json {
      self = .json(try EntryEnvelope.fields(fields))
      return
    }
    guard fields == nil else { throw CommandFailure.usage("--fields goes with --json only.") }
    self =
      switch short ? .short : format {
      case nil: otherwise
      case .full: .full
      case .short: .short
      case .md: .text(.md)
      case .txt: .text(.txt)
      case .json: .json(.all)
      }
  }
}
