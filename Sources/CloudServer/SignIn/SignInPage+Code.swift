/// The page `/code`, on which a person lets a device in that shows a short code.
extension SignInPage {
  /// Asks for the code.
  static func codeForm(proof: String, complaint: String?) -> String {
    page(
      title: "Sign a device in",
      """
      <h1>Sign a device in</h1>
      <p>The device shows a code of eight letters. Type it here.</p>
      \(complaintParagraph(complaint))
      <form method="post" action="/code" accept-charset="utf-8">
      \(hidden("proof", proof))
      <label for="code">Code</label>
      <input id="code" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="32" \
      placeholder="BCDF-GHJK" required autofocus>
      <button type="submit">Continue</button>
      </form>
      """)
  }

  /// Names the device that asks, and takes name and password.
  static func codeQuestion(
    _ asking: SignInCodes.Asking, code: String, name: String, proof: String, complaint: String?
  ) -> String {
    let device = asking.device.isEmpty ? "A device without a name" : "CloudJournal on “\(asking.device)”"
    return page(
      title: "Sign a device in",
      """
      <h1>Let this device in?</h1>
      <p><b>\(escape(device))</b> at \(escape(asking.address)) wants to sign in, to read and write your journal. \
      Go on only if you see this code on it: <b>\(escape(SignInPage.grouped(code)))</b></p>
      \(complaintParagraph(complaint))
      <form method="post" action="/code" accept-charset="utf-8">
      \(hidden("proof", proof))\(hidden("code", code))
      \(credentials(name))
      <button type="submit" name="grant" value="1">Sign this device in</button>
      <button type="submit" name="cancel" value="1" class="second" formnovalidate>Do not let it in</button>
      </form>
      """)
  }

  /// Says what was done.
  static func codeDone(_ asking: SignInCodes.Asking, isGranted: Bool) -> String {
    let device = asking.device.isEmpty ? "The device" : "“\(asking.device)”"
    return isGranted
      ? page(
        title: "Signed in",
        "<h1>Signed in</h1>\n<p>\(escape(device)) continues in a moment. You can close this page.</p>")
      : page(title: "Not let in", "<h1>Not let in</h1>\n<p>\(escape(device)) was told so. You can close this page.</p>")
  }

  /// `BCDF-GHJK`.
  static func grouped(_ code: String) -> String {
    let letters = SignInCodes.plain(code)
    return "\(letters.prefix(4))-\(letters.dropFirst(4))"
  }
}
