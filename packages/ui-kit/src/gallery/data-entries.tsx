import { type ListSource, useListState } from '@cascade/web-kit'
import { type ReactNode, useState } from 'react'
import { ChartCard, type ChartSeries, ColumnChart, RankChart } from '../charts'
import * as data from '../data'
import { AddIcon, Button, DeleteIcon, EditIcon, StatusBadge } from '../index'
import { SortableArea, useSortableItem } from '../sort'
import { inside, Stage, type States } from './first-entries'

const { AsOfSwitch, Checkbox, DataTable, ExportButton, Filters, Input, Modal, Pagination } = data
const { Popover, RowActions, Select, Sheet, Tag } = data

type Player = { id: string; name: string; points: number; isActive: boolean; createdAt: string }
const players: readonly Player[] = ['asha', 'bilal', 'chand'].map((name, index) => ({
  id: name,
  name,
  points: [1250, -40.5, 0][index] ?? 0,
  isActive: index !== 1,
  createdAt: `2026-03-0${index + 1}T10:00:00.000Z`,
}))

const rowActions = [
  { key: 'edit', label: 'Edit', icon: <EditIcon /> },
  { key: 'delete', label: 'Delete', icon: <DeleteIcon />, danger: true },
]
const columns: readonly data.Column<Player>[] = [
  { key: 'name', title: 'Username', value: row => row.name, sortable: true, pinned: 'left' },
  { key: 'points', title: 'Points', value: row => row.points, kind: 'points', sortable: true },
  {
    key: 'status',
    title: 'Status',
    value: row => row.isActive,
    render: ({ isActive }) => (
      <StatusBadge tone={isActive ? 'success' : 'danger'}>{isActive ? 'active' : 'inactive'}</StatusBadge>
    ),
  },
  { key: 'createdAt', title: 'Created', value: row => row.createdAt, kind: 'dateTime' },
  { key: 'actions', title: 'Actions', render: row => <RowActions of={row.name} actions={rowActions} /> },
]

const sourceOf = (name: string, load: ListSource<Player>['load']) => ({ key: ['gallery', name], load })
const full = sourceOf('full', async () => ({ rows: players, total: 3 }))
const none = sourceOf('none', async () => ({ rows: [], total: 0 }))
const failing = sourceOf('failing', () => Promise.reject(new Error('lost')))
const waiting = sourceOf('waiting', () => new Promise(() => undefined))

function Players({ source }: { source: ListSource<Player> }) {
  const list = useListState({})
  return (
    <DataTable
      id={`gallery.${source.key[1]}`}
      title="Player"
      columns={columns}
      rowKey={row => row.id}
      source={source}
      list={list}
      search="Search players"
      actions={
        <Button type="primary" icon={<AddIcon />}>
          Add Player
        </Button>
      }
      exportAs={{ file: 'Players.xlsx', sheet: 'Players' }}
    />
  )
}

function StatusFilters({ status }: { status: string }) {
  const options = [{ value: 'active', label: 'Active' }]
  const list = { filters: { status }, setFilters: () => undefined }
  return <Filters list={list} fields={[{ kind: 'choice', name: 'status', label: 'Status', options }]} />
}

type Day = { at: string; play: number; win: number; commission: number }
const days: readonly Day[] = [1200, 800, 1600, 400, 950].map((play, index) => ({
  at: `2026-03-0${index + 1}`,
  play,
  win: play * 0.8,
  commission: play * 0.1,
}))
const series: readonly ChartSeries<Day>[] = [
  { key: 'play', label: 'Play', kind: 'bar', value: day => day.play },
  { key: 'win', label: 'Win', kind: 'bar', value: day => day.win },
  { key: 'commission', label: 'Commission', kind: 'line', value: day => day.commission },
]
const time = { points: days, keyOf: (day: Day) => day.at, labelOf: (day: Day) => day.at, series }
const ranks = { ...time, series: series.slice(0, 2) }
const columnChart = <ColumnChart {...time} tickOf={day => day.at.slice(5)} />

/** Colours and legend are those of the card around. */
const charted = (title: string, shown: typeof time, chart: ReactNode) => (
  <ChartCard title={title} pointTitle="Day" {...shown}>
    {chart}
  </ChartCard>
)

function Tile({ id }: { id: string }) {
  const { ref, style, handle } = useSortableItem(id)
  return (
    <div ref={ref} style={style} className="gallery-tile">
      <Button type="text" {...handle}>
        {id}
      </Button>
    </div>
  )
}

function SheetOfPlayer() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>asha</Button>
      <Sheet open={open} onClose={() => setOpen(false)} title="asha">
        What can be done
      </Sheet>
    </>
  )
}

const says = { pickedUp: () => '', isAt: () => '', dropped: () => '', putBack: () => '', help: '' }

/** Lists and what they need, charts, and what is put in order by hand. */
export const dataEntries: Readonly<Record<string, States>> = {
  AsOfSwitch: { now: () => <AsOfSwitch /> },
  ChartCard: {
    columns: () => charted('Over time', time, columnChart),
    'without figures': () => charted('Over time', { ...time, points: [] }, null),
  },
  Checkbox: {
    'on, off, disabled': () => (
      <>
        <Checkbox checked>On</Checkbox>
        <Checkbox>Off</Checkbox>
        <Checkbox disabled>Disabled</Checkbox>
      </>
    ),
  },
  ColumnChart: { 'in its card': () => charted('Over time', time, columnChart) },
  DataTable: {
    rows: () => <Players source={full} />,
    empty: () => <Players source={none} />,
    failed: () => <Players source={failing} />,
    loading: () => <Players source={waiting} />,
  },
  ExportButton: {
    plain: () => (
      <ExportButton
        source={full}
        params={{ page: 1, size: 10 }}
        exportAs={{ file: 'Players.xlsx', sheet: 'Players', columns: data.exportColumnsOf(columns) }}
      />
    ),
  },
  Filters: { none: () => <StatusFilters status="" />, set: () => <StatusFilters status="active" /> },
  Input: {
    'empty, filled, refused, disabled': () => (
      <div className="gallery-fields">
        <Input placeholder="Search players" />
        <Input value="asha" />
        <Input value="1e3" status="error" />
        <Input value="fixed" disabled />
      </div>
    ),
  },
  Modal: {
    open: () => (
      <Stage>
        <Modal
          open
          title="Stop betting?"
          getContainer={false}
          okText="Stop the game"
          okButtonProps={{ danger: true }}
          width={320}
        >
          Nobody can bet until it is allowed again.
        </Modal>
      </Stage>
    ),
  },
  Pagination: { 'third of many': () => <Pagination current={3} total={95} showSizeChanger={false} /> },
  Popover: {
    open: () => (
      <Stage>
        <Popover
          open
          content="Filters of the list"
          placement="bottomLeft"
          autoAdjustOverflow={false}
          getPopupContainer={inside}
        >
          <Button>Filters</Button>
        </Popover>
      </Stage>
    ),
  },
  RankChart: { 'in its card': () => charted('By day', ranks, <RankChart {...ranks} />) },
  RowActions: { plain: () => <RowActions of="asha" actions={rowActions} /> },
  Select: {
    'empty, chosen': () => (
      <div className="gallery-fields">
        <Select placeholder="All statuses" options={[]} />
        <Select value="active" options={[{ value: 'active', label: 'Active' }]} />
      </div>
    ),
  },
  SortableArea: {
    plain: () => (
      <SortableArea items={['One', 'Two']} idOf={id => id} nameOf={id => id} onOrder={() => undefined} says={says}>
        <div className="gallery-fields">
          <Tile id="One" />
          <Tile id="Two" />
        </div>
      </SortableArea>
    ),
  },
  Sheet: { 'behind a button': SheetOfPlayer },
  Tag: { closable: () => <Tag closable>Status: active</Tag> },
}
