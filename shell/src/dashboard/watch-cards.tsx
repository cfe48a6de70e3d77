import './watch-cards.css'
import type { Dashboard } from '@cascade/contracts/reports'
import { Amount, Card, formatAge, formatCount, formatDateTime, StatusBadge } from '@cascade/ui-kit'
import { useActor } from '@cascade/web-kit'
import { Link } from 'react-router-dom'
import { shellTexts } from '../texts'

/** Credit that came into the subtree from outside and that left it. */
export function FlowCard({ flow }: Pick<Dashboard, 'flow'>) {
  const text = shellTexts.useText()
  return (
    <Card title={text('flow')}>
      <table className="shell-flow">
        <thead>
          <tr>
            <td />
            <th scope="col">{text('today')}</th>
            <th scope="col">{text('yesterday')}</th>
          </tr>
        </thead>
        <tbody>
          {(['in', 'out'] as const).map(way => (
            <tr key={way}>
              <th scope="row">{text(way === 'in' ? 'flowIn' : 'flowOut')}</th>
              <td>
                <Amount value={flow.today[way]} />
              </td>
              <td>
                <Amount value={flow.yesterday[way]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

/** Who is online, and sign-ins that were refused; each leads to its list. */
export function PresenceCard({ onlinePlayers, failedLogins }: Pick<Dashboard, 'onlinePlayers' | 'failedLogins'>) {
  const text = shellTexts.useText()
  const { role } = useActor()
  return (
    <Card title={text('now')}>
      <dl className="shell-watch">
        <dt>
          <Link to={`/${role}/onlineplayers`}>{text('onlinePlayers')}</Link>
        </dt>
        <dd>{formatCount(onlinePlayers)}</dd>
        <dt>
          <Link to={`/${role}/logactivities?result=refused&q=LOGIN`}>{text('failedLogins')}</Link>
        </dt>
        <dd>
          {formatCount(failedLogins.today)}
          <small>{text('before', { points: formatCount(failedLogins.yesterday) })}</small>
        </dd>
      </dl>
    </Card>
  )
}

/** Accounts that may do nothing and hold credit all the same. */
export function SuspendedCard({ suspended }: Pick<Dashboard, 'suspended'>) {
  const text = shellTexts.useText()
  const { role: own } = useActor()
  return (
    <Card title={text('suspended')} extra={suspended.count > 0 && formatCount(suspended.count)}>
      {!suspended.isWhole && <p className="shell-card-note">{text('someSuspended')}</p>}
      {suspended.isWhole && suspended.count === 0 && <p className="shell-card-note">{text('noneSuspended')}</p>}
      <dl className="shell-watch">
        {suspended.accounts.map(({ _id, username, role, points }) => (
          <div key={_id}>
            <dt>
              <Link to={`/${own}/${role}/players/details/${_id}`}>{username}</Link>
            </dt>
            <dd>
              <Amount value={points} />
            </dd>
          </div>
        ))}
        {suspended.count > 0 && (
          <div className="shell-watch-sum">
            <dt>{text('inAll')}</dt>
            <dd>
              <Amount value={suspended.points} />
            </dd>
          </div>
        )}
      </dl>
    </Card>
  )
}

/** How far the figures above were compared with the ledger. */
export function VerifiedNote({ verified: { upTo, ageSeconds, faults } }: Pick<Dashboard, 'verified'>) {
  const text = shellTexts.useText()
  if (faults > 0) return <StatusBadge tone="danger">{text('differences', { count: faults })}</StatusBadge>
  if (!upTo) return <p className="shell-card-note">{text('notVerified')}</p>
  const time = formatDateTime(upTo)
  return (
    <p className="shell-card-note">
      {ageSeconds ? text('verifiedAgo', { time, age: formatAge(ageSeconds) }) : text('verifiedUpTo', { time })}
    </p>
  )
}
