import Crypto
import Foundation

extension SignInPage {
  /// What the page that opened the sign-in is told.
  package enum Message: Hashable, Sendable {
    case token(String)
    /// There is none, and why.
    case failure(String)
  }

  /// Hands a message to the page that opened this one, and to pages of these origins only; where no page did, goes on to
  /// the address, and without one shows what there is.
  package static func handOver(_ message: Message, origins: [String], address: CallbackAddress?) -> String {
    let content: String
    let attributes: String
    switch message {
    case .token(let token):
      attributes =
        "data-token=\"\(escape(token))\""
        + (address.map { " data-address=\"\(escape($0.carrying(token)))\"" } ?? "")
      content = """
        <h1>Signed in</h1>
        <p id="done" hidden>You can close this window.</p>
        <div id="rest">\(codeParagraphs(token))</div>
        """
    case .failure(let reason):
      attributes = "data-error=\"\(escape(reason))\""
      content = """
        <h1>Not signed in</h1>
        <p id="done">\(escape(reason)) You can close this window.</p>
        """
    }
    return page(
      title: "Sign in",
      """
      <div id="message" \(attributes) data-origins="\(escape(origins.joined(separator: " ")))">
      \(content)
      </div>
      <script>\(handOverScript)</script>
      """)
  }

  /// What the page's policy lets through: the one script of ours, by its digest.
  static let handOverDigest = Data(SHA256.hash(data: Data(handOverScript.utf8))).base64EncodedString()

  /// CloudKit JS reads `ckSession` or `ckWebAuthToken`, by its version. A browser delivers a message only to the origin that
  /// is named with it, so that a page of another origin gets nothing.
  static let handOverScript = """

    "use strict";
    (function () {
      var told = document.getElementById("message").dataset;
      var rest = document.getElementById("rest");
      if (window.opener) {
        var message = told.token ? {ckSession: told.token, ckWebAuthToken: told.token} : {errorMessage: told.error};
        told.origins.split(" ").forEach(function (origin) { window.opener.postMessage(message, origin); });
        document.getElementById("done").hidden = false;
        if (rest) { rest.hidden = true; }
        window.close();
      } else if (told.address) {
        window.location.replace(told.address);
      }
    })();

    """
}
