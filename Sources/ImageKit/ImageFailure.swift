import Glibc

/// Why a picture could not be taken in or shown, in words for the person who chose it.
package struct ImageFailure: Error, Hashable, Sendable {
  /// Whether it may help to try the same file again.
  package enum Fault: Hashable, Sendable {
    /// The file is at fault: to try it again does not help.
    case picture
    /// The same file may work later: a program or a package is missing, a disk is full, or the work was cancelled.
    case machine
  }

  /// The causes, each with a sentence of its own.
  package enum Reason: Hashable, Sendable {
    // The person chose something that is no file with bytes in it.
    case notFound, notAllowed, isFolder, isDevice, isPipe, isSocket, isAddress, isEmpty
    case isTooLarge(bytes: Int)
    case cannotRead(errno: Int32)
    // The file holds no picture that can be taken.
    case isWebPage, holdsAddress, isVectorGraphic, isText, isVideo, isDocument, isArchive, isCameraRaw, isUnknown
    case isCutOff
    case hasTooManyPixels(width: Int, height: Int)
    /// The fault inside the file, as the end of “It is broken: …”.
    case isBroken(String)
    case needsTooMuchMemory, needsTooMuchTime
    /// The decoder ended by this signal.
    case crashesDecoder(signal: Int32)
    /// The package that reads this kind of picture is not installed.
    case needsPackage(format: ImageFormat, package: String)
    // The machine's side.
    case decoderIsMissing
    case decoderDoesNotStart(errno: Int32)
    case decoderAnswersWrongly
    case cannotWrite(errno: Int32)
    case wasCancelled
  }

  /// The cause, which decides sentence, advice and fault.
  package let reason: Reason

  package init(_ reason: Reason) { self.reason = reason }

  /// `machine` where it may help to try the same file again, which the screen then offers.
  package var fault: Fault {
    switch reason {
    case .decoderIsMissing, .decoderDoesNotStart, .decoderAnswersWrongly, .cannotWrite, .wasCancelled, .needsPackage:
      .machine
    default: .picture
    }
  }

  /// Returns the failure as a sentence that begins with the picture's name.
  ///
  /// - Parameter name: the picture's name for people; not made safe for a terminal here.
  package func sentence(_ name: String) -> String {
    "\(name) \(predicate)."
  }

  /// The next step for the person, as a sentence; empty where there is none.
  package var advice: String {
    switch reason {
    case .notFound: "Check the path."
    case .notAllowed: "Check who may read it."
    case .isFolder: "Choose a picture inside it."
    case .isDevice, .isPipe, .isSocket: "Choose a file."
    case .isAddress, .holdsAddress: "Download the picture first, then choose the file."
    case .isWebPage: "Open it in a browser, save the picture itself, then choose that file."
    case .isTooLarge: "Make it smaller first."
    case .isVectorGraphic, .isDocument, .isCameraRaw: "Export it as PNG or JPEG first."
    case .isCutOff: "Copy or download it once more."
    case .hasTooManyPixels: "Scale it down first: a picture may have 100 megapixels."
    case .needsTooMuchMemory, .needsTooMuchTime, .crashesDecoder, .isBroken: "Open it elsewhere and save it again."
    case .needsPackage(_, let package): "Install it (apt install \(package)), or convert the picture to JPEG."
    case .decoderIsMissing:
      "Install CloudJournal again: cloudjournal-images belongs beside the program or in ../libexec/cloudjournal."
    case .decoderDoesNotStart, .decoderAnswersWrongly: "Try again; install CloudJournal again if it stays so."
    case .cannotWrite: "Check that the disk has room and may be written."
    case .isText, .isVideo, .isArchive, .isUnknown: "JPEG, PNG, GIF, WebP, BMP, TIFF, HEIC and AVIF can be taken."
    case .cannotRead, .isEmpty, .wasCancelled: ""
    }
  }

  private var predicate: String {
    switch reason {
    case .notFound: "is not there"
    case .notAllowed: "may not be read"
    case .isFolder: "is a folder, not a picture"
    case .isDevice: "is a device, not a picture"
    case .isPipe: "is a pipe, not a file"
    case .isSocket: "is a socket, not a file"
    case .isAddress: "is an address, not a file"
    case .isEmpty: "is empty"
    case .isTooLarge(let bytes): "has \(bytes / 1_000_000) MB; a picture may have \(ImageLimits.bytes / 1_000_000)"
    case .cannotRead(let error): "could not be read: \(Self.text(error))"
    case .isWebPage: "is a web page, not a picture"
    case .holdsAddress: "holds an address, not a picture"
    case .isVectorGraphic: "is a drawing (SVG), which can hold programs and links; it is not taken"
    case .isText: "is text, not a picture"
    case .isVideo: "is a video, not a picture"
    case .isDocument: "is a document (PDF), not a picture"
    case .isArchive: "is an archive, not a picture"
    case .isCameraRaw: "is a camera’s raw data, not yet a picture"
    case .isUnknown: "is no picture of a known kind"
    case .isCutOff: "has no end: it was cut off"
    case .hasTooManyPixels(let width, let height): "is \(PixelText.size(width, height)) pixels large"
    case .isBroken(let what): "is broken: \(what)"
    case .needsTooMuchMemory: "needs more memory than a picture may"
    case .needsTooMuchTime: "takes more time to decode than a picture may"
    case .crashesDecoder: "is broken in a way that ended the decoder"
    case .needsPackage(let format, let package): "is \(format.article), which needs the package \(package)"
    case .decoderIsMissing: "cannot be shown: the program cloudjournal-images is not installed"
    case .decoderDoesNotStart(let error): "cannot be shown: cloudjournal-images does not start (\(Self.text(error)))"
    case .decoderAnswersWrongly: "cannot be shown: cloudjournal-images gave no sensible answer"
    case .cannotWrite(let error): "could not be kept: \(Self.text(error))"
    case .wasCancelled: "was left aside"
    }
  }

  private static func text(_ error: Int32) -> String { String(cString: strerror(error)) }
}

/// The sizes above which a picture is refused or made smaller.
package enum ImageLimits {
  /// Bytes of a file: as many as an asset may have.
  package static let bytes = 250_000_000
  /// Width times height; a larger picture is refused before it is decoded.
  package static let pixels = 100_000_000
  /// Pixels of the longer side after a picture was taken in.
  package static let side = 4096

  /// Pixels of a picture; the largest number there is where they are more, since two sizes of 32 bits may be.
  static func area(_ width: Int, _ height: Int) -> Int {
    let (area, isTooLarge) = width.multipliedReportingOverflow(by: height)
    return isTooLarge ? .max : area
  }
}
