import '../shared/shared.css'
import './sessions-card.css'
import { type AccountRole, isSideRole } from '@cascade/contracts'
import { type Account, accountApi, type SessionRow, sessionApi } from '@cascade/contracts/accounts'
import {
  Button,
  Card,
  formatCount,
  Moment,
  StateSwitch,
  StatusBadge,
  useConfirm,
  useOutcomeToast,
} from '@cascade/ui-kit'
import { useActor, useMayCall } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { sessionsQuery, useEndSession } from './calls'
import { sessionsTexts } from './texts'

/** Open sessions of an account; hidden for levels that cannot sign in. */
export function SessionsCard({
  account: { role, ...account },
}: {
  account: Pick<Account, '_id' | 'username' | 'role'>
}) {
  return role === 'user' || isSideRole(role) ? null : <Sessions {...account} role={role} />
}

type Props = Pick<Account, '_id' | 'username'> & { role: AccountRole }

/** Ending another user's session asks for confirmation. */
function Sessions({ _id, username, role }: Props) {
  const text = sessionsTexts.useText()
  const showOutcome = useOutcomeToast()
  const confirm = useConfirm()
  const { _id: actorId, person } = useActor()
  const isOwn = actorId === _id
  const isOwnLogin = (row: SessionRow) => isOwn && (!person || row.person?.id === person.id)
  const mayManage = useMayCall(accountApi[role].toggle)
  const mayEnd = useMayCall(sessionApi.endSession)
  const sessions = useQuery(sessionsQuery(_id))
  const ending = useEndSession()

  const end = async (row: SessionRow) => {
    const request = {
      title: text('endSession'),
      text: text('endSessionText', { username, device: row.device, place: row.ipAddress }),
      confirmLabel: text('endSessionOf', { username }),
      destructive: true,
    }
    if (!isOwn && !(await confirm(request))) return
    await showOutcome(ending.mutateAsync({ params: { userId: _id, sessionId: row._id } }), {
      done: text('sessionEnded'),
      failed: text('sessionFailed'),
    })
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
                  onEnd={mayEnd && (isOwnLogin(row) || (!isOwn && mayManage)) && (() => void end(row))}
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

function Session({ row, busy, onEnd }: { row: SessionRow; busy: boolean; onEnd: false | (() => void) }) {
  const text = sessionsTexts.useText()
  return (
    <li>
      <div>
        <strong>{row.device}</strong> · {row.person && `${row.person.name} · `}
        {row.ipAddress}
        <p>
          {text('sessionStarted')} <Moment at={row.startedAt} /> · {text('sessionActive')}{' '}
          <Moment at={row.lastActiveAt} /> · {text('sessionExpires')} <Moment at={row.expiresAt} />
        </p>
      </div>
      {row.current ? (
        <StatusBadge tone="accent">{text('thisSession')}</StatusBadge>
      ) : (
        onEnd && (
          <Button size="small" danger loading={busy} onClick={onEnd}>
            {text('endSession')}
          </Button>
        )
      )}
    </li>
  )
}
