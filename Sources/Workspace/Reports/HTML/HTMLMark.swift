/// The mark that every page of ours has near its beginning.
public enum HTMLMark {
  /// By this a page is known as ours, and may be replaced.
  public static let text = "<meta name=\"generator\" content=\"cutlist\">"
}
