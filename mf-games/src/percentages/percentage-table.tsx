import './percentages.css'
import { parseNumber } from '@cascade/contracts'
import { gamesApi, gameTexts, type Percentage, WinPercentage } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { Button, useNarrow, useNotice } from '@cascade/ui-kit'
import { type Column, DataTable, Input } from '@cascade/ui-kit/data'
import { useLeaveGuard } from '@cascade/ui-kit/forms'
import { messageOf, useCallFilter, useListState } from '@cascade/web-kit'
import { type ReactNode, useCallback, useId, useRef, useState } from 'react'
import { GameName } from '../shared/game-name'
import { texts } from '../texts'
import { percentagesSource, useSetPercentages } from './calls'
import { WhatIf } from './what-if'

type Props = { adminId: string /** Shown next to the search box. */; chooser?: ReactNode }

const noticeMs = 800

/** Percentages of one admin, edited across pages and saved together. */
export function PercentageTable({ adminId, chooser }: Props) {
  const text = texts.useText()
  const list = useListState()
  const notice = useNotice({ durationMs: noticeMs, place: 'over' })
  const setting = useSetPercentages()
  const [edits, setEdits] = useState<Edits>({})
  const [isWhatIfOpen, setIsWhatIfOpen] = useState(false)
  const unsaved = useRef(false)
  unsaved.current = Object.keys(edits).length > 0
  useLeaveGuard(useCallback(() => unsaved.current, []))

  const send = async () => {
    try {
      const { message } = await setting.mutateAsync({ params: { id: adminId }, body: { updates: buildUpdates(edits) } })
      setEdits({})
      notice.show('success', message ?? gameTexts.percentagesUpdated)
    } catch (error) {
      notice.show('error', messageOf(error, gameTexts.percentagesFailed))
    }
  }
  const busy = setting.isPending
  const mayCall = useCallFilter()
  const maySet = mayCall(gamesApi.setPercentages)
  const narrow = useNarrow(600)
  const columns = percentageColumns({
    narrow,
    input: row => (
      <PercentageInput
        row={row}
        typed={edits[row.id]}
        disabled={busy || !maySet}
        onType={typed => setEdits(before => withEdit(before, row, typed))}
      />
    ),
  })
  const cannotSend = !unsaved.current || hasFault(edits)
  const buttons = (
    <>
      {mayCall(liveApi.whatIf) && <Button onClick={() => setIsWhatIfOpen(true)}>{text('whatIf')}</Button>}
      {maySet && (
        <Button type="primary" disabled={cannotSend || busy} onClick={() => void send()}>
          {text(busy ? 'updating' : 'setPercentage')}
        </Button>
      )}
    </>
  )
  return (
    <>
      {notice.element}
      <DataTable
        id="games.percentage"
        columns={columns}
        numbered={false}
        rowKey={row => row.id}
        source={percentagesSource(adminId)}
        list={list}
        search={text('searchGames')}
        filters={chooser}
        actions={buttons}
        empty={gameTexts.none}
        phone={{ line: row => ({ title: row.gameName, notes: [row.username, `${row.winpercentage} %`] }) }}
      />
      {isWhatIfOpen && <WhatIf adminId={adminId} shares={validShares(edits)} onClose={() => setIsWhatIfOpen(false)} />}
    </>
  )
}

/** Valid typed percentages by row id. */
const validShares = (edits: Edits): ReadonlyMap<string, number> =>
  new Map(
    buildUpdates(edits).flatMap(({ id, winpercentage }) =>
      checkShare(edits[id] ?? '').fault ? [] : [[id, winpercentage]],
    ),
  )

type Cells = {
  input: (row: Percentage) => ReactNode
  /** On a phone the admin's name above the table replaces the username column. */
  narrow: boolean
}

const { text } = texts
const nameOf = (row: Percentage) => row.username

const percentageColumns = ({ input, narrow }: Cells): readonly Column<Percentage>[] => [
  { key: 'number', title: text('number'), value: (_row, index) => index + 1, width: 60, hideable: false },
  ...(narrow ? [] : [{ key: 'username', title: text('id'), value: nameOf, sortable: true }]),
  {
    key: 'gameName',
    title: text('game'),
    value: row => row.gameName,
    render: row => <GameName {...row} />,
    sortable: true,
  },
  {
    key: 'winpercentage',
    title: text('percentage'),
    value: row => row.winpercentage,
    render: input,
    sortable: true,
    width: narrow ? 150 : 360,
    hideable: false,
  },
]

type PercentageInputProps = {
  row: Percentage
  /** Undefined while the row is unchanged. */
  typed: string | undefined
  disabled: boolean
  onType: (typed: string) => void
}

function PercentageInput({ row, typed, disabled, onType }: PercentageInputProps) {
  const text = texts.useText()
  const noteId = useId()
  const { fault, note }: Verdict = typed === undefined ? {} : checkShare(typed)
  const sentence = fault ?? note
  return (
    <div className="games-share" data-unsaved={typed === undefined ? undefined : ''}>
      <Input
        value={typed ?? String(row.winpercentage)}
        onChange={event => onType(event.target.value)}
        disabled={disabled}
        inputMode="decimal"
        suffix="%"
        status={fault && 'error'}
        aria-label={text('percentageOf', { game: row.gameName })}
        aria-invalid={fault !== undefined}
        aria-describedby={sentence && noteId}
      />
      {typed !== undefined && (
        <span id={noteId} className="games-share-note" data-fault={fault === undefined ? undefined : ''}>
          {sentence ?? text('unsaved')}
        </span>
      )}
    </div>
  )
}

/** Typed text by row id; only edited rows. */
type Edits = Readonly<Record<string, string>>

/** Minimum of this screen; the server also accepts 0. */
const shareMin = 1

const readShare = (typed: string) => parseNumber(typed, '%')

/** By specification text without digits is sent as 0; ambiguous digits are an error instead. */
const isNoNumber = (typed: string) => Number.isNaN(readShare(typed).value ?? Number.NaN) && !/\p{Nd}/u.test(typed)

export const parseShare = (typed: string): number => readShare(typed).value || 0

type Verdict = { fault?: string; note?: string }

/** Check of a typed percentage: a `fault` blocks sending, a `note` does not. */
export function checkShare(typed: string): Verdict {
  if (isNoNumber(typed)) return { note: text('sentAsZero') }
  const { value, error } = readShare(typed)
  if (error) return { fault: error }
  if (parseShare(typed) < shareMin) return { fault: text('atLeastOne') }
  return WinPercentage.safeParse(value).success ? {} : { fault: text('notAShare') }
}

/** Records an edit; text equal to the stored value removes it. */
export function withEdit(edits: Edits, row: Pick<Percentage, 'id' | 'winpercentage'>, typed: string): Edits {
  const { [row.id]: _before, ...others } = edits
  const same = readShare(typed).value === row.winpercentage
  return same ? others : { ...others, [row.id]: typed }
}

export const buildUpdates = (edits: Edits) =>
  Object.entries(edits).map(([id, typed]) => ({ id, winpercentage: parseShare(typed) }))

export const hasFault = (edits: Edits) => Object.values(edits).some(typed => checkShare(typed).fault !== undefined)
