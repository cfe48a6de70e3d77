import type { HistoryRow } from '@cascade/contracts/live'
import { Select } from '@cascade/ui-kit/data'
import { DayPicker } from '@cascade/ui-kit/forms'
import type { ListState } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { PeriodFilter, periodFact } from '../shared/period-filter'
import { UserFilter } from '../shared/user-filter'
import { texts } from '../texts'
import { type historyFilters, historyGamesQuery, historyUsersQuery } from './calls'

export function HistoryFilters({ list }: { list: ListState<keyof typeof historyFilters> }) {
  const text = texts.useText()
  const games = useQuery(historyGamesQuery())
  const { filters, setFilter } = list
  const options = (games.data ?? []).map(({ gameId, gameName }) => ({ value: gameId, label: gameName }))
  return (
    <>
      <Select
        allowClear
        showSearch
        value={filters.gameId || undefined}
        options={options}
        loading={games.isPending}
        placeholder={text('allGames')}
        aria-label={text('game')}
        onChange={gameId => setFilter('gameId', gameId ?? '')}
        style={{ width: 120 }}
      />
      <UserFilter value={filters.user} onChange={user => setFilter('user', user)} query={historyUsersQuery} />
      <PeriodFilter list={list} dialogTitle={text('dateRange')} />
      <DayPicker
        value={filters.tdate}
        onChange={day => setFilter('tdate', day)}
        placeholder={text('specificDate')}
        aria-label={text('specificDate')}
        style={{ width: 130 }}
      />
    </>
  )
}

type Filters = ListState<keyof typeof historyFilters>['filters']

/** Filters as text for printing; a day takes precedence over the period. */
export function historyFacts({ gameId, user, tdate, ...period }: Filters, rows: readonly HistoryRow[]) {
  const { text } = texts
  return [
    tdate ? ([text('specificDate'), tdate] as const) : periodFact(period),
    [text('game'), gameId && (rows[0]?.gameName ?? gameId)],
    [text('user'), user],
  ] as const
}
