import './dialog.css'
import { Button } from '@cascade/ui-kit'
import { Key } from '../modal'
import { closeDialog } from '../palette-state'
import { paletteTexts } from '../texts'

export function CloseButton() {
  const text = paletteTexts.useText()
  return (
    <Button className="shell-palette-close" size="small" onClick={closeDialog}>
      <span className="kit-sr-only">{text('close')}</span>
      <span className="shell-palette-close-key" aria-hidden="true">
        esc
      </span>
      <span className="shell-palette-close-touch" aria-hidden="true">
        ✕
      </span>
    </Button>
  )
}

type Props = { inside: boolean; hasActions: boolean }

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
