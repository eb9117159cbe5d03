import TOMLKit
import Testing

@testable import ConfigText

/// What the TOML library does not survive is refused before it is asked; everything else is its own to judge.
@Suite struct ConfigTextTests {
  /// The smallest is two bytes: `[=`.
  @Test(arguments: [
    ("[=", 1, 2), ("[=]\n", 1, 2), ("[[.]]", 1, 3), ("a = 1\n  [ , ]", 2, 5), ("[\u{1}]", 1, 2), ("[ü]\n", 1, 2),
    ("\u{FEFF}[+]", 1, 3), ("a = [\n  [1],\n]\n[\n", 4, 2), ("[#]", 1, 2), ("[ [ a ] ]", 1, 3), ("a = ''\n[*]", 2, 2),
    ("a = [}", 1, 6), ("a = 1\nb = [1,\n\t# }\n }]\n", 4, 2), ("a = [[}]]", 1, 7), ("a = { b = [ 'x', } }", 1, 18),
    ("a = [{}, }]", 1, 10), ("a = 1979-05-27T:", 1, 16), ("a = [1,\n 1979-05-27 :]", 2, 13),
    ("a=1979-05-27tx:1", 1, 14),
    ("a = \"\"\"\n[=]\n\"\"\"\"\"\n[=]", 4, 2), ("a = '''\\'''\n[=]", 2, 2), ("a = \"\\\"\" # \"\n[=]", 2, 2),
  ]) func whatTheLibraryTakesForGrantedIsRefused(text: String, line: Int, column: Int) {
    #expect(
      throws: ConfigText.Problem.self, "\(text.debugDescription)",
      performing: { () throws in
        do throws(ConfigText.Problem) {
          _ = try ConfigText.table(text)
        } catch {
          #expect((error.line, error.column) == (line, column), "\(text.debugDescription): \(error)")
          #expect(!error.reason.isEmpty)
          throw error
        }
      })
  }

  /// What looks like such a header within a string, a comment or a list is none.
  @Test(arguments: [
    "a = [{ b = [] }]\n[c]\nd = { e = [1, 2,] }\nf = ['[', \"[\", { g = ',' }]\n", "a = '[}'\nb = [ # }\n]\n",
    "a = \"\"\"\n[=]\n\"\"\"\n", "a = '''\n[=]\n'''\n", "# [=]\n[a]\n",
    "a = [\n[1],\n[\"b\"],\n[{ c = 1 }],\n[[2]],\n[],\n]\n",
    "a = '[='\n[\"=\"]\nb = 1\n", "[ 'x' . y ]\n", "[[ a ]]\n[[a]]\n", "a = \"\\\\\"\n[b]\n",
    "a = \"\"\"\\\"\"\"\n[=]\n\"\"\"\n",
    "a = { b = \"}\" }\r\n\r\n[c]\r\n", "", "[-]\n[_]\n[9]\n",
    "a = 1979-05-27T07:32:00Z\nb = 1979-05-27 # :\nc = [1979-05-27, 1979-05-27 07:32:00]\n",
    "1979-05-27Tx = 1\n[1979-05-27T_]\n1979-05-27T = { 1979-05-27T- = 2 }\n",
  ]) func theRestIsLeftToTheLibrary(text: String) throws {
    #expect(TOMLCheck.firstProblem(text) == nil, "\(text.debugDescription)")
    _ = try ConfigText.table(text)
  }

  /// A mistake that comes first is the one that is told.
  @Test func theFirstMistakeIsTold() {
    do throws(ConfigText.Problem) {
      _ = try ConfigText.table("a = \nb = 2\n[=]\n")
      Issue.record("it was taken")
    } catch {
      #expect(error.line == 1)
    }
  }

  @Test func whatIsRefusedByTheLibraryHasItsPlace() {
    do throws(ConfigText.Problem) {
      _ = try ConfigText.table("a = 1\n[]\n")
      Issue.record("it was taken")
    } catch {
      #expect(error.line == 2 && error.reason.contains("blank"))
    }
  }

  /// What is wrong is said in words that help a person who does not know TOML.
  @Test(arguments: [
    ("theme = dark", "a text stands between quotation marks"), ("a = 1x", "a text stands between quotation marks"),
    ("a = tru\n", "a text stands between quotation marks"), ("a = _1", "a text stands between quotation marks"),
    ("theme\n", "“=” is missing; the line ends here"), ("theme = \n", "the value is missing; the line ends here"),
    ("x y = 1", "“=” is missing; here is “y”"), ("[screen\na = 1", "“]” is missing; the line ends here"),
    ("a = \"a\" b", "the line goes on after its end; here is “b”"), ("= 1", "the name of a setting is missing"),
    ("a = \"b\nc = 1", "the quotation mark at the end of the text is missing"),
    ("a = 1\na = 2", "“a” stands here for the second time"), ("[a]\n[a]", "“a” stands here for the second time"),
    ("a = \"\\q\"", "\\q means nothing in a text; for a backslash itself write \\\\"),
    ("a = 01", "a number does not begin with 0"), ("a = [1", "the file ends before this does"),
    ("a = 1979-13-01", "this is not TOML (expected month"),
  ]) func whatIsWrongIsSaidInWords(text: String, words: String) {
    do throws(ConfigText.Problem) {
      _ = try ConfigText.table(text)
      Issue.record("\(text.debugDescription) was taken")
    } catch {
      #expect(error.reason.contains(words) && !error.reason.contains("\n"), "\(text.debugDescription): \(error.reason)")
    }
  }
}
