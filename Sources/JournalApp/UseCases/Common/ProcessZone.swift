import Glibc
package import JournalCore

/// The zone that this process lives in, by the C library.
///
/// Foundation asks the same zone database, and takes longer to start than a command does to list a page of the journal.
package struct ProcessZone: LocalZone, Hashable {
  /// Empty where `TZ` gives rules in place of a name.
  package let name: String

  /// Reads the zone of `TZ`, or of `/etc/localtime`, as it is at this moment.
  package init() {
    tzset()
    name = ProcessZone.currentName()
  }

  /// Returns the C library's offset; 0 for a moment that it cannot place.
  package func offsetSeconds(at instant: Instant) -> Int {
    // Towards the past, so that the second is the one in which the instant lies before 1970, too.
    let seconds = instant.milliseconds >= 0 ? instant.milliseconds / 1000 : (instant.milliseconds - 999) / 1000
    var time = time_t(seconds)
    var parts = tm()
    guard localtime_r(&time, &parts) != nil else { return 0 }
    return Int(parts.tm_gmtoff)
  }

  private static func currentName() -> String {
    if let value = getenv("TZ") {
      var text = String(cString: value)
      if text.hasPrefix(":") { text.removeFirst() }
      // As the C library has it: an empty TZ is UTC.
      if text.isEmpty { return "UTC" }
      return afterZoneFolder(text) ?? (isKnown(text) ? text : "")
    }
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/etc/localtime", &buffer, buffer.count - 1)
    if count > 0 {
      let target = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if let name = afterZoneFolder(target) { return name }
    }
    return access("/etc/localtime", F_OK) == 0 ? "" : "UTC"
  }

  /// `Europe/Berlin` of `/usr/share/zoneinfo/Europe/Berlin`.
  private static func afterZoneFolder(_ path: String) -> String? {
    // By bytes, without making a list of the folders: this runs at every start.
    let marker = Array("zoneinfo/".utf8)
    let bytes = Array(path.utf8)
    var start = bytes.count - marker.count
    while start >= 0 {
      let isWhole = start == 0 || bytes[start - 1] == UInt8(ascii: "/")
      if isWhole, bytes[start...].starts(with: marker) {
        var name = bytes[(start + marker.count)...]
        while name.last == UInt8(ascii: "/") { name.removeLast() }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
      }
      start -= 1
    }
    return nil
  }

  private static func isKnown(_ name: String) -> Bool {
    !name.hasPrefix("/") && access("/usr/share/zoneinfo/\(name)", F_OK) == 0
  }
}
