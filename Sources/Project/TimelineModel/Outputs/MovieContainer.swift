/// What naming and writing movies must know of a kind of file: one value a container, in a file of
/// its own.
public struct MovieContainer: Hashable, Sendable {
  /// libav's name of what writes it.
  public var name: String
  /// Extensions of files, without a dot, the usual one first; they are this container's alone.
  public var fileExtensions: [String]
  /// What its pictures may be encoded with; a writer refuses others.
  public var videoCodecs: [VideoCodec]
  /// What its sound may be encoded with.
  public var audioCodecs: [AudioCodec]
}
