import './palette.css'
import { RemoteBoundary, useToasts } from '@cascade/ui-kit'
import { useEffect } from 'react'
import type { RemoteLoader } from '../remotes/remote-loader'
import { EarlyPalette } from './early-palette'
import { Key } from './key'
import { HelpDialog, PaletteDialog } from './lazy-dialogs'
import { closeDialog, useOpenDialog } from './open-dialog'
import { type Screen, useScreens } from './screens'
import { useShortcuts } from './shortcuts'
import { paletteTexts } from './texts'

/** Shortcuts of the whole page, and the dialogs that they open. */
export function Palette({ loader }: { loader: RemoteLoader }) {
  const dialog = useOpenDialog(state => state.dialog)
  const { screens, bases } = useScreens(loader, { all: dialog === 'palette' })
  const going = useShortcuts(screens)
  useEffect(() => closeDialog, [])
  return (
    <>
      {going && <GoHint screens={screens} />}
      <RemoteBoundary
        loading={dialog === 'palette' && <EarlyPalette />}
        fallback={(_error, retry) => <Failed onShown={retry} />}
      >
        {dialog === 'palette' && <PaletteDialog screens={screens} bases={bases} loader={loader} />}
        {dialog === 'help' && <HelpDialog screens={screens} />}
      </RemoteBoundary>
    </>
  )
}

/** Says it and closes, so that the next press tries again. */
function Failed({ onShown }: { onShown: () => void }) {
  const toasts = useToasts()
  useEffect(() => {
    toasts.error(paletteTexts.text('paletteFailed'))
    closeDialog()
    onShown()
  }, [toasts, onShown])
  return null
}

/** The letters that may follow `g`. */
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
