import BaseValues
import PlanModel
package import Rendering

/// The tracks of an edit as a part of a page, for pages that a server makes.
package struct TrackDrawing: Hashable, Sendable {
  /// Rows: a ruler with markers, the movie, and the tracks from front to back. No script and no style in it; what is
  /// of a place in the file has it as `data-at`.
  package var html: String
  /// The style sheet that belongs to these rows, beside ``commonStyle``.
  package var css: String

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
  }
}

extension TimelineReport {
  /// The tracks without pictures and sound. Nothing is opened.
  package var bareTracks: TrackDrawing { TrackDrawing(barePicture, rate: plan.output.rate) }

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
