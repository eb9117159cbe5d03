import CloudClient
import JournalCore
import JournalSeal

/// A link to something that is shared: `https://HOST/share/GUID`, the same with `cloudjournal://`, or the last part alone.
package struct InvitationLink: Hashable, Sendable {
  /// The last part, by which the server knows it.
  package let guid: String
  /// The key that it carries, of what is shared from an encrypted journal; nil for a plain one.
  let link: ShareLink?

  private static let longest = 2048

  /// Reads a link of the server that the journal is signed in to.
  ///
  /// - Throws: ``CommandFailure`` for a text that is no link, for one of another server, and for one with half a key.
  init(_ text: String, of settings: AccountSettings) throws {
    let text = trimmingSpace(text)
    guard text.utf8.count <= InvitationLink.longest, !text.isEmpty else { throw InvitationLink.noLink(text) }
    let bare = text.firstIndex(of: "#").map { String(text[..<$0]) } ?? text
    let guid = try text.contains("://") ? InvitationLink.guid(inAddress: bare, settings) : bare
    guard InvitationLink.isGUID(guid) else { throw InvitationLink.noLink(text) }
    self.guid = guid
    guard let fragment = text.firstIndex(of: "#"), text[fragment...].hasPrefix("#k=") else {
      link = nil
      return
    }
    guard let key = ShareLink(fragment: String(text[text.index(after: fragment)...])) else {
      throw CommandFailure(
        .invalidInput,
        "The end of this link is missing or was changed: behind #k= there are 43 characters. Nothing was changed.")
    }
    link = key
  }

  private static func guid(inAddress text: String, _ settings: AccountSettings) throws -> String {
    var address = text
    if let scheme = text.firstRange(of: "://"), text[..<scheme.lowerBound].lowercased() == "cloudjournal" {
      // Nothing is asked there: whatever kind the server is of, only its name counts here.
      address = "https" + text[scheme.lowerBound...]
    }
    let found: HTTPAddress
    do { found = try HTTPAddress(address) } catch { throw ServiceWords.failure(error) }
    let parts = found.path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[parts.count - 2] == "share", let last = parts.last else { throw noLink(text) }
    guard settings.shareHosts.contains(found.name) else {
      let here = settings.shareHosts.first ?? settings.service
      throw CommandFailure(
        .invalidInput,
        "This link is for \(found.name); you are signed in at \(here). Use another journal for it: "
          + "cloudjournal --journal other account sign-in --server \(found.origin)")
    }
    return String(last)
  }

  /// Base64 for addresses, as servers make it; others may be longer or shorter.
  private static func isGUID(_ text: String) -> Bool {
    (8...200).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
          || $0 == 0x5F
      }
  }

  private static func noLink(_ text: String) -> CommandFailure {
    .usage(
      "“\(TextPreview.preview(of: text, limit: 60))” is not a link to something shared. Give one such as "
        + "https://journal.example.org/share/Jq3…, or - to read it from standard input.")
  }
}

extension AccountSettings {
  /// Where links of this account's server begin.
  private var shareBase: String {
    var base = baseURL ?? service
    while base.hasSuffix("/") { base.removeLast() }
    return base
  }

  /// The link that leads to a share.
  func shareURL(_ guid: String) -> String { "\(shareBase)/share/\(guid)" }

  /// The link of a sealed share: a browser would hand what is behind # to the pages of the server, so that it is none of a page.
  func sealedURL(_ url: String, _ link: ShareLink) -> String {
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    return "cloudjournal://\(rest)#\(link.fragment)"
  }

  /// The server's names, as links have them; its own word for it first.
  var shareHosts: [String] {
    var hosts: [String] = []
    for text in [baseURL, service].compactMap(\.self) {
      // What cannot be read as an address is none that a link has.
      do { hosts.append(try HTTPAddress(text).name) } catch { continue }
    }
    return hosts
  }
}
