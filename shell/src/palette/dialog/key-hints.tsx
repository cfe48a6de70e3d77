import './key-hints.css'
import { Key } from '../keys/key'
import { paletteTexts } from '../texts'

type Props = { inside: boolean; hasActions: boolean }

/** Which keys work at present; not shown where there is no keyboard. */
export function KeyHints({ inside, hasActions }: Props) {
  const text = paletteTexts.useText()
  const hint = (keys: readonly string[], label: string) => (
    <span>
      {keys.map(key => (
        <Key key={key}>{key}</Key>
      ))}
      {label}
    </span>
  )
  return (
    <footer className="shell-palette-hints" aria-hidden="true">
      {hint(['↑', '↓'], text('hintChoose'))}
      {hint(['↵'], text('hintOpen'))}
      {hasActions && hint(['→'], text('hintActions'))}
      {inside ? hint(['←'], text('hintBack')) : hint(['esc'], text('hintClose'))}
    </footer>
  )
}
