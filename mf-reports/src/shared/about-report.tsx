import './shared.css'
import type { VerificationStatus } from '@cascade/contracts/reports'
import { formatAge, formatDateTime, StatusBadge } from '@cascade/ui-kit'
import { texts } from '../texts'

type Props = {
  startDate?: string | undefined
  endDate?: string | undefined
  asOf?: string | undefined
  verified: VerificationStatus
}

/** Days and time of a report, and how far its figures are verified against the ledger. */
export function AboutReport({ startDate, endDate, asOf, verified }: Props) {
  const text = texts.useText()
  const days = startDate === endDate ? startDate : `${startDate} – ${endDate}`
  return (
    <p className="reports-about">
      {startDate && <span>{days}</span>}
      {asOf && <StatusBadge tone="warning">{text('shownAsOf', { time: formatDateTime(asOf) })}</StatusBadge>}
      <VerifiedNote verified={verified} />
    </p>
  )
}

function VerifiedNote({ verified: { upTo, ageSeconds, faults } }: { verified: VerificationStatus }) {
  const text = texts.useText()
  if (faults > 0) return <StatusBadge tone="danger">{text('differences', { count: faults })}</StatusBadge>
  if (!upTo) return <span>{text('notVerified')}</span>
  const time = formatDateTime(upTo)
  return (
    <span>
      {ageSeconds ? text('verifiedAgo', { time, age: formatAge(ageSeconds) }) : text('verifiedUpTo', { time })}
    </span>
  )
}
