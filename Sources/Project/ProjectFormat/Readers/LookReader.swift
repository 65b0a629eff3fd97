import Diagnostics
import PictureKinds
import Raster
import TimelineModel

/// Reads what is done with the colours of a clip's or a title layer's picture. Keys are there as soon
/// as there is something to choose from.
enum LookReader {
  private static let effects = Key(
    "effects", EffectReader(EffectKind.all).list,
    "Changes of the picture, of its colours, sharpness and shape: done in this order before it is put in its place.",
    examples: [EffectReader(EffectKind.all).list.example])
  private static let blend = Key(
    "blend", Shape<String>.name("a blend mode", of: BlendMode.names),
    "How the picture is blended with what is below.",
    default: JSONText.quoted(BlendMode.normal.name),
    examples: BlendMode.names.suffix(1).map { JSONText.quoted($0) })

  static let keys =
    (EffectKind.all.isEmpty ? [] : [effects.description])
    + (BlendMode.all.count < 2 ? [] : [blend.description])

  static func read(_ fields: ObjectFields, _ reading: inout Reading) -> LookDocument {
    LookDocument(
      effects: fields.read(effects, &reading)?.value.map(\.value) ?? [],
      blendMode: fields.read(blend, &reading))
  }
}
