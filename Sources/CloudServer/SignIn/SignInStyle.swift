import Crypto
import Foundation

extension SignInPage {
  /// What the pages' policy lets through: the one style sheet of ours, by its digest.
  static let styleDigest = Data(SHA256.hash(data: Data(style.utf8))).base64EncodedString()

  static let style = """

    :root { --paper: #f6f4ef; --card: #fffdf8; --ink: #26221c; --faint: #6d655a; --line: #d8d1c4; --accent: #8a4b1f;
      --accent-ink: #fffaf2; --complaint: #9b1c1c; }
    @media (prefers-color-scheme: dark) {
      :root { --paper: #191714; --card: #23201b; --ink: #ece5d8; --faint: #a89e8e; --line: #453f35; --accent: #d8935c;
        --accent-ink: #221a12; --complaint: #ff9c8f; }
    }
    * { box-sizing: border-box; }
    body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--paper);
      color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
    main { width: 100%; max-width: 26rem; padding: 2rem; background: var(--card); border: 1px solid var(--line);
      border-radius: 0.75rem; }
    h1 { margin: 0 0 0.75rem; font: 600 1.6rem/1.2 Georgia, serif; }
    p { margin: 0 0 1rem; color: var(--faint); overflow-wrap: anywhere; }
    b { color: var(--ink); font-weight: 600; }
    label { display: block; margin: 1rem 0 0.25rem; font-weight: 600; }
    input, textarea { width: 100%; padding: 0.6rem 0.75rem; border: 1px solid var(--line); border-radius: 0.4rem;
      background: var(--paper); color: var(--ink); font: inherit; }
    input:focus, textarea:focus, button:focus { outline: 2px solid var(--accent); outline-offset: 2px; }
    button { width: 100%; margin-top: 1.5rem; padding: 0.7rem; border: 0; border-radius: 0.4rem;
      background: var(--accent); color: var(--accent-ink); font: inherit; font-weight: 600; cursor: pointer; }
    .second { margin-top: 0.75rem; background: none; color: var(--ink); border: 1px solid var(--line); }
    .complaint { color: var(--complaint); font-weight: 600; }
    .code { margin-bottom: 1rem; font-family: ui-monospace, monospace; resize: none; overflow-wrap: anywhere;
      user-select: all; }

    """
}
