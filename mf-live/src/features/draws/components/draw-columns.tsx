import type { DrawRow } from '@cascade/contracts/live'
import { StatusBadge } from '@cascade/ui-kit'
import type { Column } from '@cascade/ui-kit/data'
import { useAddress } from '@cascade/web-kit'
import { Link } from 'react-router-dom'
import { paths } from '../../../paths'
import { texts } from '../../../texts'

const { text } = texts

export const drawColumns: readonly Column<DrawRow>[] = [
  {
    key: 'drawAt',
    title: text('drawTime'),
    value: row => row.drawAt,
    kind: 'dateTime',
  },
  {
    key: 'result',
    title: text('result'),
    value: row => row.result,
    render: row => <ResultLink row={row} />,
  },
  { key: 'booster', title: text('drawBooster'), value: row => row.booster, kind: 'count' },
  { key: 'policy', title: text('policy'), value: row => text(`policy_${row.policy}`) },
  { key: 'by', title: text('chosenBy'), value: row => row.by?.username ?? '' },
  { key: 'tickets', title: text('ticketCount'), value: row => row.tickets, kind: 'count' },
  { key: 'stake', title: text('stake'), value: row => row.stake, kind: 'points' },
  { key: 'payout', title: text('payout'), value: row => row.payout, kind: 'points' },
  {
    key: 'state',
    title: text('state'),
    value: row => text(`state_${row.state}`),
    render: ({ state }) => (
      <StatusBadge tone={state === 'settled' ? 'success' : 'warning'}>{text(`state_${state}`)}</StatusBadge>
    ),
  },
]

function ResultLink({ row: { drawId, result, resultVersion } }: { row: DrawRow }) {
  const address = useAddress()
  return (
    <>
      <Link to={address(paths.draw, { drawId })}>
        <strong>{result}</strong>
      </Link>
      {resultVersion > 1 && ` (${text('corrected')})`}
    </>
  )
}
