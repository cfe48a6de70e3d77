import './week.css'
import { presets } from '@cascade/contracts'
import type { WeekFigures, WeekRow } from '@cascade/contracts/reports'
import { Amount, formatPoints } from '@cascade/ui-kit'
import type { Column, RowLine } from '@cascade/ui-kit/data'
import { useAddress } from '@cascade/web-kit'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '../paths'
import type { Measure } from './calls'
import { weekTexts } from './texts'

const { text } = weekTexts

const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' })
/** `2026-03-02` → `Mon 02`. */
const dayTitle = (day: string) => `${weekday.format(new Date(day))} ${day.slice(8)}`

const cashFields = ['opening', 'paid', 'settled', 'closing'] as const

/** @param days of the week; empty until they are known */
export function weekColumns(days: readonly string[], measure: Measure): readonly Column<WeekRow>[] {
  const points = { group: text('points'), kind: 'points', exportWidth: 14 } as const
  const [from = '', to = ''] = [days[0], days.at(-1)]
  return [
    {
      key: 'username',
      title: text('account'),
      sortable: true,
      pinned: 'left',
      exportWidth: 30,
      value: row => row.username,
      render: row => (row.hasChildren ? <ChildWeek {...row} /> : row.username),
    },
    ...days.map(
      (day, at): Column<WeekRow> => ({
        ...{ ...points, key: `day${at}`, title: dayTitle(day) },
        value: row => row.days[at]?.[measure],
        render: row => <Bets row={row} figures={row.days[at]} measure={measure} period={{ tdate: day }} />,
      }),
    ),
    {
      ...{ ...points, key: 'week', title: text('week'), sortable: measure === 'net' && 'net' },
      value: row => row.week[measure],
      render: row => {
        const period = { preset: String(presets.dateRange), startDate: from, endDate: to }
        return <Bets row={row} figures={row.week} measure={measure} period={period} />
      },
    },
    ...cashFields.map(
      (key): Column<WeekRow> => ({
        ...{ ...points, group: text('cash'), key, title: text(key), sortable: true },
        value: row => row[key],
      }),
    ),
  ]
}

/** Link to the week of an account; keeps week and figures. */
function ChildWeek({ userId, username }: WeekRow) {
  const search = new URLSearchParams(useLocation().search)
  for (const name of ['page', 'q']) search.delete(name)
  search.set('userId', userId)
  return <Link to={{ search: search.toString() }}>{username}</Link>
}

type BetsProps = {
  row: Pick<WeekRow, 'userId' | 'username'>
  figures: WeekFigures | undefined
  measure: Measure
  period: Record<string, string>
}

/** An amount that leads to the bets behind it. */
function Bets({ row: { userId, username }, figures, measure, period }: BetsProps) {
  const address = useAddress()
  if (!figures) return null
  const amount = <Amount value={figures[measure]} />
  if (userId === '' || Object.values(figures).every(value => value === 0)) return amount
  const { tdate, startDate, endDate } = period
  const about = { amount: formatPoints(figures[measure]), username, period: tdate ?? `${startDate} – ${endDate}` }
  const details = Object.entries(figures).map(([name, value]) => [name, formatPoints(value)])
  return (
    <Link
      className="reports-week-bets"
      to={{ pathname: address(paths.bets), search: new URLSearchParams({ user: username, ...period }).toString() }}
      aria-label={text('bets', about)}
      data-tip={text('details', Object.fromEntries(details))}
    >
      {amount}
    </Link>
  )
}

/** A row as a card on a phone: the days as bars, the current account below. */
export const weekLine =
  (days: readonly string[], measure: Measure) =>
  (row: WeekRow): RowLine => ({
    title: row.username,
    amount: row.week[measure],
    notes: [
      <span key="week" className="reports-week-card">
        <WeekBars days={days} figures={row.days.map(day => day[measure])} />
        {text('cashChange', { opening: formatPoints(row.opening), closing: formatPoints(row.closing) })}
      </span>,
    ],
  })

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

function WeekBars({ days, figures }: { days: readonly string[]; figures: readonly number[] }) {
  const most = Math.max(...figures.map(Math.abs)) || 1
  return (
    <span className="reports-week-bars">
      {days.map((day, at) => {
        const figure = figures[at] ?? 0
        return (
          <span key={day} data-negative={figure < 0 || undefined}>
            <span style={{ height: `${(Math.abs(figure) / most) * 100}%` }} />
            <span>{compact.format(figure)}</span>
            <small>{dayTitle(day).slice(0, 3)}</small>
          </span>
        )
      })}
    </span>
  )
}
