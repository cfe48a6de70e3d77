import '../shared/shared.css'
import './details.css'
import { roleLabels } from '@cascade/contracts'
import type { Account, BranchFigures } from '@cascade/contracts/accounts'
import { Amount, Card, formatCount, formatDateTime, Skeleton } from '@cascade/ui-kit'
import { useActor, useAddress, useAsOf } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { isLevelRole, type Level } from '../levels'
import { paths } from '../paths'
import { SuspendedBadge } from '../shared/badges'
import { texts } from '../texts'
import { ancestorsQuery, type Week, weeksQuery } from './calls'

type Fact = readonly [label: string, value: ReactNode]

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <Card title={title} className="accounts-facts">
      <dl className="accounts-values">
        {facts.map(([label, value]) => (
          <div key={label} className="accounts-fact">
            <dt>{label}</dt>
            <dd title={typeof value === 'string' ? value : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

export function AccountCards({ account }: { account: Account }) {
  const text = texts.useText()
  const asOf = useAsOf()
  const weeks = useQuery(weeksQuery(account._id, asOf))
  const { username, firstName, lastName, role, walletBalance, commission, branch, creditUsed } = account
  const roleFacts: readonly Fact[] = [
    [text('username'), username],
    [text('name'), `${firstName} ${lastName}`.trim()],
    [text('role'), roleLabels[role]],
  ]
  const creditFacts: readonly Fact[] = [
    [text('creditBalance'), <Amount key="balance" value={walletBalance} />],
    [text('commissionPoint'), <Amount key="commission" value={commission} />],
    ...(creditUsed === undefined
      ? []
      : ([
          [text('creditLine'), <CreditLine key="line" account={account} />],
          [text('creditUsed'), <Amount key="used" value={creditUsed} />],
        ] as const)),
  ]
  return (
    <div className="accounts-cards">
      <Facts title={text('roleDetails')} facts={roleFacts} />
      <Facts title={asOf ? text('creditAsOf', { time: formatDateTime(asOf) }) : text('credit')} facts={creditFacts} />
      {branch && <BranchFacts branch={branch} />}
      <WeekFacts title={text('lastWeek')} week={weeks.data?.lastWeek} failed={weeks.isError} />
      <WeekFacts title={text('thisWeek')} week={weeks.data?.thisWeek} failed={weeks.isError} />
    </div>
  )
}

export function CreditLine({ account: { creditLine } }: { account: Account }) {
  const text = texts.useText()
  return creditLine === undefined ? text('noCreditLine') : <Amount value={creditLine} />
}

/** Subtree of an account; the balance includes its own. */
function BranchFacts({ branch: { balance, direct, all } }: { branch: BranchFigures }) {
  const text = texts.useText()
  const facts: readonly Fact[] = [
    [text('branchBalance'), <Amount key="balance" value={balance} />],
    [text('directBelow'), formatCount(direct)],
    [text('allBelow'), formatCount(all)],
  ]
  return <Facts title={text('branch')} facts={facts} />
}

type WeekProps = { title: string; week: Week | undefined; failed: boolean }

/** Unavailable figures are a dash, never zero. */
function WeekFacts({ title, week, failed }: WeekProps) {
  const text = texts.useText()
  const renderPoints = (points: number | undefined) => {
    if (points !== undefined) return <Amount value={points} />
    return failed ? '–' : <Skeleton.Button active size="small" />
  }
  const facts: readonly Fact[] = [
    [text('totalPlayed'), renderPoints(week?.played)],
    [text('totalWon'), renderPoints(week?.won)],
    [text('endPoint'), renderPoints(week?.end)],
  ]
  return <Facts title={title} facts={facts} />
}

/** Ancestors, level and status of an account. */
export function AncestorPath({ account, level }: { account: Account; level: Level }) {
  const text = texts.useText()
  const address = useAddress()
  const actor = useActor()
  const { data: ancestors = [] } = useQuery(ancestorsQuery(account))
  return (
    <>
      <span className="accounts-chain">
        {ancestors.length > 0 && (
          <nav aria-label={text('above')}>
            {ancestors.map(({ _id, username, role }) => (
              <span key={_id}>
                {isLevelRole(role) && _id !== actor._id ? (
                  <Link to={address(paths.details, { level: role, id: _id })}>{username}</Link>
                ) : (
                  username
                )}
                <span aria-hidden="true"> › </span>
              </span>
            ))}
          </nav>
        )}
        {level.title}
      </span>{' '}
      <SuspendedBadge account={account} />
    </>
  )
}
