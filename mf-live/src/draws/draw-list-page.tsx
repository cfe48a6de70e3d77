import type { DrawRow, LiveGame } from '@cascade/contracts/live'
import { Button, formatActor, formatCount, LiveIcon, PageHeader, StatusBadge } from '@cascade/ui-kit'
import { type Column, DataTable } from '@cascade/ui-kit/data'
import { DayPicker } from '@cascade/ui-kit/forms'
import { useAddress, useListState } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { offeringsQuery } from '../board/calls'
import { liveGameQuery } from '../game/calls'
import { resultParts } from '../game/control/choice'
import { paths } from '../paths'
import { texts } from '../texts'
import { drawsSource } from './calls'

export default function DrawListPage() {
  const text = texts.useText()
  const { gameId = '', adminId = '' } = useParams()
  const address = useAddress()
  const navigate = useNavigate()
  const list = useListState({ filters: { day: '' } })
  const { data: offerings } = useQuery(offeringsQuery())
  const { data: snapshot } = useQuery(liveGameQuery({ adminId, gameId }))
  const columns = useMemo(() => drawColumns(snapshot?.live), [snapshot?.live])
  const offering = offerings?.find(each => each.adminId === adminId && each.gameId === gameId)
  const live = offering && address(paths.live, { first: gameId, second: adminId, username: offering.username })
  const toLive = live && (
    <Button icon={<LiveIcon />} onClick={() => void navigate(live)}>
      {text('backToLive')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={offerings ? text('drawsOf', { game: offering?.gameName ?? gameId }) : text('draws')}
        note={text('drawsNote')}
        actions={toLive}
      />
      <DataTable
        id="live.draws"
        columns={columns}
        rowKey={row => row.drawId}
        source={drawsSource({ adminId, gameId })}
        list={list}
        search={text('findDraw')}
        filters={
          <DayPicker
            aria-label={text('day')}
            placeholder={text('today')}
            value={list.filters.day}
            onChange={day => list.setFilter('day', day)}
          />
        }
        onPaper={() => ({ facts: [[text('day'), list.filters.day || text('today')]] })}
        empty={text('noDraws')}
        emptyAction={toLive}
      />
    </>
  )
}

const { text } = texts

/** @param live provides the names of results; undefined for a game that is inactive */
const drawColumns = (live: LiveGame | undefined): readonly Column<DrawRow>[] => [
  {
    key: 'number',
    title: text('drawNumber'),
    value: row => row.number,
    kind: 'count',
    render: row => <NumberLink row={row} />,
  },
  {
    key: 'drawAt',
    title: text('drawTime'),
    value: row => row.drawAt,
    kind: 'dateTime',
  },
  {
    key: 'result',
    title: text('result'),
    value: row => labelOf(live, row),
    render: row => <Result label={labelOf(live, row)} row={row} />,
  },
  { key: 'booster', title: text('drawBooster'), value: row => row.booster, kind: 'count' },
  { key: 'policy', title: text('policy'), value: row => text(`policy_${row.policy}`) },
  { key: 'by', title: text('chosenBy'), value: row => (row.by ? formatActor(row.by) : '') },
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

function NumberLink({ row: { drawId, number } }: { row: DrawRow }) {
  const address = useAddress()
  return <Link to={address(paths.draw, { drawId })}>{formatCount(number)}</Link>
}

const labelOf = (live: LiveGame | undefined, { result }: DrawRow) =>
  live
    ? resultParts(live, result)
        .map(({ label }) => label)
        .join(' · ')
    : result

function Result({ label, row: { resultVersion } }: { label: string; row: DrawRow }) {
  return (
    <>
      <strong>{label}</strong>
      {resultVersion > 1 && ` (${text('corrected')})`}
    </>
  )
}
