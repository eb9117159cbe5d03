import Glibc
import JournalSeal
import JournalStore

/// Reading a journal on a disk that has no room for what SQLite writes beside it.
enum ReadingWithoutRoom {
  /// Opens a journal for reading that could not be opened as usual; nil where that was for another reason, or this fails, too.
  static func store(
    _ path: String, _ environment: StoreEnvironment, _ vault: PageSeal?, after error: StoreError
  ) -> JournalStore? {
    switch error {
    case .diskFull, .inputOutput, .notWritten, .noPermission: break
    default: return nil
    }
    do {
      var options = JournalStore.Options(isReadOnly: true, isWithoutIndex: true)
      options.vault = vault
      return try JournalStore(path: path, environment: environment, options: options)
    } catch {
      // What was wrong at first says more.
      return nil
    }
  }
}
