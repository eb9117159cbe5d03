/// Everything that a key or the palette can do; the raw value is the name in the configuration file.
package enum Action: String, Hashable, Sendable, CaseIterable {
  // Moving.
  case moveUp = "move-up"
  case moveDown = "move-down"
  case pageUp = "page-up"
  case pageDown = "page-down"
  case halfPageUp = "half-page-up"
  case halfPageDown = "half-page-down"
  case moveFirst = "move-first"
  case moveLast = "move-last"
  case focusNext = "focus-next"
  case focusPrevious = "focus-previous"
  case focusLeft = "focus-left"
  case focusRight = "focus-right"
  case open
  case back
  case closeScreen = "close-screen"
  case leavePage = "leave-page"
  case nextStop = "next-link"
  case previousStop = "previous-link"
  case scrollCodeLeft = "scroll-code-left"
  case scrollCodeRight = "scroll-code-right"
  case showOutline = "show-outline"
  case readOn = "read-on"
  case readBack = "read-back"
  case nextEntry = "next-entry"
  case previousEntry = "previous-entry"

  // One entry, or all that are marked.
  case newEntry = "new-entry"
  case editEntry = "edit-entry"
  case toggleFavorite = "toggle-favorite"
  case setMood = "set-mood"
  case setCategory = "set-category"
  case setTags = "set-tags"
  case setDate = "set-date"
  case moveToTrash = "move-to-trash"
  case showHistory = "show-history"
  case copyText = "copy-text"
  case followLink = "follow-link"
  case tickBox = "tick-box"
  case export

  // Pictures.
  case attachPictures = "attach-pictures"
  case showPictures = "show-pictures"
  case selectPicture = "select-picture"
  case selectPictureBefore = "select-picture-before"
  // Before fetching, whose first key it has where both mean something.
  case restorePicture = "restore-picture"
  case fetchPicture = "fetch-picture"
  case nextPicture = "next-picture"
  case previousPicture = "previous-picture"
  case zoomIn = "zoom-in"
  case zoomOut = "zoom-out"
  case zoomFit = "zoom-fit"
  case panLeft = "pan-left"
  case panRight = "pan-right"
  case editCaption = "edit-caption"
  case raisePicture = "raise-picture"
  case lowerPicture = "lower-picture"
  case savePicture = "save-picture"
  case openPicture = "open-picture"
  case removePicture = "remove-picture"
  case showRemovedPictures = "show-removed-pictures"
  case deletePicture = "delete-picture-for-good"

  // Marking.
  case select
  case selectRange = "select-range"
  case toggleMark = "toggle-mark"
  case markAll = "mark-all"

  // Trash.
  case restoreEntry = "restore-entry"
  case deleteForGood = "delete-for-good"
  case emptyTrash = "empty-trash"

  // Lists.
  case search
  case sort
  case reverseOrder = "reverse-order"
  case showAll = "show-all"
  case showFavorites = "show-favorites"
  case showOnThisDay = "show-on-this-day"
  case showUnfiled = "show-unfiled"
  case showTrash = "show-trash"
  case showCategory = "show-category"
  case showMood = "show-mood"
  case showTag = "show-tag"
  case goToDate = "go-to-date"

  // Search line.
  case searchAccept = "search-accept"
  case searchCancel = "search-cancel"
  case searchUp = "search-up"
  case searchDown = "search-down"

  // Editor.
  case save
  case leaveEditor = "leave-editor"
  case editExternally = "edit-externally"
  case find
  case findNext = "find-next"
  case focusMode = "focus-mode"
  case switchField = "switch-field"
  case editorDate = "editor-date"
  case editorMood = "editor-mood"
  case editorCategory = "editor-category"
  case editorTags = "editor-tags"
  case editorFavorite = "editor-favorite"
  case editorPictures = "editor-pictures"
  case takeTheirs = "take-theirs"
  case discardChanges = "discard-changes"

  // History.
  case restoreVersion = "restore-version"
  case compareWith = "compare-with"
  case scrollDiffUp = "scroll-diff-up"
  case scrollDiffDown = "scroll-diff-down"

  // Categories.
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

  // Synchronising.
  case showSync = "show-sync"
  case syncNow = "sync-now"
  case answerSync = "answer-sync"
  case pauseSync = "pause-sync"
  case goOffline = "go-offline"
  case retryRecord = "retry-record"
  case retryAllRecords = "retry-all-records"
  case showDetails = "show-details"
  case compareSides = "compare-sides"
  case recordHistory = "record-history"
  case undoMerge = "undo-merge"
  case dismissConflict = "dismiss-conflict"
  case showTechnical = "show-technical"
  case showLog = "show-log"
  case filterLog = "filter-log"
  case copyReport = "copy-report"
  case nextPart = "next-part"
  case previousPart = "previous-part"

  // Both sides of a merge.
  case takeSide = "take-side"
  case takeHere = "take-here"
  case takeServer = "take-server"
  case keepBoth = "keep-both"
  case editMerged = "edit-merged"

  // Account.
  case showAccount = "show-account"
  case signIn = "sign-in"
  case signInByBrowser = "sign-in-by-browser"
  case signOut = "sign-out"
  case refreshAccount = "refresh-account"
  case revokeDevice = "revoke-device"
  case eraseHere = "erase-here"
  case eraseOnServer = "erase-on-server"

  // Settings.
  case showSettings = "show-settings"
  case changeSetting = "change-setting"
  case changeSettingBack = "change-setting-back"
  case resetSetting = "reset-setting"
  case filterSettings = "filter-settings"
  case nextSection = "next-section"
  case previousSection = "previous-section"

  // Everywhere.
  case showMessages = "show-messages"
  case showDrafts = "show-drafts"
  case nextMonth = "next-month"
  case previousMonth = "previous-month"
  case filterHelp = "filter-help"
  case doHelped = "do-helped"
  case columnLeft = "column-left"
  case columnRight = "column-right"
  case undo
  case redo
  case retry
  case palette
  case help
  case redraw
  case suspend
  case quit
}
