import './percentage-input.css'
import type { Percentage } from '@cascade/contracts/games'
import { Input } from '@cascade/ui-kit/data'
import { useId } from 'react'
import { texts } from '../../../texts'
import { checkShare } from '../percentage-edits'

type Props = {
  row: Percentage
  /** What was typed; undefined while the row is as it is stored. */
  typed: string | undefined
  disabled: boolean
  onType: (typed: string) => void
}

export function PercentageInput({ row, typed, disabled, onType }: Props) {
  const text = texts.useText()
  const noteId = useId()
  const { fault, note } = typed === undefined ? {} : checkShare(typed)
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
      {typed !== undefined && <span className="games-share-mark">{text('unsaved')}</span>}
      {sentence && (
        <span id={noteId} className="games-share-note" data-fault={fault === undefined ? undefined : ''}>
          {text(sentence)}
        </span>
      )}
    </div>
  )
}
