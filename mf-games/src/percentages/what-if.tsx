import './percentages.css'
import type { Percentage } from '@cascade/contracts/games'
import type { WhatIf as Answer, WhatIfDraw } from '@cascade/contracts/live'
import { Button, Drawer, formatPoints, Moment, Spin, useDebounced } from '@cascade/ui-kit'
import { Table } from '@cascade/ui-kit/forms'
import { messageOf } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../texts'
import { whatIfQuery } from './calls'

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

type WhatIfDrawsProps = { title: string; answer: Answer; onClose: () => void }

/** Every draw that was recomputed, as it came out and as it would have. */
function WhatIfDraws({ title, answer, onClose }: WhatIfDrawsProps) {
  const text = texts.useText()
  const points = (name: string, pick: (draw: WhatIfDraw) => number) => ({
    key: name,
    title: name,
    align: 'right' as const,
    render: (_cell: unknown, draw: WhatIfDraw) => formatPoints(pick(draw)),
  })
  const columns = [
    { key: 'drawAt', title: text('draw'), render: (_cell: unknown, { drawAt }: WhatIfDraw) => <Moment at={drawAt} /> },
    points(text('stake'), draw => draw.stake),
    { key: 'result', title: text('result'), render: (_cell: unknown, draw: WhatIfDraw) => resultOf(draw) },
    points(text('paid'), draw => draw.paid),
    points(text('kept'), draw => draw.kept),
    {
      key: 'instead',
      title: text('resultInstead'),
      render: (_cell: unknown, { instead }: WhatIfDraw) => instead.result,
    },
    points(text('paidInstead'), draw => draw.instead.paid),
    points(text('keptInstead'), draw => draw.instead.kept),
  ]
  const resultOf = ({ result, manual }: WhatIfDraw) => (manual ? `${result} (${text('manual')})` : result)
  return (
    <Drawer open title={title} onClose={onClose} size="large">
      <Table<WhatIfDraw>
        columns={columns}
        dataSource={[...answer.draws]}
        rowKey={draw => draw.drawId}
        size="small"
        pagination={false}
        scroll={{ x: 'max-content' }}
      />
    </Drawer>
  )
}
