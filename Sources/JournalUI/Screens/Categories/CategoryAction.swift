/// Making categories, and putting them in order.
package enum CategoryAction: String, ActionGroup {
  case showCategories = "show-categories"
  case newCategory = "new-category"
  case renameCategory = "rename-category"
  case colorCategory = "color-category"
  case iconCategory = "icon-category"
  case raiseCategory = "raise-category"
  case lowerCategory = "lower-category"
  case deleteCategory = "delete-category"
  case restoreCategory = "restore-category"
  case deleteCategoryForGood = "delete-category-for-good"

  package var info: ActionInfo {
    switch self {
    case .showCategories: ActionInfo("Categories", "categories", [.journal], ["alt-c"])
    case .newCategory: ActionInfo("Create a category", "new", [.categories], ["n"])
    case .renameCategory: ActionInfo("Rename the category", "rename", [.categories], ["enter", "e"])
    case .colorCategory: ActionInfo("Colour of the category", "colour", [.categories], ["c"])
    case .iconCategory: ActionInfo("Icon of the category", "icon", [.categories], ["i"])
    case .raiseCategory: ActionInfo("Move the category up", "move up", [.categories], ["K", "shift-up", "alt-up"])
    case .lowerCategory:
      ActionInfo("Move the category down", "move down", [.categories], ["J", "shift-down", "alt-down"])
    case .deleteCategory: ActionInfo("Delete the category, keep its entries", "delete", [.categories], ["d", "delete"])
    case .restoreCategory: ActionInfo("Restore a deleted category", "restore", [.categories], ["r"])
    case .deleteCategoryForGood:
      ActionInfo("Delete a deleted category forever …", "delete forever", [.categories], ["D"])
    }
  }
}

extension Action {
  static let showCategories = categories(.showCategories), newCategory = categories(.newCategory)
  static let renameCategory = categories(.renameCategory), colorCategory = categories(.colorCategory)
  static let iconCategory = categories(.iconCategory), raiseCategory = categories(.raiseCategory)
  static let lowerCategory = categories(.lowerCategory), deleteCategory = categories(.deleteCategory)
  static let restoreCategory = categories(.restoreCategory)
  static let deleteCategoryForGood = categories(.deleteCategoryForGood)
}
