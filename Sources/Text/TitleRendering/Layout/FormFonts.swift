internal import BaseValues
internal import TimelineModel

/// The fonts of a text's forms, opened when the first letter has them.
struct FormFonts {
  private let style: TextStyle
  private let forms: [TextForm]
  private let library: FontLibrary
  /// Faces of all forms, each once; those of the text's own form first.
  private(set) var faces: [FontFace] = []
  private var opened: [Int: OpenedForm] = [:]
  private var selections: [Int: FontSelection] = [:]
  /// In the order in which they were first needed.
  private(set) var used: [OpenedForm] = []

  init(_ style: TextStyle, _ forms: [TextForm], _ library: FontLibrary) {
    self.style = style
    self.forms = forms
    self.library = library
  }

  /// Scalars that no font has, in order of appearance, each once.
  var missing: [Unicode.Scalar] {
    var missing: [Unicode.Scalar] = []
    for index in selections.keys.sorted() {
      for scalar in selections[index]?.missing ?? [] where !missing.contains(scalar) {
        missing.append(scalar)
      }
    }
    return missing
  }

  /// A form with its font.
  mutating func open(_ index: Int) throws(TitleError) -> OpenedForm {
    if let known = opened[index] { return known }
    let form = try OpenedForm(forms[index], style, library)
    opened[index] = form
    used.append(form)
    return form
  }

  /// The face of each scalar of a part with one form.
  mutating func select(_ scalars: [Unicode.Scalar], _ index: Int) throws(TitleError) -> [Int] {
    let form = try open(index)
    // Taken out, so that it is changed where it is.
    var selection =
      selections.removeValue(forKey: index) ?? FontSelection(form.resolved, in: library)
    let chosen = selection.select(scalars)
    selections[index] = selection
    let places = selection.faces.map { place(of: $0) }
    return chosen.map { places[$0] }
  }

  /// Names the face of a form that no letter has, for texts without any.
  mutating func noteFace(of form: OpenedForm) { _ = place(of: form.resolved.face) }

  private mutating func place(of face: FontFace) -> Int {
    if let place = faces.firstIndex(where: { $0 === face }) { return place }
    faces.append(face)
    return faces.count - 1
  }
}
