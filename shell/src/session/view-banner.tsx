import '../layout/offline-strip.css'
import { viewTexts as answers, viewApi } from '@cascade/contracts/accounts'
import { Button, useToasts, ViewIcon } from '@cascade/ui-kit'
import { call, messageOf, serverNow, startSession, useActor, useSession } from '@cascade/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { formatTimeLeft } from './session-warning'
import { viewTexts } from './view-texts'

const tickMs = 1_000
/** While its token is still valid. */
const endBeforeMs = 5_000

/** Says on every page that the user views as another login, and leads back to the own session. */
export function ViewBanner() {
  const text = viewTexts.useText()
  const toasts = useToasts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { username, person } = useActor()
  const expiresAt = useSession(state => state.expiresAt)
  const [leftMs, setLeftMs] = useState<number>()
  const isEnding = useRef(false)

  const end = async () => {
    if (isEnding.current) return
    isEnding.current = true
    try {
      const answer = await call(viewApi.end)
      startSession(answer)
      queryClient.clear()
      toasts.success(answer.message ?? answers.ended)
      await navigate(`/${answer.user.role}/dashboard`)
    } catch (error) {
      isEnding.current = false
      toasts.error(messageOf(error, text('failed')))
    }
  }
  const onTick = useRef(end)
  onTick.current = end
  useEffect(() => {
    const update = () => {
      const left = Math.max(0, Date.parse(expiresAt ?? '') - serverNow())
      setLeftMs(left)
      if (left <= endBeforeMs) void onTick.current()
    }
    update()
    const timer = setInterval(update, tickMs)
    return () => clearInterval(timer)
  }, [expiresAt])

  return (
    <p className="shell-offline" data-level="warning">
      <span>
        <ViewIcon /> <strong>{text('sees', { name: person?.name ?? username })}</strong> {text('readOnly')}
      </span>
      <span style={{ whiteSpace: 'nowrap' }}>
        {leftMs !== undefined && (
          <span className="kit-tabular" translate="no" aria-hidden="true">
            {text('left', { left: formatTimeLeft(leftMs) })}{' '}
          </span>
        )}
        <Button size="small" onClick={() => void end()}>
          {text('end')}
        </Button>
      </span>
    </p>
  )
}
