import './result-glyphs.css'
import { OptionPicture } from '@cascade/game-pictures'

/** An option of a result, as a live draw or the description of its game has it. */
type Part = { drawno: string; label: string; color?: string | undefined; image?: string | undefined }

type Props = {
  /** The options that make the result up, in the order of the game's dimensions. */
  parts: readonly Part[]
  /** Height of a picture; letters are as large as the text around them. */
  size: number
}

/** Suits, cards with a suit, and what Titli Sorrat shows are known by their pictures; all else is short in letters. */
const drawn = /^(suit-|card-\w+-)/
const lettered = /^(card-|ball-)/

/** A result as short as it can be shown: `10`, a drawn heart, `Bahar`. Its name is for those who do not see it. */
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
  const isPicture = image !== undefined && (drawn.test(image) || !lettered.test(image))
  return (
    <span aria-hidden="true" data-word={label.length > 4 || undefined}>
      {isPicture ? <OptionPicture image={image} size={size} /> : label}
    </span>
  )
}
