import '../shared/shared.css'
import './sessions-card.css'
import { isSideRole } from '@cascade/contracts'
import type { Account, SessionRow } from '@cascade/contracts/accounts'
import { Button, Card, formatCount, Moment, StateSwitch, StatusBadge, useConfirm, useToasts } from '@cascade/ui-kit'
import { messageOf, useActor } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { sessionsQuery, useEndSession } from './calls'
import { sessionsTexts } from './texts'

/** Open sessions of an account; hidden for levels that cannot sign in. */
export function SessionsCard({ account }: { account: Pick<Account, '_id' | 'username' | 'role'> }) {
  return isSideRole(account.role) ? null : <Sessions account={account} />
}

/** Ending another user's session asks for confirmation. */
function Sessions({ account: { _id, username } }: { account: Pick<Account, '_id' | 'username'> }) {
  const text = sessionsTexts.useText()
  const toasts = useToasts()
  const confirm = useConfirm()
  const actor = useActor()
  const sessions = useQuery(sessionsQuery(_id))
  const ending = useEndSession()

  const end = async (row: SessionRow) => {
    const request = {
      title: text('endSession'),
      text: text('endSessionText', { username, device: row.device, place: row.ipAddress }),
      confirmLabel: text('endSessionOf', { username }),
      destructive: true,
    }
    if (_id !== actor._id && !(await confirm(request))) return
    try {
      const { message } = await ending.mutateAsync({ params: { userId: _id, sessionId: row._id } })
      toasts.success(message ?? text('sessionEnded'))
    } catch (error) {
      toasts.error(messageOf(error, text('sessionFailed')))
    }
  }
  return (
    <Card title={text('sessions')} className="accounts-sessions-card">
      <StateSwitch query={sessions}>
        {({ rows, total }) => (
          <>
            {rows.length === 0 && <p className="accounts-lined-none">{text('sessionsNone', { username })}</p>}
            <ul className="accounts-lined accounts-sessions">
              {rows.map(row => (
                <Session
                  key={row._id}
                  row={row}
                  busy={ending.isPending && ending.variables.params.sessionId === row._id}
                  onEnd={() => void end(row)}
                />
              ))}
            </ul>
            {total > rows.length && (
              <p className="accounts-lined-none">
                {text('sessionsNewest', { shown: formatCount(rows.length), total: formatCount(total) })}
              </p>
            )}
          </>
        )}
      </StateSwitch>
    </Card>
  )
}

function Session({ row, busy, onEnd }: { row: SessionRow; busy: boolean; onEnd: () => void }) {
  const text = sessionsTexts.useText()
  return (
    <li>
      <div>
        <strong>{row.device}</strong> · {row.ipAddress}
        <p>
          {text('sessionStarted')} <Moment at={row.startedAt} /> · {text('sessionActive')}{' '}
          <Moment at={row.lastActiveAt} /> · {text('sessionExpires')} <Moment at={row.expiresAt} />
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
