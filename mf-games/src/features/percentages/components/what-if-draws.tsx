import type { WhatIf, WhatIfDraw } from '@cascade/contracts/live'
import { Drawer, formatDateTime, formatPoints } from '@cascade/ui-kit'
import { Table } from '@cascade/ui-kit/forms'
import { texts } from '../../../texts'

type Props = { title: string; answer: WhatIf; onClose: () => void }

/** Every draw that was recomputed, as it came out and as it would have. */
export function WhatIfDraws({ title, answer, onClose }: Props) {
  const text = texts.useText()
  const points = (name: string, pick: (draw: WhatIfDraw) => number) => ({
    key: name,
    title: name,
    align: 'right' as const,
    render: (_cell: unknown, draw: WhatIfDraw) => formatPoints(pick(draw)),
  })
  const columns = [
    { key: 'drawAt', title: text('draw'), render: (_cell: unknown, { drawAt }: WhatIfDraw) => formatDateTime(drawAt) },
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
