import BaseValues
import PlanModel
package import Rendering
import TimelineModel

/// The tracks of an edit as a part of a page, for pages that a server makes.
package struct TrackDrawing: Sendable {
  /// Rows: a ruler with markers, the movie, and the tracks from front to back. No script and no style in it; what is
  /// of a place in the file has it as `data-at`.
  package var html: String
  /// The style sheet that belongs to these rows, beside ``commonStyle``.
  package var css: String
  /// What is drawn.
  fileprivate let picture: TimelinePicture

  /// The style sheet of all such rows.
  package static let commonStyle = TimelineDrawing.style

  init(_ picture: TimelinePicture, rate: FrameRate) {
    var drawing = TimelineDrawing(
      frameCount: picture.frameCount, rate: rate, places: PlaceStyles())
    drawing.tellsPlaces = true
    let rows =
      [drawing.ruler(markers: picture.markers), drawing.program(picture)]
      + drawing.loudness(picture.program.loudness) + picture.lanes.map(drawing.lane)
    html = rows.joined(separator: "\n")
    css = drawing.places.css
    self.picture = picture
  }
}

extension TimelineReport {
  /// The tracks without pictures and sound, but for those that the same items had in an earlier state: it is these that
  /// are looked at until there are new ones. Nothing is opened.
  package func bareTracks(after earlier: TrackDrawing? = nil) -> TrackDrawing {
    TrackDrawing(
      earlier.map { barePicture.showing($0.picture) } ?? barePicture, rate: plan.output.rate)
  }

  /// The tracks with small pictures and the shape of the sound.
  ///
  /// - Parameters:
  ///   - encode: makes a composed picture small and a JPEG.
  ///   - isOver: is asked after each clip and title whether nobody wants it any more.
  /// - Returns: `nil` where nobody does.
  package func tracks(
    backend: any RenderBackend, encode: @escaping ThumbnailEncoder, until isOver: () -> Bool
  ) throws(RenderError) -> TrackDrawing? {
    if isOver() { return nil }
    var isLeft = false
    do throws(RenderError) {
      let picture = try picture(backend: backend, encode: encode) {
        (_, _) throws(RenderError) in
        guard isOver() else { return }
        isLeft = true
        throw RenderError(.interrupted, "another state is wanted")
      }
      return TrackDrawing(picture, rate: plan.output.rate)
    } catch {
      if isLeft { return nil }
      throw error
    }
  }
}

extension TimelinePicture {
  /// With the small pictures and the sound of the same items in another one: those with one label and length, in the
  /// order in which they stand.
  fileprivate func showing(_ earlier: TimelinePicture) -> TimelinePicture {
    struct Key: Hashable {
      var kind: Track.Kind
      var label: String
      var length: Int
    }
    var known: [Key: [Item]] = [:]
    for lane in earlier.lanes {
      for item in lane.items.reversed() {
        known[Key(kind: lane.kind, label: item.label, length: item.frames.count), default: []]
          .append(item)
      }
    }
    var picture = self
    if earlier.frameCount == frameCount { picture.program = earlier.program }
    for lane in picture.lanes.indices {
      for index in picture.lanes[lane].items.indices {
        let item = picture.lanes[lane].items[index]
        let key = Key(kind: lanes[lane].kind, label: item.label, length: item.frames.count)
        guard let same = known[key]?.popLast() else { continue }
        picture.lanes[lane].items[index].thumbnails = same.thumbnails
        // Where it is heard moves with it.
        if same.frames == item.frames { picture.lanes[lane].items[index].sound = same.sound }
      }
    }
    return picture
  }
}
