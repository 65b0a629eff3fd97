import Workspace
import Testing

@testable import CommandLineInterface

struct NeededMemoryTests {
  @Test(
    "what is needed is rounded up, and what there is is not",
    arguments: [
      (83_886_080, "80 MiB", "80 MiB"), (83_886_081, "81 MiB", "81920 KiB"),
      (84_934_655, "81 MiB", "82943 KiB"), (1, "1 MiB", "0 KiB"),
    ])
  func rounding(bytes: Int, needed: String, available: String) {
    #expect(WorkerChoice.needed(bytes) == needed)
    #expect(WorkerChoice.available(bytes) == available)
  }

  @Test("the number that a refusal names is enough")
  func enough() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "p.json",
      """
      { "cutlist": 1, "output": { "size": "1920x1080", "frameRate": 25, "audio": false },
        "tracks": [ { "titles": [ { "text": "A", "at": 0, "duration": "0.08s" } ] } ] }
      """)
    let refused = sandbox.render("p.json", to: "a.mp4", "--memory", "64MiB")
    #expect(refused.status == 2)
    let words = refused.messages.split(separator: " ")
    let place = try #require(words.lastIndex(of: "--memory"))
    let size = words[place + 1].prefix { $0 != "," }
    let number = try #require(Int(size.prefix { $0.isNumber }))
    #expect(refused.messages.contains("needs up to \(number) MiB"))
    #expect(sandbox.render("p.json", to: "a.mp4", "--memory", String(size)).status == 0)
    let less = sandbox.render("p.json", to: "b.mp4", "--memory", "\(number - 1)MiB")
    #expect(less.status == 2)
    #expect(less.messages.contains("allows \(number - 1) MiB"))
  }
}
