internal import Diagnostics
internal import OutputKinds
import OutputKinds

extension RenderPlan {
  /// The key of a whole movie: a SHA-256 over the keys of its chunks.
  ///
  /// - Parameters:
  ///   - pictures: keys of the chunks of pictures, in order.
  ///   - sound: keys of the chunks of sound, in order.
  ///   - context: what else decides how they are joined: versions.
  package func movieKey(pictures: [String], sound: [String], context: String) -> String {
    var hasher = ContentHasher()
    hasher.add("cutlist movie 1")
    hasher.add(context)
    hasher.add(output.video)
    if output.container != .usual { hasher.add(output.container.name) }
    if let frames = output.segmentFrames { hasher.add("segments \(frames)") }
    if output.isFragmented { hasher.add("fragments") }
    if !output.description.isEmpty {
      // What is written differs where its text does.
      var json = JSONWriter()
      output.description.write(to: &json, count: 1)
      hasher.add(json.text)
    }
    if !output.otherAudio.isEmpty {
      // What is said of the others is in their keys; the keys of all tracks are one list.
      hasher.add("tracks of sound")
      hasher.add(output.otherAudio.count + 1)
    }
    // A file that was allowed need not be any more.
    if let maxSize = output.maxSize {
      hasher.add("at most")
      hasher.add(maxSize)
    }
    hasher.add(pictures.count)
    for key in pictures { hasher.add(key) }
    hasher.add(sound.count)
    for key in sound { hasher.add(key) }
    return hasher.text
  }
}
