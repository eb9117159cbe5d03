/// Brings everything that follows from the rest up to date after a message: scrolling, set text, what is to be read.
extension Model {
  mutating func settle() {
    work(at: 0) { $0.settle() }
    displacement.settle(on: &desk)
    for index in stack.indices.dropFirst() { work(at: index) { $0.settle() } }
    workOnDialog { $0.settle() }
    settlePictures(wantedPictures, keeping: topScreen.keptPictures)
    if dialogs.isEmpty, screens.isEmpty, !drafts.waiting.isEmpty { workOnDrafts { $0.offerNext() } }
  }
}
