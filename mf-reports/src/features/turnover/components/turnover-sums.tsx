import type { Sums } from '@cascade/contracts/reports'
import { SumList } from '../../../shared/components/sums'
import { texts } from '../../../texts'

/** What all rows of the report come to. */
export function TurnoverSums({ summary }: { summary: Sums }) {
  const text = texts.useText()
  const sums = [
    { label: text('totalPlay'), value: summary.playPoints },
    { label: text('totalWin'), value: summary.winPoints },
    { label: text('endPoint'), value: summary.endPoints },
    { label: text('totalCommission'), value: summary.commission },
    { label: text('net'), value: summary.net },
  ]
  return <SumList sums={sums} />
}
