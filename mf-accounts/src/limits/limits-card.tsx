import '../shared/shared.css'
import './limits.css'
import { formatPoints } from '@cascade/contracts'
import { type Account, type LimitName, type LimitsView, limitApi } from '@cascade/contracts/accounts'
import {
  Button,
  Card,
  formatActor,
  formatDateTime,
  lazyWithRetry,
  Moment,
  OverlayBoundary,
  StateSwitch,
} from '@cascade/ui-kit'
import { useActor, useMayCall } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limitsQuery } from './calls'
import { limitNamesOf } from './limit-names'
import { limitsTexts } from './texts'

const LimitsForm = lazyWithRetry(async () => ({ default: (await import('./limits-form')).LimitsForm }))

/** Limits of an account with today's usage; superiors edit them in place. */
export function LimitsCard({ account }: { account: Pick<Account, '_id' | 'role'> }) {
  const { _id, role } = account
  const text = limitsTexts.useText()
  const actor = useActor()
  const mayChange = useMayCall(limitApi.change)
  const [isEditing, setEditing] = useState(false)
  const query = useQuery(limitsQuery(_id))
  const close = () => setEditing(false)
  const button = mayChange && _id !== actor._id && !isEditing && (
    <Button size="small" disabled={!query.data} onClick={() => setEditing(true)}>
      {text('limitsChange')}
    </Button>
  )
  return (
    <Card title={text('limits')} className="accounts-limits" extra={button}>
      <StateSwitch query={query}>
        {({ etag, ...view }) => (
          <>
            <Uses role={role} view={view} />
            {isEditing && (
              <OverlayBoundary close={close}>
                <LimitsForm
                  userId={_id}
                  role={role}
                  limits={view.limits}
                  etag={etag}
                  reload={async () => (await query.refetch()).data?.etag}
                  onClose={close}
                />
              </OverlayBoundary>
            )}
          </>
        )}
      </StateSwitch>
    </Card>
  )
}

function Uses({ role, view }: { role: Account['role']; view: LimitsView }) {
  const text = limitsTexts.useText()
  const { setBy, setAt, own } = view
  return (
    <>
      <dl className="accounts-uses">
        {limitNamesOf(role).map(name => (
          <Use key={name} name={name} view={view} />
        ))}
        {(['stakeDayMax', 'lossDayMax'] as const).map(name => (
          <OwnUse key={name} label={text(name === 'stakeDayMax' ? 'ownStakeDayMax' : 'ownLossDayMax')} {...own[name]} />
        ))}
        {own.pausedUntil && (
          <div>
            <dt>{text('pausedUntil')}</dt>
            <dd>{formatDateTime(own.pausedUntil)}</dd>
          </div>
        )}
      </dl>
      {role !== 'player' && <p className="accounts-limits-note">{text('limitsBelow')}</p>}
      {setBy && setAt && (
        <p className="accounts-limits-note">
          {text('limitsSetBy', { username: formatActor(setBy) })}, <Moment at={setAt} />
        </p>
      )}
    </>
  )
}

function Use({ name, view: { limits, usage } }: { name: LimitName; view: LimitsView }) {
  const text = limitsTexts.useText()
  if (name === 'mayTransfer') {
    return (
      <div>
        <dt>{text(name)}</dt>
        <dd>{text(limits.mayTransfer ? 'limitYes' : 'limitNo')}</dd>
      </div>
    )
  }
  const max = limits[name]
  const used = { balanceMax: usage.balance, giveDayMax: usage.gifts, stakeDayMax: usage.stakes, lossDayMax: usage.loss }
  const today = used[name]
  const figures = { used: formatPoints(today ?? 0), max: formatPoints(max ?? 0) }
  return (
    <div>
      <dt>{text(name)}</dt>
      <dd>
        <span className="kit-tabular">{max === null ? text('limitNone') : text('limitUse', figures)}</span>
        {max !== null && <Bar label={text('limitToday', { limit: text(name) })} used={today ?? 0} max={max} />}
      </dd>
    </div>
  )
}

/** A gain counts as 0; a limit of 0 is always full. */
const Bar = ({ label, used, max }: { label: string; used: number; max: number }) => (
  <progress
    aria-label={label}
    max={max || 1}
    value={max === 0 ? 1 : Math.min(Math.max(used, 0), max)}
    data-full={used >= max || undefined}
  />
)

function OwnUse({ label, max, next }: LimitsView['own']['lossDayMax'] & { label: string }) {
  const text = limitsTexts.useText()
  const format = (points: number | null) => (points === null ? text('limitNone') : formatPoints(points))
  if (max === null && !next) return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {format(max)}
        {next && `; ${text('limitFrom', { max: format(next.max), time: formatDateTime(next.from) })}`}
      </dd>
    </div>
  )
}
