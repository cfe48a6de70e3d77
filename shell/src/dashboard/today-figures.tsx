import './today-figures.css'
import type { Dashboard } from '@cascade/contracts/reports'
import { Amount, formatCount, formatPoints } from '@cascade/ui-kit'
import { useActor } from '@cascade/web-kit'
import { Link } from 'react-router-dom'
import { shellTexts } from '../texts'
import { VerifiedNote } from './verified-note'

const figures = [
  { field: 'net', label: 'net' },
  { field: 'playPoints', label: 'play' },
  { field: 'winPoints', label: 'win' },
  { field: 'commission', label: 'commission' },
] as const

type Figures = Pick<Dashboard, 'today' | 'yesterday' | 'lastWeek' | 'day' | 'exposure' | 'onlinePlayers' | 'verified'>

/** Today's play against yesterday and a week ago, each until the same time of day. */
export function TodayFigures({ today, yesterday, lastWeek, day, exposure, onlinePlayers, verified }: Figures) {
  const text = shellTexts.useText()
  const { role } = useActor()
  const title = day ? text('todayOf', { day }) : text('today')
  return (
    <section aria-label={title}>
      <header className="shell-today-head">
        <h2>{title}</h2>
        <VerifiedNote verified={verified} />
      </header>
      <dl className="shell-today">
        {figures.map(({ field, label }) => (
          <div key={field} className="shell-today-figure" data-field={field}>
            <dt>{text(label)}</dt>
            <dd>
              <Amount value={today[field]} />
            </dd>
            <Comparison
              label={text('before')}
              hint={text('yesterdayUntilNow')}
              now={today[field]}
              then={yesterday[field]}
            />
            {lastWeek && (
              <Comparison
                label={text('weekAgo')}
                hint={text('weekAgoUntilNow')}
                now={today[field]}
                then={lastWeek[field]}
              />
            )}
          </div>
        ))}
        {exposure !== undefined && <Exposure exposure={exposure} />}
        <div className="shell-today-figure">
          <dt>
            <Link to={`/${role}/onlineplayers`}>{text('onlinePlayers')}</Link>
          </dt>
          <dd>{formatCount(onlinePlayers)}</dd>
        </div>
      </dl>
    </section>
  )
}

type ComparisonProps = { label: string; hint: string; now: number; then: number }

/**
 * The earlier figure with the change in percent, or the factor from tenfold on; no change when there is nothing to
 * compare.
 */
function Comparison({ label, hint, now, then }: ComparisonProps) {
  const percent = then === 0 ? undefined : Math.round((100 * (now - then)) / Math.abs(then))
  const times = then > 0 && now >= 10 * then ? Math.round(now / then) : undefined
  return (
    <dd className="shell-today-before" title={hint}>
      <span>{label}</span> {formatPoints(then)}{' '}
      {percent !== undefined && (
        <b>
          {times !== undefined
            ? `× ${formatCount(times)}`
            : `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${formatCount(Math.abs(percent))} %`}
        </b>
      )}
    </dd>
  )
}

function Exposure({ exposure }: { exposure: NonNullable<Dashboard['exposure']> | null }) {
  const text = shellTexts.useText()
  return (
    <div className="shell-today-figure">
      <dt title={text('exposureHint')}>{text('exposure')}</dt>
      <dd>{exposure ? <Amount value={exposure.worst} /> : '–'}</dd>
      <dd className="shell-today-before">
        {exposure
          ? text('exposureOf', { stake: formatPoints(exposure.stake), draws: formatCount(exposure.draws) })
          : text('exposureUnknown')}
      </dd>
    </div>
  )
}
