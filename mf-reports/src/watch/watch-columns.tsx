import { type WatchRow, watchApi, watchStates, watchTexts } from '@cascade/contracts/reports'
import { Button, StatusBadge, type Tone, useToasts } from '@cascade/ui-kit'
import { type Column, type RowLine, Select } from '@cascade/ui-kit/data'
import { messageOf, useActor, useAddress, useMayCall } from '@cascade/web-kit'
import { Link } from 'react-router-dom'
import { paths } from '../paths'
import { useChangeRow } from './calls'
import { describeEvidence } from './describe-evidence'
import { watchPageTexts } from './texts'

const { text } = watchPageTexts

const ruleOf = ({ rule }: WatchRow) => text(`rule_${rule}`)
const nameOf = (row: WatchRow) => ({ player: row.account.username, rule: ruleOf(row) })

const tones: Readonly<Record<WatchRow['state'], Tone>> = { open: 'warning', reviewed: 'accent', closed: 'success' }
const StateBadge = ({ state }: Pick<WatchRow, 'state'>) => (
  <StatusBadge tone={tones[state]}>{text(`state_${state}`)}</StatusBadge>
)
const stateOptions = watchStates.map(value => ({ value, label: <StateBadge state={value} /> }))

export const watchLine = (row: WatchRow): RowLine => ({
  title: row.account.username,
  notes: [ruleOf(row), row.day],
  state: <StateBadge {...row} />,
})

export const watchColumns: readonly Column<WatchRow>[] = [
  { key: 'day', title: text('day'), value: ({ day }) => day },
  {
    key: 'player',
    title: text('player'),
    value: ({ account }) => account.username,
    render: row => <PlayerLink {...row} />,
  },
  { key: 'rule', title: text('rule'), value: ruleOf },
  {
    key: 'why',
    title: text('why'),
    value: describeEvidence,
    render: row => <p className="reports-watch-why">{describeEvidence(row)}</p>,
  },
  {
    key: 'state',
    title: text('state'),
    value: ({ state }) => text(`state_${state}`),
    render: row => <State row={row} />,
  },
  {
    key: 'assignee',
    title: text('assignee'),
    value: ({ assignee }) => assignee?.username ?? text('unassigned'),
    render: row => <Assignee row={row} />,
  },
]

function PlayerLink({ account: { accountId: id, username, role } }: WatchRow) {
  const address = useAddress()
  return <Link to={address(paths.account, { level: role, id })}>{username}</Link>
}

/** Sends a change of the row, and shows its outcome. */
function useRowChange({ _id: id }: WatchRow) {
  const text = watchPageTexts.useText()
  const toasts = useToasts()
  const change = useChangeRow()
  const mayChange = useMayCall(watchApi.change)
  const send = async (body: { state: WatchRow['state'] } | { assignee: string | null }) => {
    try {
      const { message } = await change.mutateAsync({ params: { id }, body })
      toasts.success(message ?? watchTexts.changed)
    } catch (error) {
      toasts.error(messageOf(error, text('changeFailed')))
    }
  }
  return { send, mayChange, isPending: change.isPending }
}

function State({ row }: { row: WatchRow }) {
  const { send, mayChange, isPending } = useRowChange(row)
  if (!mayChange) return <StateBadge {...row} />
  return (
    <Select
      value={row.state}
      options={stateOptions}
      disabled={isPending}
      aria-label={text('stateOf', nameOf(row))}
      onChange={state => void send({ state })}
      style={{ width: 142 }}
    />
  )
}

function Assignee({ row }: { row: WatchRow }) {
  const text = watchPageTexts.useText()
  const { _id: ownId } = useActor()
  const { send, mayChange, isPending } = useRowChange(row)
  const isOwn = row.assignee?.accountId === ownId
  const label = isOwn ? 'giveBack' : 'take'
  return (
    <span className="reports-watch-assignee">
      {row.assignee?.username ?? text('unassigned')}
      {mayChange && (
        <Button
          size="small"
          disabled={isPending}
          aria-label={text(`${label}Of`, nameOf(row))}
          onClick={() => void send({ assignee: isOwn ? null : ownId })}
        >
          {text(label)}
        </Button>
      )}
    </span>
  )
}
