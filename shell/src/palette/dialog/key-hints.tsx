import { paletteTexts } from '../texts'

type Props = { inside: boolean; hasActions: boolean }

/** The keys of the moment, for those who have a keyboard. */
export function KeyHints({ inside, hasActions }: Props) {
  const text = paletteTexts.useText()
  const hint = (keys: readonly string[], label: string) => (
    <span>
      {keys.map(key => (
        <kbd key={key} className="p-key">
          {key}
        </kbd>
      ))}
      {label}
    </span>
  )
  return (
    <footer className="p-hints" aria-hidden="true">
      {hint(['↑', '↓'], text('hintChoose'))}
      {hint(['↵'], text('hintOpen'))}
      {hasActions && hint(['→'], text('hintActions'))}
      {inside ? hint(['←'], text('hintBack')) : hint(['esc'], text('hintClose'))}
    </footer>
  )
}
