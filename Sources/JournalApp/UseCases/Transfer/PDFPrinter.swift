import Glibc

/// Makes a PDF of a page with a program of the system, since this one sets no type.
///
/// The page and the PDF lie beside the target while that goes on, readable by their owner alone; what a killed program leaves of them
/// goes with the next export to that name, or to standard output. Chromium takes a file for a page by the ending of its name.
struct PDFPrinter {
  /// A program that can do it.
  private struct Tool {
    let name: String
    /// Its arguments, for the paths of page and PDF; the page is on standard input as well.
    let arguments: @Sendable (_ page: String, _ result: String) -> [String]
  }

  /// Those that are known, the best for print first.
  private static let tools: [Tool] =
    [
      Tool(name: "weasyprint") { _, result in ["-q", "-", result] },
      Tool(name: "wkhtmltopdf") { _, result in
        ["-q", "--disable-javascript", "--disable-local-file-access", "--print-media-type", "-", result]
      },
    ]
    + ["chromium", "chromium-browser", "google-chrome"].map { name in
      Tool(name: name) { page, result in
        ["--headless", "--disable-gpu", "--no-pdf-header-footer", "--print-to-pdf=\(result)", page]
      }
    }

  private let path: String
  private let tool: Tool

  /// - Parameter folders: where programs are, as PATH has it.
  /// - Throws: A sentence that says what to install where there is none.
  init(folders: String) throws {
    for tool in PDFPrinter.tools {
      for folder in folders.split(separator: ":") where folder.hasPrefix("/") {
        let path = "\(folder)/\(tool.name)"
        guard access(path, X_OK) == 0 else { continue }
        (self.path, self.tool) = (path, tool)
        return
      }
    }
    throw CommandFailure(
      .notFound,
      "A PDF is made by another program, and none is here that can do it. Install the Debian package weasyprint, wkhtmltopdf or "
        + "chromium; or export as html, and print that from a browser.")
  }

  /// Makes the PDF.
  ///
  /// - Parameters:
  ///   - target: Where the PDF goes later; empty for standard output.
  ///   - write: Writes the page piece by piece.
  ///   - take: Gets the PDF's bytes piece by piece.
  /// - Throws: The errors of `write` and `take`; ``CommandFailure`` where the program fails.
  func make(
    beside target: String, _ write: (_ sink: @escaping ([UInt8]) throws -> Void) throws -> Void,
    _ take: ([UInt8]) throws -> Void
  ) throws {
    let page = try part(of: target, isPage: true)
    defer { discard(page) }
    try write { try WholeFile.write($0, to: page.descriptor, name: page.name) }
    let result = try part(of: target)
    defer { discard(result) }
    try run(tool.arguments(page.name, result.name), input: page.name)
    var isFirst = true
    try AssetFolder.forEachPiece(of: result.name) { piece in
      if isFirst, !piece.starts(with: "%PDF-".utf8) { throw failure("did not make a PDF") }
      isFirst = false
      try take(Array(piece))
    }
    if isFirst { throw failure("did not make a PDF") }
  }

  private func part(of target: String, isPage: Bool = false) throws -> (name: String, descriptor: Int32) {
    let whole = target.isEmpty ? "\(World.environmentVariables["TMPDIR"] ?? "/var/tmp")/cloudjournal.pdf" : target
    // What a killed program has left in the folder for what goes to standard output.
    if target.isEmpty { OutputFile.sweep(whole) }
    guard !whole.hasPrefix("/") else { return try OutputFile.makePart(whole, isPage: isPage) }
    guard let folder = getcwd(nil, 0) else { throw WholeFile.failure(whole, "cannot be written", errno) }
    defer { free(folder) }
    return try OutputFile.makePart("\(String(cString: folder))/\(whole)", isPage: isPage)
  }

  private func discard(_ part: (name: String, descriptor: Int32)) {
    close(part.descriptor)
    unlink(part.name)
  }

  private func failure(_ what: String) -> CommandFailure {
    CommandFailure(.inputOutput, "\(path) \(what). Export as html, and print that from a browser.")
  }

  /// Runs the program to its end; it says nothing, and has the page on its standard input.
  private func run(_ arguments: [String], input: String) throws {
    var pointers: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var process: pid_t = 0
    let code = posix_spawn(&process, path, &actions, nil, pointers, environ)
    guard code == 0 else { throw failure("could not be started (\(String(cString: strerror(code))))") }
    var status: Int32 = 0
    while waitpid(process, &status, 0) != process {
      guard errno == EINTR else { throw failure("could not be waited for") }
    }
    guard status & 0x7F == 0 else { throw failure("was ended by signal \(status & 0x7F)") }
    guard status >> 8 & 0xFF == 0 else { throw failure("ended with status \(status >> 8 & 0xFF)") }
  }
}
