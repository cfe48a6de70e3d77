import type { ChartGame, ChartPoint, Dashboard } from '@cascade/contracts/reports'
import { zoneLabel } from '@cascade/ui-kit'
import { ChartCard, type ChartSeries, ColumnChart, RankChart } from '@cascade/ui-kit/charts'
import { useActor } from '@cascade/web-kit'
import { useNavigate } from 'react-router-dom'
import { shellTexts } from '../texts'

export type PlayChartsProps = Pick<Dashboard, 'hours' | 'days' | 'games'>
type Hour = { at: string; today: number; yesterday: number }

const { text } = shellTexts

const hourSeries: readonly ChartSeries<Hour>[] = [
  { key: 'today', label: text('today'), kind: 'bar', value: hour => hour.today },
  { key: 'yesterday', label: text('yesterday'), kind: 'bar', value: hour => hour.yesterday },
]
const daySeries: readonly ChartSeries<ChartPoint>[] = [
  { key: 'play', label: text('play'), kind: 'bar', value: day => day.playPoints },
  { key: 'win', label: text('win'), kind: 'bar', value: day => day.winPoints },
  { key: 'commission', label: text('commission'), kind: 'line', value: day => day.commission },
]
const gameSeries: readonly ChartSeries<ChartGame>[] = [
  { key: 'play', label: text('play'), kind: 'bar', value: game => game.playPoints },
  { key: 'win', label: text('win'), kind: 'bar', value: game => game.winPoints },
]

export function DrawnPlayCharts({ hours, days, games }: PlayChartsProps) {
  const text = shellTexts.useText()
  const { role } = useActor()
  const navigate = useNavigate()
  const byHour = { points: toHours(hours), keyOf: (hour: Hour) => hour.at, series: hourSeries }
  const byDay = { points: days, keyOf: (day: ChartPoint) => day.at, series: daySeries }
  const byGame = { points: games, keyOf: (game: ChartGame) => game.gameId, series: gameSeries }
  const nameOf = (game: ChartGame) => game.gameName
  const showDay = ({ at }: ChartPoint) =>
    void navigate(`/${role}/turnoverreport?preset=8&startDate=${at}&endDate=${at}`)
  const showGame = ({ gameId }: ChartGame) => void navigate(`/${role}/gamehistory?gameId=${gameId}`)
  const zone = zoneLabel()
  const [today, yesterday] = [dayOf(hours.today), dayOf(hours.yesterday)]
  return (
    <div className="shell-charts">
      <ChartCard
        title={text('playByHour')}
        note={<PeriodNote text={text('dayAgainst', { today, yesterday, zone })} />}
        pointTitle={text('hour')}
        {...byHour}
        labelOf={formatHour}
      >
        <ColumnChart {...byHour} labelOf={formatHour} tickOf={formatHour} />
      </ChartCard>
      <ChartCard
        title={text('topGames')}
        note={<PeriodNote text={text('dayIn', { day: today, zone })} />}
        pointTitle={text('game')}
        {...byGame}
        labelOf={nameOf}
        onPick={showGame}
      >
        <RankChart {...byGame} labelOf={nameOf} onPick={showGame} />
      </ChartCard>
      <ChartCard
        title={text('lastDays')}
        note={<PeriodNote text={text('dayIn', { day: `${days[0]?.at} – ${days.at(-1)?.at}`, zone })} />}
        pointTitle={text('day')}
        {...byDay}
        labelOf={byDay.keyOf}
        onPick={showDay}
      >
        <ColumnChart {...byDay} labelOf={byDay.keyOf} tickOf={day => day.at.slice(5)} onPick={showDay} height={200} />
      </ChartCard>
    </div>
  )
}

const PeriodNote = ({ text: period }: { text: string }) => <p className="shell-chart-when">{period}</p>

const dayOf = (hours: readonly ChartPoint[]) => hours[0]?.at.slice(0, 10) ?? ''

const toHours = ({ today, yesterday }: Dashboard['hours']): Hour[] =>
  today.map(({ at, playPoints }, index) => ({
    at,
    today: playPoints,
    yesterday: yesterday[index]?.playPoints ?? 0,
  }))

/** `2026-03-01T13` → `13:00`. */
const formatHour = ({ at }: Hour) => `${at.slice(11)}:00`
