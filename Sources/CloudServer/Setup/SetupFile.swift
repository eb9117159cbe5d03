import SystemKit

/// The folders and files that setting a server up makes; what the system refuses is a sentence for its owner.
enum SetupFile {
  static func makeFolder(_ path: String) throws(ServerRefusal) {
    do throws(SystemError) { try SystemFile.makeFolder(path) } catch {
      throw ServerRefusal("\(path) cannot be made: \(error).")
    }
  }

  /// Replaces the whole file, or makes it.
  static func write(_ text: String, to path: String) throws(ServerRefusal) {
    do throws(SystemError) { try SystemFile.replace(path, with: Array(text.utf8)) } catch {
      throw ServerRefusal("\(path) cannot be written: \(error).")
    }
  }
}
