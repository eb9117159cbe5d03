import Glibc
package import ImageKit
package import JournalCore

/// What a picture's file says of itself, before anything of it is decoded.
package struct PictureFacts: Hashable, Sendable {
  /// Bytes of the file; nil where that is not known.
  package var bytes: Int64?
  /// Width in pixels, once it stands upright; 0 where that is not known.
  package var width = 0
  /// Height in pixels, once it stands upright; 0 where that is not known.
  package var height = 0
  /// When it was taken, as the camera's clock stood.
  package var takenAt: CivilDateTime?
  /// The usual ending of such a file, without its dot; empty where that is not known.
  package var fileExtension = ""

  package init(bytes: Int64? = nil, takenAt: CivilDateTime? = nil, fileExtension: String = "") {
    (self.bytes, self.takenAt, self.fileExtension) = (bytes, takenAt, fileExtension)
  }

  /// Takes the facts of a header that was read; `bytes` is the size of the whole file.
  package init(_ header: ImageHeader, bytes: Int) {
    self.init(
      bytes: Int64(bytes), takenAt: header.takenAt.flatMap(\.civil), fileExtension: header.format.fileExtension)
    (width, height) = (header.uprightWidth, header.uprightHeight)
  }

  /// Reads the beginning of a file.
  ///
  /// - Throws: ``ImageFailure`` where it cannot be read, or is no picture of a kind that is known.
  package init(path: String) throws(ImageFailure) {
    let file = try ImageFile(path: path)
    self.init(try ImageHeader(file), bytes: file.count)
  }
}

extension PictureDate {
  /// The camera's clock; nil where it showed what no clock can.
  package var civil: CivilDateTime? {
    CivilDate(year: year, month: month, day: day)
      .flatMap { CivilDateTime(date: $0, hour: hour, minute: minute, second: second) }
  }

  /// The moment, in the person's own zone where the camera knew of none.
  package func entryDate(zone: any LocalZone) -> EntryDate? {
    guard let civil else { return nil }
    guard let offsetMinutes else { return zone.date(local: civil) }
    let date = EntryDate(local: civil, timeZone: "", offsetSeconds: offsetMinutes * 60)
    let here = zone.date(instant: date.instant)
    return here.offsetSeconds == date.offsetSeconds ? here : date
  }
}

/// The words about a picture that cannot be had.
extension CommandFailure {
  /// - Parameter name: what the picture is called.
  package init(_ failure: ImageFailure, _ name: String) {
    let words = [failure.sentence(name), failure.advice].filter { !$0.isEmpty }
    let code: Code =
      switch failure.reason {
      case .notFound: .notFound
      case .cannotWrite(errno: ENOSPC), .cannotWrite(errno: EDQUOT): .diskFull
      case .cannotRead, .cannotWrite, .decoderIsMissing, .decoderDoesNotStart, .decoderAnswersWrongly: .inputOutput
      default: .badFile
      }
    self.init(code, words.joined(separator: " "))
  }
}

/// Names for files of pictures.
package enum PictureName {
  /// A file name of a caption: no folder, no control characters, not hidden, with the ending of what it is.
  package static func file(caption: String, fileExtension: String) -> String {
    var name = String.UnicodeScalarView()
    var length = 0
    for scalar in caption.unicodeScalars where length < 120 {
      let isUsable = scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "/" && scalar != "\\"
      let kept = isUsable ? scalar : "-"
      name.append(kept)
      length += UTF8.width(kept)
    }
    var text = trimmingSpace(String(name))
    while text.hasPrefix(".") { text.removeFirst() }
    if text.isEmpty { text = "picture" }
    return hasEnding(text, fileExtension) ? text : "\(withoutPictureEnding(text)).\(fileExtension)"
  }

  /// A name without the ending of a picture of another kind: what was a PNG is no `tower.png.jpg`.
  private static func withoutPictureEnding(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
      pictureEndings.contains(name[name.index(after: dot)...].lowercased())
    else { return name }
    return String(name[..<dot])
  }

  private static let pictureEndings: Set<String> = [
    "jpg", "jpeg", "jpe", "png", "gif", "webp", "bmp", "tif", "tiff", "heic", "heif", "avif",
  ]

  /// Whether a name ends as files of this kind do; any does where the kind is not known.
  package static func hasEnding(_ name: String, _ fileExtension: String) -> Bool {
    guard !fileExtension.isEmpty else { return true }
    let lowered = name.lowercased()
    let endings =
      switch fileExtension {
      case "jpg": ["jpg", "jpeg", "jpe"]
      case "tiff": ["tiff", "tif"]
      case "heic": ["heic", "heif"]
      default: [fileExtension]
      }
    return endings.contains { lowered.hasSuffix("." + $0) }
  }

  /// The last part of a path.
  package static func ofFile(_ path: String) -> String {
    path.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) ?? path } ?? path
  }
}
