import CChafa
import CSandbox
import Glibc
import ImageKit

/// Decodes one picture, which stands open as the standard input, and writes an ``ImageAnswer`` to the standard output.
///
/// It opens no path of its own, has no network and writes no file; what it may use is limited before the first byte of
/// the picture is read.
enum Program {
  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count > 2, let memory = UInt64(arguments[0]), let seconds = UInt32(arguments[1]),
      let request = ImageRequest(arguments: Array(arguments[2...]))
    else {
      explain()
      return 2
    }
    guard csandbox_limit(memory, seconds) == 0 else { return 3 }
    var answer = AnswerWriter()
    do {
      // Finds and loads the code for this kind of picture, for which files are opened: the last ones.
      let loader = try PixbufLoader(request.format)
      chafa_set_n_threads(min(4, max(1, Int32(sysconf(Int32(_SC_NPROCESSORS_ONLN))))))
      // Kernels without filters are rare; the limits hold without them.
      _ = csandbox_close()
      switch request.task {
      case .render(let render): try Rendering(render, request.decodedOrientation).write(loader, &answer)
      case .convert(let convert): try Conversion(convert, request.decodedOrientation).write(loader, &answer)
      }
    } catch {
      answer = AnswerWriter()
      answer.part(ImageAnswer.failure, ImageAnswer.number(error.rawValue))
    }
    answer.part(ImageAnswer.end, [])
    return answer.flush() ? 0 : 4
  }

  private static func explain() {
    let text = "cloudjournal-images: decodes one picture for cloudjournal, which starts it; see cloudjournal --help\n"
    _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }
}

/// What is answered, kept until all of it is known, so that a failure in the end is the only answer.
struct AnswerWriter {
  private var bytes: [UInt8] = []

  mutating func part(_ name: UInt8, _ content: [UInt8]) {
    bytes.append(name)
    bytes.append(contentsOf: ImageAnswer.number(UInt32(truncatingIfNeeded: content.count)))
    bytes.append(contentsOf: content)
  }

  func flush() -> Bool {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count, let base = buffer.baseAddress {
        let written = write(STDOUT_FILENO, base + done, buffer.count - done)
        if written < 0, errno == EINTR { continue }
        if written <= 0 { return false }
        done += written
      }
      return true
    }
  }
}
