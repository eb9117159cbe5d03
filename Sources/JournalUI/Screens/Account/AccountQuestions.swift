import JournalCore

/// What can be chosen in the questions about the account.
enum AccountChoice: AnswerGroup {
  /// Asks for the journal's name before something goes that does not come back.
  case askName(ErasePurpose)
}

/// The lines that are asked for about the account.
enum AccountQuestion: AnswerGroup {
  case erase(ErasePurpose)
  /// What a device of the account is called.
  case renameDevice(String)
}

extension AccountScreen {
  mutating func chose(_ choice: AccountChoice) {
    switch choice {
    case .askName(let purpose):
      guard canWrite() else { return }
      openPrompt(
        AccountQuestion.erase(purpose), .journalName(consequence: purpose.consequence, deed: purpose.deed),
        purpose.title,
        hint: "Type the journal’s name, \(environment.journalName), to confirm")
    }
  }

  mutating func answered(_ question: AccountQuestion, _ prompt: Prompt) {
    switch question {
    case .erase(let purpose): tellAccount(purpose.request)
    case .renameDevice(let id): tellAccount(.renameDevice(device: id, name: prompt.field.text))
    }
  }
}
