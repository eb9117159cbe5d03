import Encodings

/// A hybrid logical time: orders edits of all devices totally, and never before one that its author had seen.
///
/// Milliseconds first, then a counter, then the device, so that ties break the same way everywhere. Kulkarni et al.,
/// "Logical Physical Clocks and Consistent Snapshots in Globally Distributed Databases" (2014).
package struct HybridTime: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Milliseconds since 1970, 48 bits.
  package let milliseconds: UInt64
  /// Orders the edits of one millisecond.
  package let counter: UInt16
  /// The device that made the edit; orders equal times.
  package let device: UInt64

  /// The largest number of 48 bits.
  package static let maximumMilliseconds: UInt64 = 0xFFFF_FFFF_FFFF

  /// Makes a time; milliseconds beyond ``maximumMilliseconds`` become that.
  package init(milliseconds: UInt64, counter: UInt16, device: UInt64) {
    self.milliseconds = min(milliseconds, HybridTime.maximumMilliseconds)
    (self.counter, self.device) = (counter, device)
  }

  /// Whether `a` is earlier: by milliseconds, then by counter, then by device.
  package static func < (a: HybridTime, b: HybridTime) -> Bool {
    (a.milliseconds, a.counter, a.device) < (b.milliseconds, b.counter, b.device)
  }

  /// Thirty-two hexadecimal digits whose order as text is the order in time.
  package var description: String {
    Hexadecimal.text(milliseconds, digits: 12) + Hexadecimal.text(UInt64(counter), digits: 4)
      + Hexadecimal.text(device, digits: 16)
  }

  /// Reads what ``description`` writes; nil for anything but 32 hexadecimal digits.
  package init?(_ text: String) {
    guard text.utf8.count == 32, text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let milliseconds = UInt64(text.prefix(12), radix: 16),
      let counter = UInt16(text.dropFirst(12).prefix(4), radix: 16),
      let device = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    self.init(milliseconds: milliseconds, counter: counter, device: device)
  }
}
