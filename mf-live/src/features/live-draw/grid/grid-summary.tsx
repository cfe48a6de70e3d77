import { formatPoints } from '@cascade/contracts'
import type { LiveGame, LiveOption } from '@cascade/contracts/live'
import { formatCount } from '@cascade/ui-kit'
import { texts } from '../../../texts'

/** The grid in two sentences, for those who do not see it. It is read when it is asked for, never by itself. */
export function GridSummary({ id, live }: { id: string; live: LiveGame }) {
  const text = texts.useText()
  const { data, tickets, collections } = live
  const staked = data.filter(({ sum }) => sum > 0)
  const values = {
    options: formatCount(data.length),
    tickets: formatCount(tickets),
    stake: formatPoints(collections.totalDraw),
    staked: formatCount(staked.length),
  }
  const dearest = staked.reduce<LiveOption | undefined>(
    (most, option) => (most && most.liability >= option.liability ? most : option),
    undefined,
  )
  return (
    <p id={id} className="live-unseen">
      {text('summary', values)}{' '}
      {dearest &&
        text('summaryDearest', {
          label: dearest.label,
          cost: formatPoints(dearest.liability),
          boosted: formatPoints(dearest.liabilityBoosted),
        })}
    </p>
  )
}
