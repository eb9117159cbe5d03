import TerminalDriver
import TerminalKit

/// What a session needs of a terminal: frames go out, events come in. Belongs to the thread of the session.
protocol SessionTerminal: AnyObject {
  var depth: ColorDepth { get }
  /// Whether the background is dark as far as the environment tells.
  var guessesDark: Bool? { get }
  var textWidth: any TextWidth { get }
  var isUTF8: Bool { get }
  /// The signs that the terminal can show.
  var glyphs: Glyphs { get }
  var canStrike: Bool { get }
  var size: Size { get }

  /// Waits for something to happen, at most for so many milliseconds.
  func nextEvents(extraDescriptors: [Int32], timeoutMilliseconds: Int32?) -> [DriverEvent]
  func present(_ frame: Frame)
  func redraw()
  /// Gives the window around the cells a colour; nil takes its own again.
  func colorWindow(_ color: Color?)
  /// Stops the program, and returns when it goes on.
  func suspend()
  /// False where the text is too long for the terminal's clipboard.
  func copyToClipboard(_ text: String) -> Bool
  /// Rings the bell.
  func ring()
  /// Shows a notice beside the window, where the terminal does that.
  func notify(_ text: String)
  /// Runs a program on the terminal and waits for it.
  func run(_ arguments: [String]) throws -> ChildExit
  /// Returns the pictures that are not kept from now on.
  func keepPicture(_ pixels: PicturePixels, for key: PictureKey, size: Size, file: PictureFile?) -> [PictureKey]
  func hasPicture(_ key: PictureKey) -> Bool
  func offerFiles(in folder: String)
  /// Gives the terminal back.
  func close()
}

extension Terminal: SessionTerminal {
  var textWidth: any TextWidth { width }
}

extension ScreenSession {
  /// Opens the terminal of a session; it is woken from other threads.
  typealias TerminalMaker = (Options, Waker) throws -> any SessionTerminal

  /// The terminal that the process has.
  static func processTerminal(_ options: Options, _ waker: Waker) throws -> any SessionTerminal {
    try Terminal(
      TerminalOptions(
        environment: options.variables, logPath: options.paths.log,
        crashNote: "cloudjournal crashed; what was typed is kept as a draft. Details: \(options.paths.log)\r\n",
        usesMouse: options.config.screen.mouse, pictures: options.config.images.way,
        escapeWait: options.config.screen.escapeWait),
      waker: waker, width: LibcWidth(environment: options.variables))
  }
}
