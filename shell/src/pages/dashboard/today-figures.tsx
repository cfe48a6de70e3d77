import './today-figures.css'
import type { Dashboard } from '@cascade/contracts/reports'
import { Amount, formatPoints } from '@cascade/ui-kit'
import { shellTexts } from '../../texts'

const figures = [
  { field: 'playPoints', label: 'play' },
  { field: 'winPoints', label: 'win' },
  { field: 'endPoints', label: 'end' },
  { field: 'commission', label: 'commission' },
] as const

/** What was played today, against yesterday until the same time of day. */
export function TodayFigures({ today, yesterday }: Pick<Dashboard, 'today' | 'yesterday'>) {
  const text = shellTexts.useText()
  return (
    <dl className="shell-today" aria-label={text('today')}>
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
    </dl>
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
