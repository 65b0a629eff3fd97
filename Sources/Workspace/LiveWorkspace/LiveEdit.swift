package import BaseValues
import ChunkStorage
import Diagnostics
import MovieWriting
package import PlanModel
package import Rendering
import ProjectFormat
import Synchronization
package import TimelineModel
package import Workspace

/// One state of a project without errors, ready to be looked at: what it shows, what it sounds like, and which of
/// its chunks are rendered.
package final class LiveEdit: Sendable {
  /// Counts states; no two of a process have one number.
  package let number: Int
  package let project: LoadedProject
  package let timeline: Timeline
  package let plan: RenderPlan
  /// What decides the pixels of each chunk.
  package let keys: [String]
  /// `nil` where the movie has no sound.
  package let sound: WarmSound?
  private let frames: WarmFrames
  private let drafts = Mutex<[Int: Draft]>([:])
  private let session: RenderSession

  /// The movie planned at a smaller size, for playing.
  private struct Draft: Sendable {
    var plan: RenderPlan
    var frames: WarmFrames
  }

  /// `nil` for a project with errors.
  package init?(_ project: LoadedProject, number: Int) {
    guard let timeline = project.timeline, let plan = project.plan else { return nil }
    self.number = number
    self.project = project
    self.timeline = timeline
    self.plan = plan
    let contexts = plan.contexts(texts: project.texts)
    keys = plan.pictureKeys { contexts[$0.index] }
    sound = WarmSound(of: project)
    frames = WarmFrames(of: plan, in: project)
    session = project.session(
      for: plan, store: project.chunkStore(beside: project.path) { _ in }, jobs: 1,
      cancellation: Cancellation())
  }

  // MARK: - Pictures

  /// A frame as `cutlist frame` writes it: PNG, in the movie's size.
  package func png(_ frame: Int) throws(RenderError) -> [UInt8] {
    try StillWriter.png(try frames.frame(frame))
  }

  /// A frame as JPEG.
  ///
  /// - Parameters:
  ///   - width: of the picture, in pixels; the height follows. No more than the movie's.
  ///   - draft: whether the movie may be composed in that size, which is faster, instead of being made
  ///     smaller afterwards.
  package func jpeg(
    _ frame: Int, width: Int, draft: Bool, cache: PictureCache
  ) throws(RenderError) -> [UInt8] {
    let size = size(ofWidth: width)
    if draft, size.width < plan.output.size.width, let own = self.draft(size) {
      return try StillWriter.jpeg(try own.frames.frame(frame), size: own.plan.output.size)
    }
    let place = place(of: frame).map {
      PictureCache.Key(chunk: $0.key, offset: $0.offset, width: size.width)
    }
    if let known = place.flatMap(cache.picture) { return known }
    let bytes = try StillWriter.jpeg(try frames.frame(frame), size: size)
    if let place { cache.keep(bytes, for: place) }
    return bytes
  }

  /// The movie's shape at a width, both sides even.
  package func size(ofWidth width: Int) -> Size {
    let whole = plan.output.size
    let width = min(max(width, 16), whole.width) & ~1
    let height = max(2, (width * whole.height / max(1, whole.width) + 1) & ~1)
    return Size(width: max(2, width), height: min(height, max(2, whole.height & ~1)))
  }

  /// The key of a frame's chunk and its place in it.
  private func place(of frame: Int) -> (key: String, offset: Int)? {
    var (low, high) = (0, plan.chunks.count)
    while low < high {
      let middle = low + (high - low) / 2
      if plan.chunks[middle].frames.upperBound <= frame { low = middle + 1 } else { high = middle }
    }
    guard low < plan.chunks.count, plan.chunks[low].frames.contains(frame) else { return nil }
    return (keys[low], frame - plan.chunks[low].frames.lowerBound)
  }

  /// The movie planned at another size; `nil` where that cannot be. Two sizes are kept.
  private func draft(_ size: Size) -> Draft? {
    // Whoever else wants it waits for it.
    drafts.withLock { drafts in
      if let known = drafts[size.width] { return known }
      var options = project.options
      options.rendition.size = .size(size)
      let small = ProjectLoader(options).load(
        SourceFile(path: project.path, bytes: project.file.bytes))
      guard let plan = small.plan, plan.output.frameCount == self.plan.output.frameCount else {
        return nil
      }
      if drafts.count >= 2 { drafts = [:] }
      let made = Draft(plan: plan, frames: WarmFrames(of: plan, in: small))
      drafts[size.width] = made
      return made
    }
  }

  // MARK: - Chunks

  /// Whether the cache has the pictures of each chunk, in their order.
  package var rendered: [Bool] { plan.chunks.map { session.isThere(.picture($0)) } }

  /// Frames that may look otherwise than in another state, in rising order: those of chunks that it does not
  /// have at the same place.
  package func changes(since other: LiveEdit) -> [Range<Int>] {
    var old: [Range<Int>: String] = [:]
    for (chunk, key) in zip(other.plan.chunks, other.keys) { old[chunk.frames] = key }
    var ranges: [Range<Int>] = []
    for (chunk, key) in zip(plan.chunks, keys) where old[chunk.frames] != key {
      if let last = ranges.last, last.upperBound == chunk.frames.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<chunk.frames.upperBound
      } else {
        ranges.append(chunk.frames)
      }
    }
    return ranges
  }

  /// Closes what it has open, until it is asked again.
  package func rest() {
    frames.rest()
    sound?.rest()
    drafts.withLock { $0 = [:] }
  }
}
