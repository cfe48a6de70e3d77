import { cellText } from '@cascade/files'
import './phone.css'
import { Fragment, memo, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { EmptyState } from '../../feedback/states'
import { Amount } from '../../format/amount-and-status'
import { RightIcon } from '../../icons/icons'
import { keyOf, Placeholder, type RowSlot, renderCell } from '../table/cells'
import { type Column, fullTitle } from '../table/columns'
import { useWindowRows } from '../table/row-layout'
import type { RowsProps } from '../table/rows'
import { SelectRow } from '../table/selection'
import { Sheet } from './sheet'

export type RowLine = {
  title: ReactNode
  amount?: number | undefined
  /** Parts of the second line; empty ones are omitted. */
  notes?: readonly ReactNode[]
  /** A badge at the end of the second line for an unusual state. */
  state?: ReactNode
}

export type PhoneRows<Row> = {
  /** Default: the name, the first points column, and the next two columns with a value. */
  line?: ((row: Row) => RowLine) | undefined
  /** Replaces the sheet with the whole row, e.g. where an account is being chosen. */
  onOpen?: ((row: Row) => void) | undefined
}

const rowPx = 64

type Props<Row> = RowsProps<Row> & {
  phone: PhoneRows<Row> | undefined
  isSelecting: boolean
  nameOf: (row: Row) => string
}

/** Rows of a table on a phone; a tap opens a sheet with all columns and actions. */
function Lines<Row>(props: Props<Row>) {
  const { columns, rows, rowKey, selecting, isSelecting, phone } = props
  const body = useRef<HTMLUListElement>(null)
  const { drawn, restPx, measure, focus } = useWindowRows({ count: rows.length, estimatePx: rowPx, body })
  const [opened, setOpened] = useState<string>()
  const opener = useRef<HTMLElement>(null)
  /** Focus returns to the row before the dialog of an action opens. */
  const close = () => {
    flushSync(() => setOpened(undefined))
    opener.current?.focus()
  }
  const open = rows.find(({ row }) => row !== undefined && rowKey(row) === opened)
  return (
    <>
      {rows.length === 0 && <EmptyState title={props.empty} action={props.emptyAction} />}
      <ul ref={body} className="kit-lines" {...focus}>
        {drawn.map(({ at, gapPx }) => {
          const slot = rows[at]
          if (!slot) return null
          const { row } = slot
          return (
            <Fragment key={keyOf(slot, rowKey)}>
              {gapPx > 0 && <Gap heightPx={gapPx} />}
              <li ref={measure} data-index={at}>
                {row === undefined ? (
                  <span className="kit-line">
                    <Placeholder />
                  </span>
                ) : (
                  <>
                    {isSelecting && selecting && (
                      // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside has a name of its own
                      <label className="kit-line-box">
                        <SelectRow selecting={selecting} row={row} />
                      </label>
                    )}
                    <button
                      type="button"
                      className="kit-line"
                      aria-haspopup={phone?.onOpen ? undefined : 'dialog'}
                      onClick={({ currentTarget }) => {
                        opener.current = currentTarget
                        if (phone?.onOpen) phone.onOpen(row)
                        else setOpened(rowKey(row))
                      }}
                    >
                      <Line line={phone?.line?.(row) ?? buildLine(columns, row, slot.index)} />
                    </button>
                  </>
                )}
              </li>
            </Fragment>
          )
        })}
        {restPx > 0 && <Gap heightPx={restPx} />}
      </ul>
      <RowSheet columns={columns} slot={open} nameOf={props.nameOf} onClose={close} />
    </>
  )
}

const Gap = ({ heightPx }: { heightPx: number }) => <li aria-hidden="true" style={{ height: heightPx }} />

function Line({ line: { title, amount, notes = [], state } }: { line: RowLine }) {
  const texts = notes.filter(note => note !== undefined && note !== null && note !== '' && note !== false)
  return (
    <>
      <bdi className="kit-line-title">{title}</bdi>
      {amount !== undefined && (
        <span className="kit-line-amount kit-tabular">
          <Amount value={amount} />
        </span>
      )}
      {(texts.length > 0 || state) && (
        <span className="kit-line-notes">
          <span>
            {texts.map((note, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: notes have no key and keep their order
              <Fragment key={at}>
                {at > 0 && ' · '}
                <bdi>{note}</bdi>
              </Fragment>
            ))}
          </span>
          {state}
        </span>
      )}
      <RightIcon className="kit-line-arrow" />
    </>
  )
}

const findNameColumn = <Row,>(columns: readonly Column<Row>[]) =>
  columns.find(column => column.pinned === 'left') ?? columns.find(column => column.value)

const noteColumnsMax = 2

function buildLine<Row>(columns: readonly Column<Row>[], row: Row, index: number): RowLine {
  const name = findNameColumn(columns)
  const points = columns.find(column => column.kind === 'points' && column !== name)
  const value = points?.value?.(row, index)
  const notes = columns
    .filter(column => column !== name && column !== points)
    .map(column => formatNote(column, cellText(column.value?.(row, index), column.kind)))
    .filter(text => text !== '')
  return {
    title: name && cellText(name.value?.(row, index), name.kind),
    amount: typeof value === 'number' ? value : undefined,
    notes: notes.slice(0, noteColumnsMax),
  }
}

const formatNote = <Row,>({ kind, title }: Column<Row>, text: string) =>
  text !== '' && (kind === 'points' || kind === 'count') ? `${title} ${text}` : text

type SheetProps<Row> = {
  columns: readonly Column<Row>[]
  slot: RowSlot<Row> | undefined
  nameOf: (row: Row) => string
  onClose: () => void
}

function RowSheet<Row>({ columns, slot, nameOf, onClose }: SheetProps<Row>) {
  const row = slot?.row
  if (row === undefined) return null
  const { index } = slot as { index: number }
  const name = columns.find(column => column.pinned === 'left')
  const actions = columns.find(column => column.pinned === 'right')
  return (
    <Sheet open title={name ? cellText(name.value?.(row, index), name.kind) : nameOf(row)} onClose={onClose}>
      {actions && renderCell(actions, row, index)}
      <RowValues columns={columns.filter(column => column !== actions)} row={row} index={index} />
    </Sheet>
  )
}

type ValuesProps<Row> = { columns: readonly Column<Row>[]; row: Row; index?: number }

/** The columns of one row that have a value, below each other. */
export function RowValues<Row>({ columns, row, index = 0 }: ValuesProps<Row>) {
  const filled = columns.filter(({ value, kind }) => !value || cellText(value(row, index), kind) !== '')
  return (
    <dl className="kit-sheet-values">
      {filled.map(column => (
        <div key={column.key}>
          <dt>{fullTitle(column)}</dt>
          <dd className={column.kind === 'points' ? 'kit-tabular' : undefined}>{renderCell(column, row, index)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The cast restores the row type, which `memo` drops. */
export const RowLines = memo(Lines, (_before, after) => after.frozen) as typeof Lines
