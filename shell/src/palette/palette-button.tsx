/// <reference path="../css.d.ts" />
import './palette-button.css'
import { SearchIcon } from '@cascade/ui-kit'
import { preloadDialogs } from './lazy-dialogs'
import { paletteKeys } from './mod-key'
import { openDialog } from './open-dialog'
import { paletteTexts } from './texts'

/** Looks like a search field and opens the palette; on a phone it is an icon. */
export function PaletteButton() {
  const text = paletteTexts.useText()
  return (
    <button
      type="button"
      className="p-button"
      aria-label={text('search')}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={preloadDialogs}
      onFocus={preloadDialogs}
      onClick={() => openDialog('palette')}
    >
      <SearchIcon />
      <span className="p-button-text">{text('searchShort')}</span>
      <kbd className="p-button-keys" aria-hidden="true">
        {paletteKeys().join(' ')}
      </kbd>
    </button>
  )
}
