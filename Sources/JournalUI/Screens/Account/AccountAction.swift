/// Who is signed in, and with which devices.
package enum AccountAction: String, ActionGroup {
  case showAccount = "show-account"
  case signIn = "sign-in"
  case signInByBrowser = "sign-in-by-browser"
  case signOut = "sign-out"
  case refreshAccount = "refresh-account"
  case showKeys = "show-keys"
  case approveDevice = "approve-device"
  case renameDevice = "rename-device"
  case revokeDevice = "revoke-device"
  case eraseHere = "erase-here"
  case eraseOnServer = "erase-on-server"

  package var info: ActionInfo {
    switch self {
    case .showAccount: ActionInfo("Account", "account", [.journal, .sync], ["A", "a"])
    case .signIn: ActionInfo("Sign in with a name and a password", "sign in", [.account], ["i", "enter"])
    case .signInByBrowser: ActionInfo("Sign in with the browser", "browser", [.account], ["w"])
    case .signOut: ActionInfo("Sign out", "sign out", [.account], ["o"])
    case .refreshAccount: ActionInfo("Ask the server again", "ask again", [.account], ["r"])
    case .showKeys: ActionInfo("Keys of the encrypted journal", "keys", [.account], ["K"])
    case .approveDevice: ActionInfo("Let a device read the journal …", "let in", [.account], ["a"])
    case .renameDevice: ActionInfo("Rename the device", "rename device", [.account], ["n"])
    case .revokeDevice: ActionInfo("Sign the device out …", "sign out device", [.account], ["d", "delete"])
    case .eraseHere: ActionInfo("Erase the journal on this computer …", "erase here", [.account], ["e"])
    case .eraseOnServer: ActionInfo("Erase the journal on the server …", "erase there", [.account], ["E"])
    }
  }
}

extension Action {
  static let showAccount = account(.showAccount), signIn = account(.signIn)
  static let signInByBrowser = account(.signInByBrowser), signOut = account(.signOut)
  static let refreshAccount = account(.refreshAccount), revokeDevice = account(.revokeDevice)
  static let renameDevice = account(.renameDevice)
  static let showKeys = account(.showKeys), approveDevice = account(.approveDevice)
  static let eraseHere = account(.eraseHere), eraseOnServer = account(.eraseOnServer)
}
