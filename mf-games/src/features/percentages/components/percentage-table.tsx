import { gameTexts, type Percentage } from '@cascade/contracts/games'
import { Button, useNarrow, useNotice } from '@cascade/ui-kit'
import { DataTable } from '@cascade/ui-kit/data'
import { useLeaveGuard } from '@cascade/ui-kit/forms'
import { messageOf, useListState } from '@cascade/web-kit'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { texts } from '../../../texts'
import { percentagesSource } from '../api/percentages-source'
import { useSetPercentages } from '../api/use-set-percentages'
import { checkShare, type Edits, hasFault, shareOf, updatesOf, withEdit } from '../percentage-edits'
import { percentageColumns } from './percentage-columns'
import { PercentageInput } from './percentage-input'
import { WhatIf } from './what-if'

type Props = { adminId: string /** Beside the search box. */; chooser?: ReactNode }

/** Time that the message of this screen stays. */
const messageMs = 800

/** Percentages of one admin: typed row by row, over all pages, and set at once. */
export function PercentageTable({ adminId, chooser }: Props) {
  const text = texts.useText()
  const list = useListState()
  const notice = useNotice({ durationMs: messageMs, place: 'over' })
  const setting = useSetPercentages()
  const [edits, setEdits] = useState<Edits>({})
  const unsaved = useRef(false)
  unsaved.current = Object.keys(edits).length > 0
  useLeaveGuard(useCallback(() => unsaved.current, []))

  const send = async () => {
    try {
      const { message } = await setting.mutateAsync({ adminId, updates: updatesOf(edits) })
      setEdits({})
      notice.show('success', message ?? gameTexts.percentagesUpdated)
    } catch (error) {
      notice.show('error', messageOf(error, gameTexts.percentagesFailed))
    }
  }
  const busy = setting.isPending
  const narrow = useNarrow(600)
  const columns = percentageColumns({
    narrow,
    input: row => (
      <PercentageInput
        row={row}
        typed={edits[row.id]}
        disabled={busy}
        onType={typed => setEdits(before => withEdit(before, row, typed))}
      />
    ),
    whatIf: row => <WhatIf row={row} share={typedShare(edits, row)} />,
  })
  const isNothingToSend = !unsaved.current || hasFault(edits)
  const button = (
    <Button type="primary" disabled={isNothingToSend || busy} onClick={() => void send()}>
      {text(busy ? 'updating' : 'setPercentage')}
    </Button>
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
        actions={button}
        empty={gameTexts.none}
      />
    </>
  )
}

/** A share that is typed and could be set. */
function typedShare(edits: Edits, { id }: Percentage): number | undefined {
  const typed = edits[id]
  return typed === undefined || checkShare(typed).fault ? undefined : shareOf(typed)
}
