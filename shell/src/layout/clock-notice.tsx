import './offline-strip.css'
import { Button, formatDateTime, TimeIcon } from '@cascade/ui-kit'
import { localNow, serverNow, tabStore, useClockOffsetMs } from '@cascade/web-kit'
import { useState } from 'react'
import { shellTexts } from '../texts'

const offsetMsMin = 2 * 60_000
const closedKey = 'cascade.clock-notice'

export function ClockNotice() {
  const text = shellTexts.useText()
  const offsetMs = useClockOffsetMs()
  const [isClosed, setIsClosed] = useState(() => tabStore.getItem(closedKey) !== null)
  if (isClosed || Math.abs(offsetMs) < offsetMsMin) return null
  const close = () => {
    tabStore.setItem(closedKey, 'closed')
    setIsClosed(true)
  }
  return (
    <p className="shell-offline" role="status">
      <TimeIcon />
      <strong>{text('clockWrong')}</strong>{' '}
      {text('clockWrongNote', { own: formatDateTime(localNow()), now: formatDateTime(serverNow()) })}{' '}
      <Button size="small" onClick={close}>
        {text('closeNotice')}
      </Button>
    </p>
  )
}
