package import FileSystem
import OutputKinds
package import PlanModel
package import Rendering

/// What takes the parts of a movie, by the kind of its file.
package enum MovieSinks {
  /// - Parameter destination: where the movie appears; of numbered pictures a name with a place for the number.
  /// - Throws: `RenderError` of kind `disk` or `encoder`.
  package static func sink(
    for output: PlannedOutput, to destination: Destination
  ) throws(RenderError) -> any MovieSink {
    if let format = output.container.pictures {
      return try NumberedPicturesSink(to: destination, output: output, format: format)
    }
    if let animation = output.container.animation {
      return try AnimationSink(to: destination, output: output, animation: animation)
    }
    if output.container.isSegmented {
      return try SegmentedMovieSink(to: destination, output: output)
    }
    if output.isFragmented { return try FragmentedMovieSink(to: destination, output: output) }
    return switch output.container.joined {
    case .png: try APNGSink(to: destination, output: output)
    case .webp: try WebPSink(to: destination, output: output)
    case nil: try MovieFileSink(to: destination, output: output)
    }
  }

  /// The same for a movie and further renditions of its pictures, which are there in movies of segments alone.
  ///
  /// - Parameter renditions: outputs of pictures alone.
  /// - Returns: the movie's, and those of the renditions in their order.
  package static func sinks(
    for output: PlannedOutput, renditions: [PlannedOutput], to destination: Destination
  ) throws(RenderError) -> [any MovieSink] {
    if renditions.isEmpty { return [try sink(for: output, to: destination)] }
    let movie = try SegmentedMovieSink(to: destination, output: output, renditions: renditions)
    return [movie] + movie.renditions
  }
}
