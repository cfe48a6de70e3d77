import { roleLabels } from '@cascade/contracts'
import type { WeekRow } from '@cascade/contracts/reports'
import { Button, formatDate, PageHeader, useNarrow } from '@cascade/ui-kit'
import { DataTable, RowValues } from '@cascade/ui-kit/data'
import { Segmented, WeekPicker } from '@cascade/ui-kit/forms'
import { pageQuery, serverNow, useActor, useListState } from '@cascade/web-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { AboutReport } from '../shared/about-report'
import { LevelPath } from '../turnover/level-path'
import { type Measure, measures, mondayOf, type WeekPage, weekFilters, weekSource } from './calls'
import { weekTexts } from './texts'
import { weekColumns, weekLine } from './week-columns'

const noDays: readonly string[] = []

/** Play and debts of the accounts below in a week. */
export default function WeekPageView() {
  const text = weekTexts.useText()
  const actor = useActor()
  const list = useListState({ filters: weekFilters })
  const { filters } = list
  const measure = measures.find(each => each === filters.measure) ?? 'net'
  const source = weekSource(filters.from === '')
  // Read by the table: headings always show the days of the rows below them.
  const { data: page } = useQuery<WeekPage>({
    ...pageQuery(source, list.params),
    enabled: false,
    placeholderData: keepPreviousData,
  })
  const days = page?.days ?? noDays
  const columns = useMemo(() => weekColumns(days, measure), [days, measure])
  const line = useMemo(() => weekLine(days, measure), [days, measure])
  const isPhone = useNarrow(600)
  const thisMonday = mondayOf(formatDate(serverNow()))
  const isThisWeek = filters.from === ''
  const from = page?.from ?? (filters.from || thisMonday)
  /** A day of the chosen week; empty for this week. */
  const choose = (day: string) => {
    const monday = day && mondayOf(day)
    list.setFilters({ from: monday < thisMonday ? monday : '' })
  }
  const range = text('ofWeek', { from, to: days.at(-1) ?? '' })
  return (
    <>
      <PageHeader
        title={text('title')}
        actions={
          <>
            <WeekPicker day={from} isLast={isThisWeek} onChoose={choose} />
            <Button disabled={isThisWeek} onClick={() => choose('')}>
              {text('thisWeek')}
            </Button>
            {page && (
              <Link
                to={`/${actor.role}/settlements?${new URLSearchParams({ userId: page.account._id, period: days.at(-1) ?? '' })}`}
              >
                {text('settlements')}
              </Link>
            )}
          </>
        }
        note={page && <LevelPath path={page.path} name="userId" />}
      />
      <DataTable<WeekRow, WeekPage>
        id="reports.week"
        title={page && roleLabels[page.role]}
        columns={columns}
        rowKey={row => row.userId}
        nameOf={row => row.username}
        source={source}
        list={list}
        search={text('search')}
        filters={
          <Segmented<Measure>
            aria-label={text('figures')}
            value={measure}
            onChange={chosen => list.setFilters({ measure: chosen })}
            options={measures.map(value => ({ value, label: text(value) }))}
          />
        }
        sums={sumRow}
        summary={({ verified, ...loaded }) => (
          <>
            {isPhone && <RowValues columns={columns.slice(1)} row={sumRow(loaded)} />}
            <AboutReport startDate={loaded.from} endDate={loaded.days.at(-1)} verified={verified} />
          </>
        )}
        phone={{ line }}
        exportAs={{ file: `Week ${from}.xlsx`, sheet: 'Week', free: true }}
        onPaper={({ first }) => ({
          about: range,
          facts: [
            [text('week'), range],
            [text('figures'), text(measure)],
            [text('account'), first.path.map(({ username }) => username).join(' › ')],
          ],
        })}
        empty={text('empty')}
        numbered={false}
      />
    </>
  )
}

const sumRow = ({ sums, role }: Pick<WeekPage, 'sums' | 'role'>): WeekRow => ({
  ...{ userId: '', username: weekTexts.text('sum'), role, hasChildren: false },
  ...sums,
})
