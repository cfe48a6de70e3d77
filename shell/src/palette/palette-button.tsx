import './palette.css'
import { SearchIcon } from '@cascade/ui-kit'
import { paletteKeys } from './key'
import { preloadDialogs } from './lazy-dialogs'
import { openDialog } from './open-dialog'
import { paletteTexts } from './texts'

/** Looks like a search field and opens the palette; on a phone it is an icon. */
export function PaletteButton() {
  const text = paletteTexts.useText()
  return (
    <button
      type="button"
      className="shell-palette-button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={preloadDialogs}
      onFocus={preloadDialogs}
      onClick={() => openDialog('palette')}
    >
      <SearchIcon aria-hidden="true" />
      <span className="kit-sr-only">{text('search')}</span>
      <span className="shell-palette-button-text" aria-hidden="true">
        {text('searchShort')}
      </span>
      <span className="shell-palette-button-keys" aria-hidden="true">
        {paletteKeys().join(' ')}
      </span>
    </button>
  )
}
