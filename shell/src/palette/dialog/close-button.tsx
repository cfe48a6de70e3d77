import './close-button.css'
import { Button } from '@cascade/ui-kit'
import { closeDialog } from '../open-dialog'
import { paletteTexts } from '../texts'

/** Names the key that does the same; where there is no keyboard, a cross. */
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
