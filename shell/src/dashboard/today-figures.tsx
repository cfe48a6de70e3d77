import './dashboard.css'
import type { Dashboard } from '@cascade/contracts/reports'
import { Amount, formatCount, formatPoints } from '@cascade/ui-kit'
import { shellTexts } from '../texts'

const figures = [
  { field: 'playPoints', label: 'play' },
  { field: 'winPoints', label: 'win' },
  { field: 'endPoints', label: 'end' },
  { field: 'commission', label: 'commission' },
  { field: 'net', label: 'net' },
] as const

type Shown = Pick<Dashboard, 'today' | 'yesterday' | 'day' | 'zone' | 'exposure'>

/** What was played today, against yesterday until the same time of day. */
export function TodayFigures({ today, yesterday, day, zone, exposure }: Shown) {
  const text = shellTexts.useText()
  const title = day && zone ? text('todayIn', { day, zone }) : text('today')
  return (
    <section aria-label={title}>
      <h2 className="shell-today-title">{title}</h2>
      <dl className="shell-today">
        {figures.map(({ field, label }) => (
          <div key={field} className="shell-today-figure">
            <dt>{text(label)}</dt>
            <dd>
              <Amount value={today[field]} />
            </dd>
            <dd className="shell-today-before" title={text('yesterdayUntilNow')}>
              {text('before', { points: formatPoints(yesterday[field]) })}
              <Change now={today[field]} before={yesterday[field]} />
            </dd>
          </div>
        ))}
        {exposure !== undefined && <Exposure exposure={exposure} />}
      </dl>
    </section>
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

/** In percent; nothing where there is nothing to compare with. */
function Change({ now, before }: { now: number; before: number }) {
  if (before === 0) return null
  const percent = Math.round((100 * (now - before)) / Math.abs(before))
  return (
    <span className="shell-today-change">{`${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)} %`}</span>
  )
}
