import './option-strip.css'
import type { GameOption } from '@cascade/contracts/games'
import { hasPicture, OptionPicture } from '@cascade/game-pictures'

/** What can be drawn, in order. */
export function OptionStrip({ label, options }: { label: string; options: readonly GameOption[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a thousand options scroll, and the arrow keys scroll what has the focus
    <ul className="games-options" tabIndex={0} aria-label={label}>
      {options.map(option => (
        <li key={option.drawno} data-color={option.color} title={option.color}>
          {option.image && hasPicture(option.image) && <OptionPicture image={option.image} size={36} />}
          {option.label}
        </li>
      ))}
    </ul>
  )
}
