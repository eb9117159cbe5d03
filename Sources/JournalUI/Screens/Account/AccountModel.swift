import JournalCore

/// Who is signed in where, and with which devices, as far as the server has told.
struct AccountModel: ScreenState {
  typealias Work = AccountScreen

  /// What is known of the account without asking the server.
  struct Known: Hashable, Sendable {
    var account: SyncStatus.Account?
    var who: String?
  }

  var overview: AccountOverview?
  /// Why that could not be read.
  var failure: Failure?
  var isLoading = false
  /// The device under the cursor.
  var device: String?
  var top = 0
  /// What was known when the server was asked last.
  var known: Known?
}

/// Why the journal's name has to be typed.
enum ErasePurpose: Hashable, Sendable {
  case erase(JournalPlace)
  case signOut
  /// Gives up the keys of this computer for other ones.
  case beginAgain

  var request: AccountRequest {
    switch self {
    case .erase(let place): .erase(place)
    case .signOut: .signOut(erasingJournal: true)
    case .beginAgain: .beginAgain
    }
  }

  var title: String {
    switch self {
    case .erase(.here): "Erase the journal on this computer"
    case .erase(.server): "Erase the journal on the server"
    case .signOut: "Sign out and erase the journal on this computer"
    case .beginAgain: "Begin with the keys that the server shows"
    }
  }

  /// As ``consequence``, in two words.
  var deed: String { if case .beginAgain = self { "begin again" } else { "erase forever" } }

  /// What Enter does once the name stands there.
  var consequence: String {
    switch self {
    case .erase(.here): "Enter erases every entry on this computer forever."
    case .erase(.server): "Enter erases every entry on the server forever; what is here stays."
    case .signOut: "Enter signs out and erases every entry on this computer forever."
    case .beginAgain: "Enter has this computer ask to be let in anew; its entries stay."
    }
  }
}
