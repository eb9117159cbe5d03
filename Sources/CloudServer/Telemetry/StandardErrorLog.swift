import Foundation
package import Logging

/// Writes log lines to standard error: `2026-11-21T15:04:05Z info request route=records/modify status=200 ms=1.4`.
///
/// Values are escaped, so that a line is always one line, whatever a client has sent.
package struct StandardErrorLog: LogHandler {
  /// Values on every line; those of the provider and of the event win.
  package var metadata: Logger.Metadata = [:]
  /// The least severe level that is written.
  package var logLevel: Logger.Level
  /// Asked for further values at each line; nil for none.
  package var metadataProvider: Logger.MetadataProvider?
  private let write: @Sendable (String) -> Void

  /// Makes a log that hands each line, with its line end, to `write`.
  package init(level: Logger.Level, write: @escaping @Sendable (String) -> Void = StandardErrorLog.print) {
    logLevel = level
    self.write = write
  }

  /// The value of this name on every line; nil removes it.
  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes one line: time, level, message, then the values by name and the error.
  package func log(event: LogEvent) {
    var fields = metadata
    if let provided = metadataProvider?.get() { fields.merge(provided) { $1 } }
    if let own = event.metadata { fields.merge(own) { $1 } }
    var line = "\(Date().formatted(.iso8601)) \(event.level) \(Self.plain(event.message.description))"
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      line += " \(name)=\(Self.plain(value.description))"
    }
    if let error = event.error { line += " error=\(Self.plain(String(describing: error)))" }
    write(line + "\n")
  }

  private static func plain(_ text: String) -> String {
    var plain = ""
    for scalar in text.unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
      if isControl { plain += "\\u{\(String(scalar.value, radix: 16))}" } else { plain.unicodeScalars.append(scalar) }
    }
    return plain
  }

  /// One call for one line, so that lines of several threads do not mix.
  package static let print: @Sendable (String) -> Void = { FileHandle.standardError.write(Data($0.utf8)) }
}
