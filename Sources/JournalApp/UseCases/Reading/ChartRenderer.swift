/// Makes a PNG of a picture in SVG with a program of the system.
///
/// Both lie beside the target while that goes on, readable by their owner alone.
struct ChartRenderer {
  /// The programs that are known, the best first; they make twice as many pixels as the picture has units.
  private static let kinds: [SystemTool.Kind] = [
    SystemTool.Kind("rsvg-convert") { page, result in ["--zoom=2", "--format=png", "--output=\(result)", page] },
    SystemTool.Kind("inkscape") { page, result in
      ["--export-type=png", "--export-dpi=192", "--export-filename=\(result)", page]
    },
    SystemTool.Kind("magick") { page, result in ["-density", "192", "svg:\(page)", "png:\(result)"] },
  ]
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private let tool: SystemTool

  /// - Parameter folders: Where programs are, as PATH has it.
  /// - Throws: A sentence that says what to install where there is none.
  init(folders: String) throws {
    guard let tool = SystemTool.first(of: ChartRenderer.kinds, in: folders) else {
      throw CommandFailure(
        .notFound,
        "A PNG is made by another program, and none is here that can do it. Install the Debian package librsvg2-bin or inkscape; "
          + "or give a name that ends in .svg.")
    }
    self.tool = tool
  }

  /// Makes the PNG.
  ///
  /// - Parameters:
  ///   - target: Where the PNG goes later; nil where that is no file.
  ///   - take: Gets its bytes piece by piece, once all of it is there.
  /// - Throws: The error of `take`; ``CommandFailure`` where the program fails.
  func make(_ picture: [UInt8], beside target: String?, _ take: ([UInt8]) throws -> Void) throws {
    let page = try ToolFile(beside: target, ending: ".svg")
    try page.write(picture)
    let result = try ToolFile(beside: target, ending: ".png")
    // Both files go with their values.
    defer { withExtendedLifetime((page, result)) {} }
    let words: String
    do { words = try tool.run(page.path, to: result.path, beside: target) } catch let error as SystemTool.Failure {
      throw failure(error)
    }
    guard try result.isWhole(head: ChartRenderer.signature, tail: Array("IEND".utf8)) else {
      throw failure(SystemTool.Failure(problem: "did not make a whole PNG", words: words))
    }
    try AssetFolder.forEachPiece(of: result.path) { try take(Array($0)) }
  }

  private func failure(_ failure: SystemTool.Failure) -> CommandFailure {
    CommandFailure(.inputOutput, "\(tool.sentence(failure)) Give a name that ends in .svg, and convert that.")
  }
}
