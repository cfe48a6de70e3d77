import './dashboard.css'
import type { Dashboard } from '@cascade/contracts/reports'
import { formatAge, formatDateTime, StatusBadge, viewerClock } from '@cascade/ui-kit'
import { shellTexts } from '../texts'

export function VerifiedNote({ verified: { upTo, ageSeconds, faults } }: Pick<Dashboard, 'verified'>) {
  const text = shellTexts.useText()
  if (faults > 0) return <StatusBadge tone="danger">{text('differences', { count: faults })}</StatusBadge>
  if (!upTo) return <p className="shell-card-note">{text('notVerified')}</p>
  const time = formatDateTime(upTo)
  return (
    <p className="shell-card-note" title={viewerClock(upTo)}>
      {ageSeconds ? text('verifiedAgo', { time, age: formatAge(ageSeconds) }) : text('verifiedUpTo', { time })}
    </p>
  )
}
