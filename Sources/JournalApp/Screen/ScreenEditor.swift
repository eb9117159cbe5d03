import Glibc
import JournalCore
import TerminalDriver

/// The person's own editor, on a file that only the person can read and that is gone afterwards.
struct ScreenEditor {
  let command: String
  let folder: String

  /// Lets a person edit text.
  ///
  /// - Parameter run: Runs a program on the terminal and says how it ended.
  /// - Returns: What was written; also what an editor had written before it crashed.
  /// - Throws: ``InvalidInput`` where the editor did not run or failed without having written anything.
  func edit(_ text: String, run: ([String]) throws -> ChildExit) throws -> String {
    try FolderMaker.make(folder)
    // The folder is ours alone; the number of the process tells the files of two screens apart.
    let path = "\(folder)/\(EditorLeftovers.name(nil))"
    unlink(path)
    try WholeFile.write(Array(text.utf8), to: path)
    defer { unlink(path) }
    // The command may hold arguments (`code --wait`), so a shell takes it apart; the path is passed beside it.
    let exit = try run(["/bin/sh", "-c", "exec \(command) \"$1\"", "sh", path])
    let written = try WholeFile.read(path, atMost: 256 << 20)
    guard let result = String(validating: written, as: UTF8.self) else {
      let copy = try EmergencyCopy.write(bytes: written, folder: folder)
      throw InvalidInput("What the editor wrote is not UTF-8. It is kept in \(copy), and the entry is as it was.")
    }
    if exit != .code(0), result.isIdentical(to: text) {
      throw InvalidInput("The editor \(ScreenEditor.words(exit)); the text is as it was. It was run as: \(command)")
    }
    return result
  }

  private static func words(_ exit: ChildExit) -> String {
    switch exit {
    case .code(127): "was not found"
    case .code(let code): "ended with status \(code)"
    case .signal(let signal): "was ended by signal \(signal)"
    }
  }
}
