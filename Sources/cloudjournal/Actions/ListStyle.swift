import JournalApp
import JournalFormats

/// How entries are printed.
enum ListStyle {
  case full, short
  case text(EntryTextFormat)
  case json(EntryJSON.Fields)

  /// The printer's style; JSON is none of its.
  var printed: EntryPrinter.Style? {
    switch self {
    case .full: .full
    case .short: .short
    case .text(let format): .text(format)
    case .json: nil
    }
  }
}
