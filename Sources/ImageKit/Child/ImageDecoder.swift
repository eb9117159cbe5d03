import Glibc

/// Starts `cloudjournal-images` for one picture, gives it the open file and takes its answer.
///
/// The program is ended and waited for whatever happens. Calls block; call from a thread that may wait. A task that is
/// cancelled ends its decoder within a tenth of a second; an ``ImageCancellation`` ends it at once.
package struct ImageDecoder: Sendable {
  /// The path of the decoder; whether it is there shows only when it is started.
  package let program: String
  /// Bytes of address space that the decoder may have.
  package var memory = 700 << 20
  /// Seconds of processor time that the decoder may use.
  package var processorSeconds = 5
  /// Seconds on the clock that an answer may take.
  package var seconds = 15

  /// The decoder's name in the folder where it is installed.
  package static let programName = "cloudjournal-images"

  /// Returns the decoder that was installed with the running program: beside it, or in `../libexec/cloudjournal`.
  ///
  /// - Throws: `decoderIsMissing` where neither place has a program that may be run.
  package static func installed() throws(ImageFailure) -> ImageDecoder {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    guard length > 0 else { throw ImageFailure(.decoderIsMissing) }
    let path = String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    return try installed(in: String(folder))
  }

  /// Returns the decoder that belongs to a program in this folder.
  ///
  /// - Throws: `decoderIsMissing` where neither the folder nor `../libexec/cloudjournal` has a program that may be run.
  package static func installed(in folder: String) throws(ImageFailure) -> ImageDecoder {
    for place in ["\(folder)/\(programName)", "\(folder)/../libexec/cloudjournal/\(programName)"]
    where access(place, X_OK) == 0 {
      return ImageDecoder(program: place)
    }
    throw ImageFailure(.decoderIsMissing)
  }

  /// - Parameter descriptor: the picture, open for reading; its position is not used.
  func run(
    _ request: ImageRequest, on descriptor: Int32, cancellation: ImageCancellation? = nil
  ) throws(ImageFailure) -> ImageAnswerParts {
    if cancellation?.isCancelled == true { throw ImageFailure(.wasCancelled) }
    let limits = [String(memory), String(processorSeconds)]
    let child = try DecoderProcess(program, arguments: limits + request.arguments, input: descriptor)
    cancellation?.started(child.identifier)
    let answer = child.read(upTo: ImageAnswer.most, seconds: seconds)
    if cancellation?.stopped() == true {
      _ = child.end(patience: 0)
      throw ImageFailure(.wasCancelled)
    }
    switch answer {
    case .success(let bytes):
      let ending = child.end(patience: 2000)
      if ending == .exited(0) { return try parts(bytes, request.format) }
      throw ImageFailure(reason(ending))
    case .failure(let failure):
      _ = child.end(patience: 0)
      throw failure
    }
  }

  private func parts(_ bytes: [UInt8], _ format: ImageFormat) throws(ImageFailure) -> ImageAnswerParts {
    let parts = try ImageAnswerParts(bytes)
    guard parts.has(ImageAnswer.failure) else { return parts }
    switch ImageAnswer.Failure(rawValue: try parts.numbers(ImageAnswer.failure, count: 1)[0]) {
    case .broken: throw ImageFailure(.isBroken("it could not be decoded"))
    case .memory: throw ImageFailure(.needsTooMuchMemory)
    case .noLoader: throw ImageFailure(.needsPackage(format: format, package: format.package))
    case .tooManyPixels: throw ImageFailure(.isBroken("it is larger than it says"))
    case .request, nil: throw ImageFailure(.decoderAnswersWrongly)
    }
  }

  private func reason(_ ending: DecoderProcess.Ending) -> ImageFailure.Reason {
    switch ending {
    // 127: the program could not be started after the fork.
    case .exited(127): .decoderDoesNotStart(errno: ENOENT)
    case .exited: .decoderAnswersWrongly
    case .killed(SIGXCPU, _): .needsTooMuchTime
    // The limit of time kills; so does a machine that has run out of memory.
    case .killed(SIGKILL, let seconds): seconds >= processorSeconds ? .needsTooMuchTime : .needsTooMuchMemory
    // GLib ends a program that gets no memory by a trap or by abort.
    case .killed(SIGTRAP, _), .killed(SIGABRT, _): .needsTooMuchMemory
    case .killed(let signal, _): .crashesDecoder(signal: signal)
    }
  }
}
