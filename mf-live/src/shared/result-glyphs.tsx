import './result-glyphs.css'
import { OptionPicture } from '@cascade/game-pictures'

/** An option of a result, from a live draw or a game description. */
type Part = { drawno: string; label: string; color?: string | undefined; image?: string | undefined }

type Props = {
  /** Options of the result, in the order of the game's dimensions. */
  parts: readonly Part[]
  /** Height of pictures in pixels; letters inherit their size. */
  size: number
}

/** Suits, cards with a suit and Titli Sorrat options are shown as pictures; others as text. */
const pictureNames = /^(suit-|card-\w+-)/
const letterNames = /^(card-|ball-)/

/** Compact result: `10`, a heart, `Bahar`, with the full name for screen readers. */
export function ResultGlyphs({ parts, size }: Props) {
  return (
    <span className="live-glyphs">
      <span className="kit-sr-only">{parts.map(({ label }) => label).join(' · ')}</span>
      {parts.map(part => (
        <Glyph key={`${part.drawno} ${part.label}`} part={part} size={size} />
      ))}
    </span>
  )
}

function Glyph({ part: { label, image }, size }: { part: Part; size: number }) {
  const isPicture = image !== undefined && (pictureNames.test(image) || !letterNames.test(image))
  return (
    <span aria-hidden="true" data-word={label.length > 4 || undefined}>
      {isPicture ? <OptionPicture image={image} size={size} /> : label}
    </span>
  )
}
