import CloudStore
import Encodings

/// The pages behind a `redirectURL`, as HTML: nothing from elsewhere, no script but the one that hands a token over, light
/// or dark as the reader has it.
package enum SignInPage {
  /// What the form carries along.
  package struct Form: Hashable, Sendable {
    /// The API token of the program that asks; empty where the address has none.
    package var apiToken: String
    /// The only container that the session will be for.
    package var container: String
    /// The address to which the program wants the token sent; nil where it names none.
    package var callback: String?
    /// Whether a web page waits for the outcome, so that it can be told that there will be none.
    package var isForPage = false
    /// The account's name for a further attempt; empty at the first.
    package var name = ""
    /// Ties the form to the browser that asked for it.
    package var proof: String
    /// A sentence above the form, where an attempt has failed.
    package var complaint: String?
  }

  /// Returns the sign-in page as HTML, with every value escaped.
  package static func form(_ form: Form) -> String {
    let complaint = complaintParagraph(form.complaint)
    let purpose: String
    if form.isForPage {
      purpose = "The web page that sent you here is then signed in."
    } else if form.callback == nil {
      purpose = "You get a code to give to the program that sent you here."
    } else {
      purpose = "The program that sent you here is then signed in."
    }
    let cancel =
      form.isForPage
      ? "\n<button type=\"submit\" name=\"cancel\" value=\"1\" class=\"second\" formnovalidate>Cancel</button>" : ""
    return page(
      title: "Sign in",
      """
      <h1>Sign in</h1>
      <p>\(asking(form.container)) \(purpose)</p>
      \(complaint)
      <form method="post" action="/sign-in" accept-charset="utf-8">
      \(hidden("ckAPIToken", form.apiToken))\(hidden("container", form.container))\(hidden("proof", form.proof))\
      \(form.callback.map { hidden("callback", $0) } ?? "")
      \(credentials(form.name))
      <button type="submit">Sign in</button>\(cancel)
      </form>
      """)
  }

  /// Who asks, and for what.
  private static func asking(_ container: String) -> String {
    container == StoredContainer.defaultID
      ? "<b>CloudJournal</b> wants to sign in to your account, and gets your journal only."
      : "A program wants to sign in to your account, and gets what you keep in <b>\(escape(container))</b> only."
  }

  /// Shows the web auth token for copying by hand.
  package static func code(_ token: String) -> String {
    page(
      title: "Signed in",
      """
      <h1>Signed in</h1>
      \(codeParagraphs(token))
      """)
  }

  static func codeParagraphs(_ token: String) -> String {
    """
    <p>Give this code to the program that sent you here. It is as good as your password: do not show it to anybody.</p>
    <textarea id="token" class="code" readonly rows="3" aria-label="Code">\(escape(token))</textarea>
    <p>You can close this page then.</p>
    """
  }

  /// Says what this address is.
  ///
  /// - Parameter base: What clients reach the server by.
  static func home(_ base: String) -> String {
    page(
      title: "A journal server",
      """
      <h1>A journal server runs here</h1>
      <p>It syncs journals between computers. To use it on a computer that has CloudJournal, type</p>
      <textarea class="code" readonly rows="3" aria-label="Command">cloudjournal account sign-in --server \
      \(escape(base)) --user NAME</textarea>
      <p>or press <b>A</b> in the open journal. If a device shows you a code, type it <a href="/code">on this page</a>. Only the person who runs this server can create accounts.</p>
      """)
  }

  /// Says that there is no page at the address.
  static func nothing() -> String {
    page(
      title: "No such page",
      """
      <h1>There is no page at this address</h1>
      <p>A journal server runs here. <a href="/">Its first page</a> says how to use it. If a device shows you a code, type it <a href="/code">on this page</a>.</p>
      """)
  }

  /// Says why there is no form.
  package static func refusal(_ sentence: String) -> String {
    page(title: "Not possible", "<h1>Not possible</h1>\n\(complaintParagraph(sentence))")
  }

  /// Returns the page's Content-Security-Policy.
  ///
  /// - Parameters:
  ///   - callback: The form's answer may lead there; browsers count that as sending the form there.
  ///   - handsOver: Whether the page is ``handOver(_:origins:address:)``, the only one with a script.
  package static func policy(callback: CallbackAddress?, handsOver: Bool = false) -> String {
    "default-src 'none'; style-src 'sha256-\(styleDigest)'"
      + (handsOver ? "; script-src 'sha256-\(handOverDigest)'" : "") + "; form-action 'self'"
      + (callback.map { " \($0.origin)" } ?? "") + "; frame-ancestors 'none'; base-uri 'none'"
  }

  /// Returns a text that HTML shows as it is, between tags and in quoted attributes.
  package static func escape(_ text: String) -> String { MarkupEscape.text(text) }

  static func complaintParagraph(_ complaint: String?) -> String {
    complaint.map { "<p class=\"complaint\" role=\"alert\">\(escape($0))</p>" } ?? ""
  }

  /// The fields for the account and its password; the first that is empty has the cursor.
  static func credentials(_ name: String) -> String {
    """
    <label for="name">Account</label>
    <input id="name" name="name" value="\(escape(name))" autocomplete="username" autocapitalize="none" \
    spellcheck="false" maxlength="255" required\(name.isEmpty ? " autofocus" : "")>
    <label for="password">Password</label>
    <input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" \
    required\(name.isEmpty ? "" : " autofocus")>
    """
  }

  static func hidden(_ name: String, _ value: String) -> String {
    "<input type=\"hidden\" name=\"\(name)\" value=\"\(escape(value))\">"
  }

  static func page(title: String, _ body: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(title) – CloudJournal</title>
    <style>\(style)</style>
    </head>
    <body>
    <main>
    \(body)
    </main>
    </body>
    </html>

    """
  }
}
