import './offline-strip.css'
import { OfflineIcon } from '@cascade/ui-kit'
import { useOnline } from '@cascade/web-kit'
import { shellTexts } from '../texts'

/** Shows at once that the connection is lost. Rejected changes report it where they were made. */
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
