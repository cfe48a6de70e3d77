import './what-if.css'
import type { Percentage } from '@cascade/contracts/games'
import type { WhatIf as Answer } from '@cascade/contracts/live'
import { Button, formatPoints, Spin, useDebounced } from '@cascade/ui-kit'
import { messageOf } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../../texts'
import { whatIfQuery } from '../api/what-if-query'
import { WhatIfDraws } from './what-if-draws'

type Props = {
  row: Percentage
  /** The share that is typed; undefined while none is, or it could not be set. */
  share: number | undefined
}

/** What the last draws would have paid and kept: at once for a share that was typed, on demand for the present one. */
export function WhatIf({ row, share }: Props) {
  const text = texts.useText()
  const [asked, setAsked] = useState(false)
  const wanted = share ?? row.winpercentage
  const winpercentage = useDebounced(wanted)
  const { adminId, gameId } = row
  const isWanted = asked || share !== undefined
  const query = useQuery({
    ...whatIfQuery({ adminId, gameId, winpercentage }),
    enabled: isWanted && winpercentage === wanted,
  })
  if (!isWanted) {
    return (
      <Button size="small" onClick={() => setAsked(true)} aria-label={text('recomputeOf', { game: row.gameName })}>
        {text('recompute')}
      </Button>
    )
  }
  if (query.error) return <span className="games-what-if-none">{messageOf(query.error)}</span>
  if (!query.data) return <Spin size="small" />
  if (query.data.draws.length === 0) return <span className="games-what-if-none">{text('noDrawsYet')}</span>
  return <Sums answer={query.data} row={row} winpercentage={winpercentage} />
}

type SumsProps = { answer: Answer; row: Percentage; winpercentage: number }

function Sums({ answer, row, winpercentage }: SumsProps) {
  const text = texts.useText()
  const [open, setOpen] = useState(false)
  const { sums, draws } = answer
  const line = (now: number, instead: number) => `${formatPoints(now)} → ${formatPoints(instead)}`
  return (
    <>
      <dl className="games-what-if">
        <dt>{text('paid')}</dt>
        <dd>{line(sums.paid, sums.instead.paid)}</dd>
        <dt>{text('kept')}</dt>
        <dd>{line(sums.kept, sums.instead.kept)}</dd>
      </dl>
      <Button size="small" type="link" onClick={() => setOpen(true)}>
        {text('drawsOf', { count: draws.length })}
      </Button>
      {open && (
        <WhatIfDraws
          title={text('whatIfTitle', { game: row.gameName, percentage: winpercentage })}
          answer={answer}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
