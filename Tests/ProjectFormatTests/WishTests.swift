import Testing

@testable import ProjectFormat

@Suite struct WishTests {
  @Test(
    "every wish has pages that exist, and every name asks for one thing",
    arguments: Wish.all.indices)
  func pages(index: Int) {
    let wish = Wish.all[index]
    #expect(!wish.names.isEmpty && !wish.pages.isEmpty)
    for page in wish.pages { #expect(!FormatReference.topics(named: page).isEmpty, "\(page)") }
    for name in wish.names {
      #expect(Wish.all.filter { $0.names.contains(name) }.count == 1, "\(name)")
      #expect(name == name.lowercased() && !name.contains("-"))
    }
  }

  @Test(
    "what editors ask for is answered, in any case, in one word or several",
    arguments: [
      "Ken Burns", "slow motion", "lower third", "subtitles", "picture-in-picture", "J cut",
      "green screen", "fade to black", "volume", "time-lapse", "chapters", "adjustment layer",
    ])
  func answers(name: String) {
    let topics = FormatReference.topics(named: name)
    #expect(!topics.isEmpty && topics.allSatisfy { !$0.lines.isEmpty })
  }
}
