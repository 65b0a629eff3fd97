/// The mark that every page of ours has near its beginning.
package enum HTMLMark {
  /// By this a page is known as ours, and may be replaced.
  package static let text = "<meta name=\"generator\" content=\"cutlist\">"
}
