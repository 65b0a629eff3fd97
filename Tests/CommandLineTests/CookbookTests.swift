import Foundation
import Testing

@Suite("The manual's cookbook")
struct CookbookTests {
  @Test("the project of a recipe has no findings", arguments: CookbookRecipe.all)
  func check(_ recipe: CookbookRecipe) {
    let run = GalleryRun(["check", recipe.project.path])
    #expect(run.status == 0)
    #expect(run.said == "\(recipe.project.path): nothing wrong\n")
  }

  @Test("what the page shows of a project is in its file", arguments: CookbookRecipe.all)
  func examples(_ recipe: CookbookRecipe) throws {
    let project = CookbookRecipe.unindented(
      try String(contentsOf: recipe.project, encoding: .utf8))
    #expect(!recipe.examples.isEmpty)
    for example in recipe.examples {
      #expect(project.contains(CookbookRecipe.unindented(example)))
    }
  }

  /// The kept picture has at most 256 colours, so that it is small: what the page's command writes went
  /// through ImageMagick's `convert IN.png +dither -strip -colors 256 PNG8:OUT.png`.
  @Test("the picture of a recipe is the frame that the page says", arguments: CookbookRecipe.all)
  func picture(_ recipe: CookbookRecipe) throws {
    #expect(try Data(contentsOf: recipe.picture).count < 60_000)
    let sandbox = try Sandbox()
    let frame = sandbox.file("frame.png")
    let made = GalleryRun([
      "frame", recipe.project.path, "--at", recipe.time, "--scale", "3/8", "-o", frame,
    ])
    try #require(made.status == 0, "\(made.said)")
    let kept = try sandbox.write("kept.json", movie(of: recipe.picture.path))
    let shown = try sandbox.write("shown.json", movie(of: frame))
    let compared = GalleryRun(["compare", kept, shown])
    #expect(ratio(compared) > 30, "\(compared.printed)\(compared.said)")
  }

  @Test("the picture of the transitions is the frame of its project")
  func transitions() throws {
    let sandbox = try Sandbox()
    let project = CookbookRecipe.projects.appending(path: "pictures/transitions.json")
    #expect(GalleryRun(["check", project.path]).said.hasSuffix("nothing wrong\n"))
    let frame = sandbox.file("frame.png")
    let made = GalleryRun(["frame", project.path, "--at", "0", "-o", frame])
    try #require(made.status == 0, "\(made.said)")
    try expectKept("transitions.png", shows: frame, size: "960x406", in: sandbox)
  }

  @Test("the picture of three sizes shows the recipe's frames at these sizes")
  func threeSizes() throws {
    let sandbox = try Sandbox()
    let project = CookbookRecipe.projects.appending(path: "three-sizes.json")
    let sizes = ["576x324", "228x406", "324x324"]
    for size in sizes {
      let made = GalleryRun([
        "frame", project.path, "--at", "4s", "--size", size, "-o", sandbox.file("\(size).png"),
      ])
      try #require(made.status == 0, "\(made.said)")
    }
    let tracks = zip(sizes, [0, 612, 876]).map { size, left in
      """
      { "video": [ { "clip": "\(size)", "duration": "1f", "fit": "none", "anchor": [0, 0.5],
        "position": [\(left), 203] } ] }
      """
    }
    let media = sizes.map { "\"\($0)\": \"\($0).png\"" }
    let row = try sandbox.write(
      "row.json",
      """
      { "cutlist": 1,
        "output": { "size": "1200x406", "frameRate": 25, "background": "white", "audio": false },
        "media": { \(media.joined(separator: ", ")) },
        "tracks": [ \(tracks.joined(separator: ", ")) ] }
      """)
    let frame = sandbox.file("row.png")
    try #require(GalleryRun(["frame", row, "--at", "0", "-o", frame]).status == 0)
    try expectKept("three-sizes.png", shows: frame, size: "1200x406", in: sandbox)
  }

  /// Compares a picture of the manual, which has at most 256 colours, with what it is to show.
  private func expectKept(
    _ name: String, shows frame: String, size: String, in sandbox: Sandbox
  ) throws {
    let picture = CookbookRecipe.pictures.appending(path: name)
    #expect(try Data(contentsOf: picture).count < 120_000)
    let kept = try sandbox.write("kept.json", movie(of: picture.path, size: size))
    let shown = try sandbox.write("shown.json", movie(of: frame, size: size))
    let compared = GalleryRun(["compare", kept, shown])
    #expect(ratio(compared) > 30, "\(compared.printed)\(compared.said)")
  }

  @Test("every project, every picture and every heading belongs to one recipe")
  func complete() throws {
    let recipes = CookbookRecipe.all
    #expect(recipes.count >= 40)
    let names = recipes.map(\.description).sorted()
    #expect(Set(names).count == names.count)
    let projects = try files(in: CookbookRecipe.projects, from: "", to: ".json")
    #expect(projects == names)
    let pictures = try files(in: CookbookRecipe.pictures, from: "cookbook-", to: ".png")
    #expect(pictures == names)
    let page = try String(contentsOf: CookbookRecipe.page, encoding: .utf8)
    for recipe in recipes {
      #expect(page.contains("- [\(recipe.heading)](#"), "\(recipe)")
      #expect(page.contains("(../../../../Projects/cookbook/\(recipe).json)"), "\(recipe)")
    }
  }

  /// A movie of one frame that shows a picture.
  private func movie(of picture: String, size: String = "480x270") -> String {
    """
    {"cutlist": 1, "output": {"size": "\(size)", "frameRate": 25, "audio": false},
    "media": {"picture": "\(picture)"},
    "tracks": [{"video": [{"clip": "picture", "duration": "1f", "fit": "stretch"}]}]}
    """
  }

  /// The peak signal-to-noise ratio that `compare` prints, in dB; 100 of what is the same.
  private func ratio(_ compared: GalleryRun) -> Double {
    if compared.status == 0 { return 100 }
    let parts = compared.printed.components(separatedBy: "PSNR ")
    guard parts.count > 1 else { return 0 }
    return Double(parts[1].components(separatedBy: " ")[0]) ?? 0
  }

  /// What stands between a beginning and an end in the names of a folder's files, sorted.
  private func files(in folder: URL, from start: String, to end: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix(start) && $0.hasSuffix(end) }
      .map { String($0.dropFirst(start.count).dropLast(end.count)) }
      .sorted()
  }
}
