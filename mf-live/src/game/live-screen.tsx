import './live.css'
import { formatPoints, toHundredths, toPoints } from '@cascade/contracts'
import {
  Button,
  ErrorState,
  formatCount,
  HistoryIcon,
  NotFoundState,
  PageHeader,
  ReloadIcon,
  Skeleton,
  useNarrow,
} from '@cascade/ui-kit'
import { Sheet } from '@cascade/ui-kit/data'
import { useAddress } from '@cascade/web-kit'
import { memo, useDeferredValue, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { paths } from '../paths'
import { useLiveSettings } from '../shared/live-settings'
import { texts } from '../texts'
import { BalancePanel, ResetButton } from './control/balance-panel'
import { dimensionsOf, useControl } from './control/choice'
import { NextResult } from './control/next-result'
import { type HoveredOption, Inspector, ResultPanel } from './control/result-panel'
import { StopBanner } from './control/stop-banner'
import { EndedStops, StopButton, type StopButtonProps } from './control/stop-button'
import { CountdownClock, useIsLocked } from './countdown-clock'
import { DailyTable } from './daily-table'
import { useLiveness } from './feed/liveness'
import { useLiveGame } from './feed/use-live-game'
import { OptionGroups } from './grid/option-groups'
import { LastResults } from './last-results'
import { LiveBadge } from './live-badge'
import type { Offering, Snapshot } from './snapshot'
import { StaleBar } from './stale-bar'
import { KeysSwitch, TypedHint, useTypedChoice } from './typed-choice'

type Props = { offering: Offering; username: string }

export function LiveScreen({ offering, username }: Props) {
  const feed = useLiveGame(offering)
  const { query, refresh, isGone } = feed
  const { data: snapshot, error } = query
  const text = texts.useText()
  // Render the large screen in a deferred, interruptible pass.
  const isReady = useDeferredValue(snapshot !== undefined)
  if (feed.phase === 'removed') return <NotFoundState note={text('gameRemoved')} />
  if (isGone || (error && !snapshot)) return <ErrorState error={error} onRetry={() => void refresh()} />
  if (!snapshot || !isReady) return <LiveSkeleton />
  return <OpenDraw offering={offering} username={username} snapshot={snapshot} feed={feed} />
}

type OpenProps = Props & { snapshot: Snapshot; feed: ReturnType<typeof useLiveGame> }

function OpenDraw({ offering, username, snapshot, feed: { query, phase, refresh, onZero } }: OpenProps) {
  const text = texts.useText()
  const { live } = snapshot
  const { game, admin } = live.stops
  const { keys } = useLiveSettings()
  const [hovered, setHovered] = useState<HoveredOption>()
  const [hover] = useState(
    () => (dimension: HoveredOption['dimension'], drawno: string) => setHovered({ dimension, drawno }),
  )
  const trust = useLiveness(snapshot, phase)
  const isStale = trust.liveness === 'stale'
  const isLocked = useIsLocked(snapshot)
  const control = useControl(offering, live, isStale, isLocked)
  const { choice, booster, pick, clear, save, notice } = control
  const { typed, match } = useTypedChoice({
    enabled: keys,
    dimensions: dimensionsOf(live),
    choice,
    onPick: pick,
    onClear: clear,
    onSave: () => void save({ confirmFirst: true }),
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
              offering={offering}
              username={username}
              notice={notice}
              refresh={refresh}
              isStale={isStale}
              gameName={live.gameName}
              stopped={game ? 'game' : admin ? 'admin' : undefined}
              isFetching={query.isFetching}
            />
          </>
        }
      />
      {notice.element}
      <StopBanner live={live} />
      <Stage snapshot={snapshot} isLocked={isLocked} onZero={onZero} />
      <div className="live-body">
        <div className="live-main">
          <Inspector live={live} hovered={hovered} />
          <OptionGroups live={live} choice={choice} booster={booster} onPick={pick} onPoint={hover} />
        </div>
        <aside className="live-side">
          <ResultPanel live={live} control={control} isLocked={isLocked} isStale={isStale} />
          <NextResult offering={offering} live={live} control={control} isLocked={isLocked} isStale={isStale} />
          <BalancePanel offering={offering} notice={notice} isStale={isStale} />
          <EndedStops offering={offering} />
        </aside>
      </div>
      <TypedHint typed={typed} match={match} />
      {isStale && <StaleBar ageMs={trust.ageMs} />}
    </div>
  )
}

function LiveSkeleton() {
  return (
    <div className="live-screen" aria-busy="true">
      <Skeleton active title={{ width: 220 }} paragraph={false} />
      <section className="live-stage live-stage-waiting" />
      <Skeleton active title={false} paragraph={{ rows: 6, width: '100%' }} />
    </div>
  )
}

type StageProps = { snapshot: Snapshot; isLocked: boolean; onZero: (attempts: number) => void }

/** Headline figures, readable from a distance: time left, money and last results. */
function Stage({ snapshot, isLocked, onZero }: StageProps) {
  const text = texts.useText()
  const address = useAddress()
  const { live } = snapshot
  const count = live.tickets === 1 ? text('ticket') : text('tickets', { count: formatCount(live.tickets) })
  return (
    <section className="live-stage">
      <CountdownClock snapshot={snapshot} isLocked={isLocked} onZero={onZero} />
      <div className="live-total" translate="no">
        <span className="live-stage-title">{text('totalDraw')}</span>
        <span className="live-total-value">{formatPoints(live.collections.totalDraw)}</span>
        <span className="live-stage-note">
          {live.tickets === 0 ? count : <Link to={address(paths.draw, { drawId: live.drawId })}>{count}</Link>}
        </span>
        <HighestPayout highest={live.highestLiability} />
      </div>
      <LastResults live={live} />
      <DailyTable live={live} />
    </section>
  )
}

function HighestPayout({ highest }: { highest: number }) {
  const text = texts.useText()
  return (
    <span className="live-dearest">
      {text('dearest')}
      <span>
        ×1 <b>{formatPoints(toPoints(toHundredths(highest) / 2n))}</b>
      </span>
      <span>
        ×2 <b>{formatPoints(highest)}</b>
      </span>
    </span>
  )
}

type LiveActionsProps = StopButtonProps & { refresh: () => Promise<unknown>; isFetching: boolean }

/** Header actions; memoised against feed updates. On a phone all but the stop move into a sheet. */
const LiveActions = memo(function LiveActions(props: LiveActionsProps) {
  const { refresh, isFetching, ...stop } = props
  const { offering, notice, gameName } = stop
  const text = texts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  const isPhone = useNarrow(600)
  const [isOpen, setIsOpen] = useState(false)
  const draws = (
    <Button icon={<HistoryIcon />} onClick={() => void navigate(address(paths.draws, offering))}>
      {text('draws')}
    </Button>
  )
  const others = (
    <>
      <ResetButton offering={offering} notice={notice} isStale={stop.isStale} />
      <Button icon={<ReloadIcon spin={isFetching} />} onClick={() => void refresh()}>
        {text('refresh')}
      </Button>
    </>
  )
  if (!isPhone) {
    return (
      <>
        <KeysSwitch />
        {draws}
        <StopButton {...stop} />
        {others}
      </>
    )
  }
  return (
    <>
      <StopButton {...stop} />
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {text('more')}
      </Button>
      <Sheet open={isOpen} title={gameName} onClose={() => setIsOpen(false)}>
        <div className="live-more">
          {draws}
          {others}
        </div>
      </Sheet>
    </>
  )
})
