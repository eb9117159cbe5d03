/// The settings.
package enum SettingsAction: String, ActionGroup {
  case showSettings = "show-settings"
  case changeSetting = "change-setting"
  case changeSettingBack = "change-setting-back"
  case resetSetting = "reset-setting"
  case filterSettings = "filter-settings"

  package var info: ActionInfo {
    switch self {
    case .showSettings: ActionInfo("Settings", "settings", [.journal], [","])
    case .changeSetting: ActionInfo("Change the setting", "change", [.settings], ["enter", "space", "right", "l"])
    case .changeSettingBack: ActionInfo("Previous value", "previous", [.settings], ["left", "h"])
    case .resetSetting: ActionInfo("Reset the setting", "reset", [.settings], ["r", "delete"])
    case .filterSettings: ActionInfo("Find a setting", "find a setting", [.settings], ["/"])
    }
  }
}

extension SettingsAction: OpensScreen {
  func open(on desk: inout Desk) { if self == .showSettings { desk.openSettings() } }
}

extension Action {
  static let showSettings = settings(.showSettings), changeSetting = settings(.changeSetting)
  static let changeSettingBack = settings(.changeSettingBack), resetSetting = settings(.resetSetting)
  static let filterSettings = settings(.filterSettings)
}
