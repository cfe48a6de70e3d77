import './palette.css'
import { commonTexts, lazyWithRetry, OverlayBoundary, SearchIcon } from '@cascade/ui-kit'
import { useEffect } from 'react'
import type { RemoteLoader } from '../remotes/remote-loader'
import { Key, Modal, moveCaretToEnd, paletteKeys } from './modal'
import { closeDialog, openDialog, setTyped, useOpenDialog } from './palette-state'
import { type Screen, useScreens } from './screens'
import { useShortcuts } from './shortcuts'
import { paletteTexts } from './texts'

export function Palette({ loader }: { loader: RemoteLoader }) {
  const dialog = useOpenDialog(state => state.dialog)
  const { screens, bases } = useScreens(loader, { all: dialog === 'palette' })
  const going = useShortcuts(screens)
  useEffect(() => closeDialog, [])
  return (
    <>
      {going && <GoHint screens={screens} />}
      <OverlayBoundary loading={dialog === 'palette' && <EarlyPalette />} close={closeDialog}>
        {dialog === 'palette' && <PaletteDialog screens={screens} bases={bases} loader={loader} />}
        {dialog === 'help' && <HelpDialog screens={screens} />}
      </OverlayBoundary>
    </>
  )
}

function GoHint({ screens }: { screens: readonly Screen[] }) {
  return (
    <div className="shell-palette-go" role="status">
      {screens.map(
        ({ path, label, shortcut }) =>
          shortcut !== undefined && (
            <span key={path}>
              <Key>{shortcut}</Key> {label}
            </span>
          ),
      )}
    </div>
  )
}

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

/** Field of the palette while its dialog loads: no keystroke is lost. */
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
          onFocus={moveCaretToEnd}
          type="text"
          aria-label={text('search')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={64}
          value={typed}
          placeholder={text('placeholder')}
          onChange={event => setTyped(event.target.value)}
        />
      </div>
      <span className="kit-sr-only" role="status">
        {commonTexts.text('loading')}
      </span>
    </Modal>
  )
}

const load = () => import('./dialog')

/** Both dialogs share one chunk. */
const PaletteDialog = lazyWithRetry(async () => ({ default: (await load()).PaletteDialog }))
const HelpDialog = lazyWithRetry(async () => ({ default: (await load()).HelpDialog }))

const preloadDialogs = () => void load().catch(() => undefined)
