/// <reference path="../../../css.d.ts" />
import '../stage.css'
import '../live.css'
import { formatPoints } from '@cascade/contracts'
import { Button, ErrorState, PageHeader, ReloadIcon } from '@cascade/ui-kit'
import { liveTexts } from '../../../texts'
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
  const text = liveTexts.useText()
  const { query, phase, refresh, onZero, isGone } = useLiveGame(pair)
  const { data: reading, error, isFetching } = query
  if (isGone || (error && !reading)) return <ErrorState error={error} onRetry={() => void refresh()} />
  if (!reading) return <LiveSkeleton />
  const { live } = reading
  return (
    <div className="lv-screen">
      <PageHeader
        title={live.gameName}
        note={text('ofAdmin', { username })}
        actions={
          <>
            <LiveBadge reading={reading} phase={phase} />
            <Button icon={<ReloadIcon spin={isFetching} />} onClick={() => void refresh()}>
              {text('refresh')}
            </Button>
          </>
        }
      />
      <section className="lv-stage">
        <CountdownClock reading={reading} onZero={onZero} />
        <div className="lv-total">
          <span className="lv-stage-title">{text('totalDraw')}</span>
          <span className="lv-total-value">{formatPoints(live.collections.totalDraw)}</span>
        </div>
        <LastResults live={live} />
      </section>
      <div className="lv-body">
        <OptionGroups live={live} />
        <DailyTable live={live} />
      </div>
    </div>
  )
}
