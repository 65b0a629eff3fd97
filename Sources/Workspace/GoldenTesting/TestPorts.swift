package import PlanModel
package import Raster
package import Rendering
package import TimelineModel

/// Where golden files are.
package protocol GoldenStorage: Sendable {
  /// The bytes of a file; `nil` where there is none.
  func read(_ path: String) throws(RenderError) -> [UInt8]?
  /// Writes a file, in folders that are made; it appears when it is complete.
  func write(_ bytes: [UInt8], to path: String) throws(RenderError)
  func remove(_ path: String) throws(RenderError)
  /// The names in a folder, sorted; none where there is no folder.
  func names(in folder: String) -> [String]

  /// The picture as a PNG file.
  func png(_ image: Image) throws(RenderError) -> [UInt8]
  /// The picture of a PNG file, in the format of composed frames.
  func picture(at path: String) throws(RenderError) -> Image
  /// What `picture` would give for the PNG file of a picture.
  func asKept(_ image: Image) throws(RenderError) -> Image
}

/// Where the pictures and the sound of a movie come from, each asked for by one thread at a time.
package struct MovieSources: Sendable {
  /// A new source of pictures at each call, with nothing open.
  package var images: @Sendable () -> any ImageSource
  /// A new source of the first track of sound at each call, with nothing open.
  package var sound: @Sendable () -> any AudioSource
  /// The same of a track by its number among those of sound.
  package var soundOfMix: @Sendable (Int) -> any AudioSource
  /// Shared by all threads.
  package var texts: any TextSource

  /// Sources of one movie; they are opened when they are needed.
  package init(
    images: @escaping @Sendable () -> any ImageSource,
    sound: @escaping @Sendable () -> any AudioSource,
    soundOfMix: (@Sendable (Int) -> any AudioSource)? = nil, texts: any TextSource
  ) {
    self.images = images
    self.sound = sound
    self.soundOfMix = soundOfMix ?? { _ in sound() }
    self.texts = texts
  }
}

/// A movie that can be tested, and everything that is kept of it.
package struct TestSubject: Sendable {
  /// What the movie is now, as a whole.
  package var plan: RenderPlan
  /// `nil` where the project has no `expect`: then every frame and sample has to be as it was.
  package var expectations: Expectations?
  /// Where its golden files are.
  package var names: GoldenNames
  /// What the plan is composed and mixed from.
  package var sources: MovieSources
  /// What reads and writes the golden files.
  package var storage: any GoldenStorage

  /// A movie whose frames are composed on demand.
  package init(
    plan: RenderPlan, expectations: Expectations?, names: GoldenNames, sources: MovieSources,
    storage: any GoldenStorage
  ) {
    self.plan = plan
    self.expectations = expectations
    self.names = names
    self.sources = sources
    self.storage = storage
  }

  /// Opens the movie to look at single frames.
  package func pictures() -> TestImages { TestImages(self) }
}
