import './offline-strip.css'
import { OfflineIcon } from '@cascade/ui-kit'
import { useOnline } from '@cascade/web-kit'
import { shellTexts } from '../texts'

/** Says at once that the connection is gone. A change that is refused for it says so at its own place. */
export function OfflineStrip() {
  const text = shellTexts.useText()
  const online = useOnline()
  return (
    <div role="status" className="shell-offline-place">
      {!online && (
        <p className="shell-offline">
          <OfflineIcon />
          <strong>{text('offline')}</strong> {text('offlineNote')}
        </p>
      )}
    </div>
  )
}
