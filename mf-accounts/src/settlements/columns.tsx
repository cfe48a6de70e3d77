import { toHundredths, toPoints } from '@cascade/contracts'
import type { Settlement, SettlementPreview } from '@cascade/contracts/accounts'
import { formatActor, StatusBadge, type Tone } from '@cascade/ui-kit'
import type { Column } from '@cascade/ui-kit/data'
import type { ReactNode } from 'react'
import { notesOf } from './periods'
import { settlementPageTexts } from './texts'

type Text = ReturnType<typeof settlementPageTexts.useText>
type Figures = SettlementPreview['rows'][number]

/** Amount of a row in the current account. */
const cashOf = ({ net, carriedNet }: Figures) => toPoints(toHundredths(net) + toHundredths(carriedNet))

const nameColumn = (text: Text): Column<Figures> => ({
  key: 'username',
  title: text('username'),
  value: row => row.username,
  pinned: 'left',
  exportWidth: 30,
})

/** Play and commission of a row in points, and what enters its current account. */
function figureColumns(text: Text): Column<Figures>[] {
  const points = (key: 'play' | 'win' | 'end' | 'commission' | 'carried' | 'due'): Column<Figures> => ({
    key,
    title: text(key),
    value: row => row[key],
    kind: 'points',
    exportWidth: 15,
  })
  return [
    points('play'),
    points('win'),
    points('end'),
    {
      key: 'commissionPercent',
      title: text('commissionPercent'),
      value: row => row.commissionPercent,
      render: row => `${row.commissionPercent} %`,
      align: 'right',
    },
    points('commission'),
    points('carried'),
    points('due'),
    { key: 'cash', title: text('cash'), value: cashOf, kind: 'points', exportWidth: 20 },
  ]
}

/** A row without anything due needs no payment. */
export function SettlementState({ row }: { row: Settlement }) {
  const text = settlementPageTexts.useText()
  const state = row.due === 0 ? 'none' : row.state
  const tones: Record<typeof state, Tone> = { none: 'neutral', closed: 'warning', paid: 'success' }
  return <StatusBadge tone={tones[state]}>{text(`state_${state}`)}</StatusBadge>
}

export const previewColumns = (text: Text) => [nameColumn(text), ...figureColumns(text)]

type Render = (row: Settlement) => ReactNode

export function settlementColumns(text: Text, renderName?: Render): Column<Settlement>[] {
  return [
    { ...nameColumn(text), ...(renderName && { render: renderName }) },
    {
      key: 'state',
      title: text('state'),
      value: row => text(`state_${row.due === 0 ? 'none' : row.state}`),
      render: row => (
        <>
          <SettlementState row={row} />{' '}
          {row.differs && <StatusBadge tone="danger">{text('comparison_different')}</StatusBadge>}
        </>
      ),
    },
    ...figureColumns(text),
    {
      key: 'paid',
      title: text('paid'),
      value: ({ paidAs, paidBy }) =>
        paidAs && paidBy && text('paidAs', { as: text(`as_${paidAs}`), by: formatActor(paidBy) }),
      exportWidth: 30,
    },
    { key: 'paidAt', title: text('paidAt'), value: row => row.paidAt, kind: 'dateTime', exportWidth: 25 },
    { key: 'notes', title: text('notes'), value: row => notesOf(row).join(' · '), exportWidth: 80 },
  ]
}
