import BaseValues
import PlanModel

/// One self-contained HTML file: style, script and pictures inside, nothing from a network.
///
/// Its policy lets the browser use the one style sheet and the one script, known by their hashes, and
/// pictures that lie in the page: whatever a name in it contains runs nothing and fetches nothing.
struct HTMLPage {
  var title: String
  /// CSS beside that of every report.
  var style = ""
  /// JavaScript that runs after the page is there; the page must be readable without it.
  var script = ""
  /// Whether a movie lies in the page.
  var showsMovie = false
  /// HTML.
  var body: String

  var text: String {
    let style = "\n\(Self.commonStyle)\n\(style)\n"
    let script = script.isEmpty ? "" : "\n\(script)\n"
    let scriptSource = script.isEmpty ? "'none'" : Self.source(script)
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      \(HTMLMark.text)
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
      \(showsMovie ? "media-src data:; " : "")style-src \(Self.source(style)); script-src \(scriptSource); base-uri 'none'; form-action 'none'">
      <title>\(HTMLText.escaped(title))</title>
      <style>\(style)</style>
      </head>
      <body>
      \(body)
      \(script.isEmpty ? "" : "<script>\(script)</script>")
      </body>
      </html>

      """
  }

  /// A text of a script or style sheet as a policy names it (CSP level 3, 2.3.1).
  private static func source(_ text: String) -> String {
    var hash = SHA256()
    hash.update(Array(text.utf8))
    return "'sha256-\(Base64.text(hash.finalized()))'"
  }

  /// A picture inside the page.
  static func image(_ bytes: [UInt8], type: String, alt: String, attributes: String = "") -> String
  {
    "<img src=\"data:\(type);base64,\(Base64.text(bytes))\" alt=\"\(HTMLText.escaped(alt))\""
      + "\(attributes.isEmpty ? "" : " ")\(attributes)>"
  }

  private static let commonStyle = """
    :root { color-scheme: dark; --ground: #16181d; --panel: #1f2229; --line: #353a45;
      --text: #e4e7ec; --quiet: #98a0ad; --accent: #f2b880; --error: #ff7b72; --warning: #e3b341;
      --good: #7ee787; }
    * { box-sizing: border-box; }
    body { margin: 0; padding: 20px 24px 40px; background: var(--ground); color: var(--text);
      font: 14px/1.45 system-ui, sans-serif; }
    h1 { font-size: 20px; margin: 0 0 4px; }
    h2 { font-size: 15px; margin: 28px 0 8px; }
    p { margin: 4px 0; }
    pre { background: var(--panel); padding: 10px 12px; border-radius: 6px; overflow-x: auto;
      font: 12px/1.5 ui-monospace, monospace; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th, td { text-align: left; padding: 4px 14px 4px 0; border-bottom: 1px solid var(--line);
      vertical-align: top; }
    th { color: var(--quiet); font-weight: 500; }
    .quiet { color: var(--quiet); }
    .error { color: var(--error); }
    .warning { color: var(--warning); }
    .good { color: var(--good); }
    .facts { display: flex; flex-wrap: wrap; gap: 4px 22px; margin: 8px 0 0; padding: 0;
      list-style: none; }
    """
}
