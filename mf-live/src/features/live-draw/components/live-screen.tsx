import './live-screen.css'
import { formatPoints } from '@cascade/contracts'
import { Button, ErrorState, PageHeader, ReloadIcon } from '@cascade/ui-kit'
import { texts } from '../../../texts'
import { useLiveGame } from '../feed/use-live-game'
import { OptionGroups } from '../grid/option-groups'
import type { Pair } from '../pair'
import { CountdownClock } from './countdown-clock'
import { DailyTable } from './daily-table'
import { LastResults } from './last-results'
import { LiveBadge } from './live-badge'
import { LiveSkeleton } from './live-skeleton'

/** The open draw of one game below one admin, as it is at this moment. */
export function LiveScreen({ pair, username }: { pair: Pair; username: string }) {
  const text = texts.useText()
  const { query, phase, refresh, onZero, isGone } = useLiveGame(pair)
  const { data: snapshot, error, isFetching } = query
  if (isGone || (error && !snapshot)) return <ErrorState error={error} onRetry={() => void refresh()} />
  if (!snapshot) return <LiveSkeleton />
  const { live } = snapshot
  return (
    <div className="live-screen">
      <PageHeader
        title={live.gameName}
        note={text('ofAdmin', { username })}
        actions={
          <>
            <LiveBadge snapshot={snapshot} phase={phase} />
            <Button icon={<ReloadIcon spin={isFetching} />} onClick={() => void refresh()}>
              {text('refresh')}
            </Button>
          </>
        }
      />
      <section className="live-stage">
        <CountdownClock snapshot={snapshot} onZero={onZero} />
        <div className="live-total">
          <span className="live-stage-title">{text('totalDraw')}</span>
          <span className="live-total-value">{formatPoints(live.collections.totalDraw)}</span>
        </div>
        <LastResults live={live} />
      </section>
      <div className="live-body">
        <OptionGroups live={live} />
        <DailyTable live={live} />
      </div>
    </div>
  )
}
