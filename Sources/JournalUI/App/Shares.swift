import JournalCore

/// What is shared, as far as the model itself has to do with it; the screens hear the rest.
extension Model {
  mutating func sharesAnswered(_ answer: ShareAnswer) {
    switch answer {
    case .news(let sentences): for sentence in sentences { say(sentence, .success) }
    case .changed:
      emit(.shares(.load))
      if main.list.scope.isOfOthers { workOnMain { $0.reload() } }
    case .shelf(let shelf): desk.shelf = shelf
    case .share, .ended, .code, .invitation, .accepted, .copied, .begun, .pictures: break
    }
  }
}
