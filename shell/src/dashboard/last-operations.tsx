import './dashboard.css'
import type { Transaction } from '@cascade/contracts/reports'
import { Amount, Card, EmptyState, formatActor, Moment, Skeleton, StateSwitch } from '@cascade/ui-kit'
import { useActor } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { shellTexts } from '../texts'
import { lastOperationsQuery } from './calls'

export function LastOperations() {
  const text = shellTexts.useText()
  const { role } = useActor()
  const query = useQuery(lastOperationsQuery())
  return (
    <Card title={text('lastOperations')} extra={<Link to={`/${role}/transactionreport`}>{text('allOperations')}</Link>}>
      <StateSwitch
        query={query}
        loading={<Skeleton active title={false} paragraph={{ rows: 4 }} />}
        isEmpty={rows => rows.length === 0}
        empty={
          <EmptyState title={text('noOperations')} action={<Link to={`/${role}/player`}>{text('giveFirst')}</Link>} />
        }
      >
        {rows => (
          <ol className="shell-operations">
            {rows.map(row => (
              <li key={row._id}>
                <span className="shell-operation-parties">
                  <Parties {...row} />
                </span>
                <span className="shell-operation-type">{row.transactionType}</span>
                <Moment at={row.createdAt} />
                <Amount value={Math.abs(row.amount)} />
              </li>
            ))}
          </ol>
        )}
      </StateSwitch>
    </Card>
  )
}

/** Source, destination and author. A negative amount was taken back: it moved from the operation's recipient. */
function Parties({ userId, toUserId, amount, by }: Transaction) {
  const text = shellTexts.useText()
  const [from, to] = amount < 0 ? [toUserId, userId] : [userId, toUserId]
  return (
    <>
      <b>{from}</b>{' '}
      <span role="img" aria-label={text('to')}>
        →
      </span>{' '}
      <b>{to}</b>
      {by && <> {text('by', { username: formatActor(by) })}</>}
    </>
  )
}
