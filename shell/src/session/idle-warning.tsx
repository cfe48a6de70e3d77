import { authApi } from '@cascade/contracts/accounts'
import { Button, formatTime } from '@cascade/ui-kit'
import { Modal } from '@cascade/ui-kit/data'
import { call, hasRecentInput, markInput, quietMs, serverNow } from '@cascade/web-kit'
import { useEffect, useState } from 'react'
import { shellTexts } from '../texts'

const tickMs = 2_000
const warnBeforeMsMax = 60_000

/** Asks a minute before an idle session ends; a user who types or scrolls meanwhile is not asked. */
export function IdleWarning({ idleMinutes }: { idleMinutes: number }) {
  const text = shellTexts.useText()
  const [endsAt, setEndsAt] = useState<number>()
  useEffect(() => {
    const limitMs = idleMinutes * 60_000
    const warnBeforeMs = Math.min(warnBeforeMsMax, limitMs / 2)
    const update = () => {
      const leftMs = limitMs - quietMs()
      const isNear = leftMs <= warnBeforeMs
      const isActive = hasRecentInput()
      if (isNear && (isActive || leftMs <= 0)) void askServer()
      setEndsAt(isNear && !isActive ? before => before ?? serverNow() + leftMs : undefined)
    }
    const timer = setInterval(update, tickMs)
    return () => clearInterval(timer)
  }, [idleMinutes])
  if (endsAt === undefined) return null
  return (
    <Modal
      open
      centered
      width={420}
      title={text('idleTitle')}
      closable={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={stay}>
          {text('staySignedIn')}
        </Button>
      }
    >
      <p role="alert">{text('idleNote', { time: formatTime(new Date(endsAt).toISOString()) })}</p>
    </Modal>
  )
}

function stay() {
  markInput()
  void askServer()
}

/** With input it counts as activity; without, the response states whether the session has ended. */
const askServer = () => call(authApi.session).catch(() => undefined)
