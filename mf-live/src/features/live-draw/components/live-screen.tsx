import './live-screen.css'
import { ErrorState, NotFoundState, PageHeader } from '@cascade/ui-kit'
import { useState } from 'react'
import { useLiveSettings } from '../../../shared/live-settings'
import { texts } from '../../../texts'
import { BalancePanel } from '../control/balance-panel'
import { dimensionsOf } from '../control/choice'
import { EndedStops } from '../control/ended-stops'
import { Inspector, type Pointed } from '../control/inspector'
import { PendingBanner } from '../control/pending-banner'
import { PolicyPanel } from '../control/policy-panel'
import { ResultPanel } from '../control/result-panel'
import { StopBanner } from '../control/stop-banner'
import { useControl } from '../control/use-control'
import { useIsLocked } from '../countdown/use-is-locked'
import { useLiveGame } from '../feed/use-live-game'
import { useLiveness } from '../feed/use-liveness'
import { OptionGroups } from '../grid/option-groups'
import { TypedHint } from '../keys/typed-hint'
import { useTypedChoice } from '../keys/use-typed-choice'
import type { Pair } from '../pair'
import type { Snapshot } from '../snapshot'
import { DailyTable } from './daily-table'
import { LiveActions } from './live-actions'
import { LiveBadge } from './live-badge'
import { LiveSkeleton } from './live-skeleton'
import { Stage } from './stage'
import { StaleBar } from './stale-bar'

type Props = { pair: Pair; username: string }

/** The open draw of one game below one admin, as it is at this moment, and what an operator may do to it. */
export function LiveScreen({ pair, username }: Props) {
  const feed = useLiveGame(pair)
  const { query, refresh, isGone } = feed
  const { data: snapshot, error } = query
  const text = texts.useText()
  if (feed.phase === 'removed') return <NotFoundState note={text('gameRemoved')} />
  if (isGone || (error && !snapshot)) return <ErrorState error={error} onRetry={() => void refresh()} />
  if (!snapshot) return <LiveSkeleton />
  return <OpenDraw pair={pair} username={username} snapshot={snapshot} feed={feed} />
}

type OpenProps = Props & { snapshot: Snapshot; feed: ReturnType<typeof useLiveGame> }

function OpenDraw({ pair, username, snapshot, feed: { query, phase, refresh, onZero } }: OpenProps) {
  const text = texts.useText()
  const { live } = snapshot
  const { game, admin } = live.stops
  const { keys } = useLiveSettings()
  const [pointed, setPointed] = useState<Pointed>()
  const [point] = useState(() => (dimension: Pointed['dimension'], drawno: string) => setPointed({ dimension, drawno }))
  const trust = useLiveness(snapshot, phase)
  const isStale = trust.liveness === 'stale'
  const control = useControl(pair, live, isStale)
  const { choice, pick, clear, save, notice } = control
  const isLocked = useIsLocked(snapshot)
  const { typed, found } = useTypedChoice({
    enabled: keys,
    dimensions: dimensionsOf(live),
    ...{ choice, onPick: pick, onClear: clear },
    onSave: () => void save({ asksFirst: true }),
  })
  return (
    <div className="live-screen">
      <PageHeader
        title={live.gameName}
        note={text('ofAdmin', { username })}
        actions={
          <>
            <LiveBadge {...trust} />
            <LiveActions
              {...{ pair, username, notice, refresh, isStale }}
              gameName={live.gameName}
              stopped={game ? 'game' : admin ? 'admin' : undefined}
              isFetching={query.isFetching}
            />
          </>
        }
      />
      {notice.element}
      <StopBanner live={live} />
      <PendingBanner live={live} />
      <Stage snapshot={snapshot} isLocked={isLocked} onZero={onZero} />
      <div className="live-body">
        <div className="live-main">
          <Inspector live={live} pointed={pointed} />
          <OptionGroups live={live} choice={choice} onPick={pick} onPoint={point} />
        </div>
        <aside className="live-side">
          <ResultPanel live={live} control={control} isLocked={isLocked} isStale={isStale} />
          <PolicyPanel live={live} />
          <BalancePanel pair={pair} notice={notice} isStale={isStale} />
          <DailyTable live={live} />
          <EndedStops pair={pair} />
        </aside>
      </div>
      <TypedHint typed={typed} found={found} />
      {isStale && <StaleBar ageMs={trust.ageMs} />}
    </div>
  )
}
