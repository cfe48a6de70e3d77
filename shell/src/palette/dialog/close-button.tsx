import { Button } from '@cascade/ui-kit'
import { closeDialog } from '../open-dialog'
import { paletteTexts } from '../texts'

/** Names the key that does the same; where there is no keyboard, a cross. */
export function CloseButton() {
  const text = paletteTexts.useText()
  return (
    <Button className="p-close" size="small" onClick={closeDialog}>
      <span className="c-sr-only">{text('close')}</span>
      <span className="p-close-key" aria-hidden="true">
        esc
      </span>
      <span className="p-close-touch" aria-hidden="true">
        ✕
      </span>
    </Button>
  )
}
