import JournalApp
import JournalSeal

extension FuzzTarget {
  /// A note of the own request that is read says what it says, and comes back as it was.
  static let joining = FuzzTarget("joining", "joining.json: the six words and the request of a device that waits") {
    bytes in
    guard let note = RequestNote(decoding: bytes) else { return }
    do {
      promise(RequestNote(decoding: try note.encoded()) == note, "another note came back")
    } catch {
      fatalError("our own note is refused: \(error)")
    }
    Plant.fault(if: note.isSent && note.words.shown.first?.count == 7)
  }

  /// Tries never become fewer by another one, whatever the file says, and are forgotten once their request has ended.
  ///
  /// The first three bytes are the time of the next try, in minutes, and how many requests it is of; the others are the file.
  static let approving = FuzzTarget("approving", "approving.json: how often words were typed for a request") { bytes in
    guard bytes.count >= 3 else { return }
    let now = Int64(bytes[0]) << 8 + Int64(bytes[1])
    let digests = (0...bytes[2] % 4).map { [UInt8](repeating: $0, count: 32) }
    var counts = TryCounts(decoding: Array(bytes.dropFirst(3)))
    let first = counts.add(1, to: digests, at: now * 60_000)
    promise(first.allSatisfy { $0 >= 1 }, "a try was not counted")
    Plant.fault(if: first.contains(7))
    do {
      promise(TryCounts(decoding: try counts.encoded()) == counts, "other tries came back")
    } catch {
      fatalError("our own tries are refused: \(error)")
    }
    let second = counts.add(1, to: digests, at: now * 60_000)
    promise(zip(first, second).allSatisfy { $1 == min($0 + 1, 1000) }, "another try was not counted")
    promise(counts.add(-1, to: digests, at: now * 60_000).allSatisfy { $0 >= 1 }, "more was taken back than was tried")
    let later = (now + 31) * 60_000
    promise(counts.add(1, to: digests, at: later) == digests.map { _ in 1 }, "a request that has ended counts")
  }
}
