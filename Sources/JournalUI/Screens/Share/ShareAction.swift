/// Who has an entry or a category, and what is done with what others share.
package enum ShareAction: String, ActionGroup {
  case showShare = "share"
  case copyShared = "copy-into-journal"
  case openSharedLink = "open-shared-link"
  case addPerson = "add-person"
  case changePermission = "change-permission"
  case removePerson = "remove-person"
  case openToAnyone = "open-to-anyone"
  case copySharedLink = "copy-shared-link"
  case mailSharedLink = "mail-shared-link"
  case showSharedCode = "show-shared-code"
  case stopSharing = "stop-sharing"

  package var info: ActionInfo {
    switch self {
    case .showShare: ActionInfo("Share, or see who has it", "share", [.list, .reader, .categories], ["&"])
    case .copyShared: ActionInfo("Copy into my journal", "copy to mine", [.list, .reader, .share], ["+"])
    case .openSharedLink: ActionInfo("Open a link to something shared …", "open a link", [.journal], [])
    case .addPerson: ActionInfo("Add a person …", "add", [.share], ["a"])
    case .changePermission: ActionInfo("Let the person read, or read and write", "rights", [.share], ["p"])
    case .removePerson: ActionInfo("Remove the person …", "remove", [.share], ["d", "delete"])
    case .openToAnyone: ActionInfo("Open it to anyone with the link, or no longer …", "anyone", [.share], ["w"])
    case .copySharedLink: ActionInfo("Copy the link", "link", [.share], ["y"])
    case .mailSharedLink: ActionInfo("Send the link by mail", "mail", [.share], ["M"])
    case .showSharedCode: ActionInfo("Show the link as a code for a telephone", "code", [.share], ["Q"])
    case .stopSharing: ActionInfo("Stop sharing, or leave …", "stop", [.share], ["x"])
    }
  }
}

extension Action {
  static let showShare = shares(.showShare), copyShared = shares(.copyShared)
  static let openSharedLink = shares(.openSharedLink), addPerson = shares(.addPerson)
  static let changePermission = shares(.changePermission), removePerson = shares(.removePerson)
  static let openToAnyone = shares(.openToAnyone), copySharedLink = shares(.copySharedLink)
  static let showSharedCode = shares(.showSharedCode)
  static let mailSharedLink = shares(.mailSharedLink), stopSharing = shares(.stopSharing)
}
