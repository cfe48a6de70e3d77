import './palette.css'
import { commonTexts, SearchIcon } from '@cascade/ui-kit'
import { Modal, toEnd } from './modal'
import { closeDialog, typeEarly, useOpenDialog } from './open-dialog'
import { paletteTexts } from './texts'

/** The field of the palette while the rest of it is on its way: no key is lost, however slow the line. */
export function EarlyPalette() {
  const text = paletteTexts.useText()
  const typed = useOpenDialog(state => state.typed)
  return (
    <Modal label={text('search')} className="shell-palette-search" onClose={closeDialog}>
      <div className="shell-palette-field">
        <SearchIcon />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog opens to be typed into
          autoFocus
          onFocus={toEnd}
          type="text"
          aria-label={text('search')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={64}
          value={typed}
          placeholder={text('placeholder')}
          onChange={event => typeEarly(event.target.value)}
        />
      </div>
      <span className="kit-sr-only" role="status">
        {commonTexts.text('loading')}
      </span>
    </Modal>
  )
}
