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
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={preloadDialogs}
      onFocus={preloadDialogs}
      onClick={() => openDialog('palette')}
    >
      <SearchIcon aria-hidden="true" />
      <span className="c-sr-only">{text('search')}</span>
      <span className="p-button-text" aria-hidden="true">
        {text('searchShort')}
      </span>
      <span className="p-button-keys" aria-hidden="true">
        {paletteKeys().join(' ')}
      </span>
    </button>
  )
}
