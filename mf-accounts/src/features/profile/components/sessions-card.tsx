import './sessions-card.css'
import type { AnswerOf } from '@cascade/contracts'
import type { sessionApi } from '@cascade/contracts/accounts'
import { Button, Card, formatDateTime, StateSwitch, StatusBadge, useToasts } from '@cascade/ui-kit'
import { messageOf, useActor } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../../texts'
import { sessionsQuery } from '../api/sessions-query'
import { useEndSession } from '../api/use-end-session'
import { deviceOf } from '../device-of'

type SessionRow = AnswerOf<typeof sessionApi.sessions>['data'][number]

/** Where the user is signed in at present, each with a way to end it. */
export function SessionsCard() {
  const text = texts.useText()
  const toasts = useToasts()
  const { _id: userId } = useActor()
  const sessions = useQuery(sessionsQuery(userId))
  const ending = useEndSession(userId)

  const end = async (id: string) => {
    try {
      const { message } = await ending.mutateAsync(id)
      toasts.success(message ?? text('sessionEnded'))
    } catch (error) {
      toasts.error(messageOf(error, text('creditFailed')))
    }
  }
  return (
    <Card title={text('sessions')}>
      <StateSwitch query={sessions}>
        {rows => (
          <ul className="accounts-sessions">
            {rows.map(row => (
              <Session
                key={row._id}
                row={row}
                busy={ending.isPending && ending.variables === row._id}
                onEnd={() => void end(row._id)}
              />
            ))}
          </ul>
        )}
      </StateSwitch>
    </Card>
  )
}

function Session({ row, busy, onEnd }: { row: SessionRow; busy: boolean; onEnd: () => void }) {
  const text = texts.useText()
  return (
    <li>
      <div>
        <strong>{deviceOf(row.userAgent)}</strong> · {row.ipAddress}
        <p>
          {text('sessionStarted')} {formatDateTime(row.startedAt)} · {text('sessionExpires')}{' '}
          {formatDateTime(row.expiresAt)}
        </p>
      </div>
      {row.current ? (
        <StatusBadge tone="accent">{text('thisSession')}</StatusBadge>
      ) : (
        <Button size="small" danger loading={busy} onClick={onEnd}>
          {text('endSession')}
        </Button>
      )}
    </li>
  )
}
