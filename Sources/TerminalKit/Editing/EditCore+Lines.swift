/// Changes of whole lines, and of each character of a range.
extension EditCore {
  /// Makes each character of a range another one, as one change.
  mutating func transform(_ range: Range<Int>, _ change: (ArraySlice<UInt8>) -> [UInt8]) {
    let buffer = self.buffer
    var new: [UInt8] = []
    var place = range.lowerBound
    while place < range.upperBound {
      let next = buffer.boundary(after: place)
      new.append(contentsOf: change(buffer.bytes[place..<next]))
      place = next
    }
    replace(range, with: new)
  }

  /// Removes whole lines; with the last line the line end before it goes, too.
  mutating func deleteLines(_ range: Range<Int>) {
    var range = range
    let buffer = self.buffer
    if range.upperBound == buffer.count, range.lowerBound > 0, buffer.bytes.last != Ascii.lineFeed || range.isEmpty {
      range = buffer.boundary(before: range.lowerBound)..<range.upperBound
    }
    replace(range, with: [])
    restoreCaret(self.buffer.firstNonBlank(ofLine: self.buffer.line(at: caret)))
  }

  /// Takes line ends and the blanks around them out, and puts one blank where each was.
  mutating func joinLines(_ lines: ClosedRange<Int>) {
    let buffer = self.buffer
    var new = Array(buffer.bytes[buffer.contentRange(ofLine: lines.lowerBound)])
    var caret = new.count
    for next in lines.dropFirst() {
      while let byte = new.last, Ascii.isBlank(byte) { new.removeLast() }
      caret = new.count
      let content = buffer.contentRange(ofLine: next)
      let words = buffer.bytes[content].drop(while: Ascii.isBlank)
      if !new.isEmpty, !words.isEmpty, words.first != UInt8(ascii: ")") { new.append(Ascii.space) }
      new.append(contentsOf: words)
    }
    let start = buffer.lineStarts[lines.lowerBound]
    replace(start..<buffer.contentRange(ofLine: lines.upperBound).upperBound, with: new)
    restoreCaret(start + caret)
  }
}
