import type { Approval } from '@cascade/contracts/accounts'
import { Amount, formatPoints, StatusBadge, type Tone } from '@cascade/ui-kit'
import type { Column } from '@cascade/ui-kit/data'
import { detailsOf } from './details'
import { approvalTexts } from './texts'

const { text } = approvalTexts

const tones: Record<Approval['state'], Tone> = {
  open: 'accent',
  approved: 'success',
  declined: 'danger',
  withdrawn: 'neutral',
  expired: 'neutral',
  failed: 'warning',
}

export const StateBadge = ({ state }: Pick<Approval, 'state'>) => (
  <StatusBadge tone={tones[state]}>{text(`state_${state}`)}</StatusBadge>
)

/** All details of a request. */
export const approvalColumns: readonly Column<Approval>[] = [
  { key: 'operation', title: text('approvalOperation'), value: row => text(`operation_${row.operation}`) },
  { key: 'by', title: text('approvalBy'), value: row => row.by },
  { key: 'object', title: text('approvalObject'), value: row => row.object },
  { key: 'amount', title: text('points'), value: row => row.amount, kind: 'points', summed: false },
  { key: 'state', title: text('approvalState'), value: row => text(`state_${row.state}`), render: StateBadge },
  { key: 'reason', title: text('approvalReason'), value: row => row.reason },
  {
    key: 'balance',
    title: text('approvalBalance'),
    value: ({ balance }) => balance && `${formatPoints(balance.before)} → ${formatPoints(balance.after)}`,
    render: ({ balance }) =>
      balance && (
        <>
          <Amount value={balance.before} /> → <Amount value={balance.after} />
        </>
      ),
  },
  { key: 'payer', title: text('approvalPayer'), value: payerText, optional: 'screen' },
  {
    key: 'details',
    title: text('approvalDetails'),
    value: row => detailsOf(row).join('; '),
    render: row => detailsOf(row).map(line => <div key={line}>{line}</div>),
  },
  { key: 'note', title: text('note'), value: row => row.note },
  { key: 'endsAt', title: text('approvalEnds'), value: row => row.endsAt, kind: 'dateTime' },
  { key: 'decidedBy', title: text('approvalDecided'), value: row => row.approvedBy ?? row.declinedBy },
  { key: 'deciders', title: text('approvalDeciders'), value: row => row.deciders?.join(', ') },
  { key: 'createdAt', title: text('dateTime'), value: row => row.createdAt, kind: 'dateTime' },
]

function payerText({ payer }: Approval): string | undefined {
  if (!payer) return undefined
  const { username, balance, waiting } = payer
  const values = { username, balance: formatPoints(balance), waiting: formatPoints(waiting) }
  return text(waiting > 0 ? 'payerWaiting' : 'payerHas', values)
}
