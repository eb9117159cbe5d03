import JournalCore
import TerminalKit

/// The fields of a change or a merge, side by side.
extension ComparesTexts {
  /// The fields of a merge: what both came from, what each had, and which of them stands.
  func mergeTable(_ details: MergeSides, _ columns: Int) -> [[StyledText]] {
    let rows = details.fields.map { field in
      [
        AnyRecord.label(of: field.field), cell(field.base, of: field.field),
        side(field.here, from: field.base, at: field.hereAt, field, .here),
        side(field.server, from: field.base, at: field.serverAt, field, .server),
      ]
    }
    return table(["field", "original", "this computer", otherDevice(details.notice) ?? "server"], rows, columns)
  }

  private func side(
    _ value: String?, from base: String?, at instant: Instant?, _ field: MergedField, _ side: MergeSide
  ) -> String {
    var text = changedCell(value, from: base, of: field.field)
    if let instant { text += " " + moment(of: instant) }
    return stands(side, in: field) ? "\(text) \(glyphs.check)" : text
  }

  /// Whether a side's value is in the journal, or a part of what was made of both.
  func stands(_ side: MergeSide, in field: MergedField) -> Bool {
    let value = side == .here ? field.here : field.server
    let other = side == .here ? field.server : field.here
    return field.now == value || field.now != other
  }

  func paragraph(_ text: String, _ style: Style, _ columns: Int) -> [[StyledText]] {
    // Words from the server may hold line ends of any kind; here they are one paragraph.
    let safe = TerminalSafe(text, keepingLines: false).text
    return wrapped(safe, columns: max(1, columns)).map { [StyledText($0, style)] }
  }

  func isLong(_ field: String) -> Bool { field == "body" || field == "bodyAsset" }

  /// A value on one line, as far as there is room; of a long text only where it begins to differ is known.
  func excerpt(_ value: String?) -> String {
    guard let value, !value.isEmpty else { return String(glyphs.localOnly) }
    return TextPreview.preview(of: value, limit: 120)
  }

  /// A value on one line; of a text, how long it is.
  func cell(_ value: String?, of field: String) -> String {
    guard let value, !value.isEmpty, isLong(field) else { return excerpt(value) }
    return counted(WordCount.count(value), "word", "words")
  }

  /// A value on one line; of a text, how much was put in and taken out since another one.
  private func changedCell(_ value: String?, from base: String?, of field: String) -> String {
    guard isLong(field), let value, let base, !value.isEmpty, !base.isEmpty else { return cell(value, of: field) }
    var (inserted, deleted) = (0, 0)
    for run in WordDiff.runs(from: base, to: value) {
      switch run.kind {
      case .inserted: inserted += WordCount.count(run.text)
      case .deleted: deleted += WordCount.count(run.text)
      case .same: break
      }
    }
    return "+\(inserted) \(environment.isUTF8 ? "−" : "-")\(deleted) words"
  }

  /// Columns of equal width beside the first one, which is as wide as its names.
  func table(_ heads: [String], _ rows: [[String]], _ columns: Int) -> [[StyledText]] {
    let first = min(12, columns / 3, (rows.map { width.columns(of: $0[0]) }.max() ?? 0) + 2)
    let other = max(4, (columns - max(first, 7)) / max(1, heads.count - 1))
    let firstColumns = max(first, 7)
    func line(_ cells: [String], _ style: (Int) -> Style) -> [StyledText] {
      cells.enumerated().map { index, text in
        let room = index == 0 ? firstColumns : other
        let isLast = index == cells.count - 1
        return StyledText(fitted(text, room, padded: !isLast), style(index))
      }
    }
    return [line(heads) { _ in theme.secondary }]
      + rows.map { row in
        line(row) { index in index == 0 || row[index] == String(glyphs.localOnly) ? theme.secondary : theme.text }
      }
  }

  /// A text cut or filled up to some columns, with a blank behind it.
  private func fitted(_ text: String, _ columns: Int, padded: Bool) -> String {
    let safe = TerminalSafe(text, keepingLines: false).text
    let room = max(1, columns - 1)
    var (result, used) = (safe, width.columns(of: safe))
    if used > room {
      (result, used) = ("", 0)
      for character in safe {
        let size = width.columns(of: String(character))
        guard used + size < room else { break }
        result.append(character)
        used += size
      }
      result.unicodeScalars.append(glyphs.ellipsis)
      used += 1
    }
    return padded ? result + String(repeating: " ", count: max(0, columns - used)) : result
  }
}
