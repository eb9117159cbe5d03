/// Makes a PDF of a page with a program of the system, since this one sets no type.
///
/// The page and the PDF lie beside the target while that goes on, readable by their owner alone; what a killed program leaves of them
/// goes with the next export to that name, or to no file. Chromium takes a file for a page by the ending of its name.
struct PDFPrinter {
  /// The programs that are known, the best for print first.
  private static let kinds: [SystemTool.Kind] =
    [
      SystemTool.Kind("weasyprint") { _, result in ["-q", "-", result] },
      SystemTool.Kind("wkhtmltopdf") { _, result in
        ["-q", "--disable-javascript", "--disable-local-file-access", "--print-media-type", "-", result]
      },
    ]
    + ["chromium", "chromium-browser", "google-chrome"].map { name in
      SystemTool.Kind(name) { page, result in
        ["--headless", "--disable-gpu", "--no-pdf-header-footer", "--print-to-pdf=\(result)", page]
      }
    }

  private let tool: SystemTool

  /// - Parameter folders: where programs are, as PATH has it.
  /// - Throws: A sentence that says what to install where there is none.
  init(folders: String) throws {
    guard let tool = SystemTool.first(of: PDFPrinter.kinds, in: folders) else {
      throw CommandFailure(
        .notFound,
        "A PDF is made by another program, and none is here that can do it. Install the Debian package weasyprint, wkhtmltopdf or "
          + "chromium; or export as html, and print that from a browser.")
    }
    self.tool = tool
  }

  /// Makes the PDF.
  ///
  /// - Parameters:
  ///   - target: Where the PDF goes later; nil where that is no file.
  ///   - write: Writes the page piece by piece.
  ///   - take: Gets the PDF's bytes piece by piece, once all of it is there.
  /// - Throws: The errors of `write` and `take`; ``CommandFailure`` where the program fails.
  func make(
    beside target: String?, _ write: (_ sink: @escaping ([UInt8]) throws -> Void) throws -> Void,
    _ take: ([UInt8]) throws -> Void
  ) throws {
    let page = try ToolFile(beside: target, ending: ".html")
    try write { try page.write($0) }
    let result = try ToolFile(beside: target)
    // Both files go with their values.
    defer { withExtendedLifetime((page, result)) {} }
    let words: String
    do { words = try tool.run(page.path, to: result.path, beside: target) } catch let error as SystemTool.Failure {
      throw failure(error)
    }
    guard try result.isWhole(head: Array("%PDF-".utf8), tail: Array("%%EOF".utf8)) else {
      throw failure(SystemTool.Failure(problem: "did not make a whole PDF", words: words))
    }
    try AssetFolder.forEachPiece(of: result.path) { try take(Array($0)) }
  }

  private func failure(_ failure: SystemTool.Failure) -> CommandFailure {
    CommandFailure(.inputOutput, "\(tool.sentence(failure)) Export as html, and print that from a browser.")
  }
}
