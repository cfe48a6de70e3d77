import './what-if.css'
import { toHundredths, toPoints } from '@cascade/contracts'
import type { Percentage } from '@cascade/contracts/games'
import type { WhatIf as Answer, WhatIfDraw } from '@cascade/contracts/live'
import { Amount, Drawer, formatCount, formatPoints, Moment, PageSpinner, StateSwitch } from '@cascade/ui-kit'
import { messageOf } from '@cascade/web-kit'
import { useQueries, useQuery } from '@tanstack/react-query'
import { GameName } from '../shared/game-name'
import { texts } from '../texts'
import { allPercentagesQuery, whatIfQuery } from './calls'

/** A game and the percentage for recomputing its last draws. */
type Trial = { row: Percentage; share: number }

type Props = {
  adminId: string /** Typed percentages by row id. */
  shares: ReadonlyMap<string, number>
  onClose: () => void
}

/** Payouts and kept points of the last draws, actual and with the typed percentages; for edited games, or for all. */
export function WhatIf({ adminId, shares, onClose }: Props) {
  const text = texts.useText()
  const games = useQuery(allPercentagesQuery(adminId))
  return (
    <Drawer open title={text('whatIf')} onClose={onClose} size="large" className="games-what-if">
      <p className="games-what-if-note">{text('whatIfNote')}</p>
      <StateSwitch query={games}>
        {({ rows }) => {
          const trials = rows.map(row => ({ row, share: shares.get(row.id) ?? row.winpercentage }))
          return <Trials trials={shares.size === 0 ? trials : trials.filter(({ row }) => shares.has(row.id))} />
        }}
      </StateSwitch>
    </Drawer>
  )
}

/** Totals once all requests are settled, then each game. */
function Trials({ trials }: { trials: readonly Trial[] }) {
  const queries = useQueries({
    queries: trials.map(({ row: { adminId, gameId }, share }) =>
      whatIfQuery({ adminId, gameId, winpercentage: share }),
    ),
  })
  if (queries.some(({ isPending }) => isPending)) return <PageSpinner />
  return (
    <>
      <Total answers={queries.flatMap(({ data }) => data ?? [])} />
      {trials.map(({ row, share }, index) => {
        const { data, error } = queries[index] ?? {}
        return (
          <details key={row.id} className="games-what-if-game" open={trials.length === 1}>
            <GameSummary row={row} share={share} answer={data} failure={error} />
            {data && <Draws draws={data.draws} />}
          </details>
        )
      })}
    </>
  )
}

const difference = (before: number, after: number) => toPoints(toHundredths(after) - toHundredths(before))
const sumPoints = (values: readonly number[]) => toPoints(values.reduce((sum, value) => sum + toHundredths(value), 0n))
const isChanged = ({ result, kept, instead }: WhatIfDraw) => result !== instead.result || kept !== instead.kept

/** A difference with its sign and direction. */
function Delta({ by }: { by: number }) {
  const sign = by > 0 ? '+' : ''
  return (
    <span className="games-what-if-delta" data-direction={by > 0 ? 'up' : by < 0 ? 'down' : undefined}>
      {by === 0 ? '–' : sign + formatPoints(by)}
    </span>
  )
}

/** Totals of all games, actual and hypothetical. */
function Total({ answers }: { answers: readonly Answer[] }) {
  const text = texts.useText()
  const lines = (['paid', 'kept'] as const).map(name => ({
    name,
    before: sumPoints(answers.map(({ sums }) => sums[name])),
    after: sumPoints(answers.map(({ sums }) => sums.instead[name])),
  }))
  return (
    <table className="games-what-if-total">
      <caption>{text('stakesOf', { stake: formatPoints(sumPoints(answers.map(({ sums }) => sums.stake))) })}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{text('asItWas')}</th>
          <th scope="col">{text('instead')}</th>
          <th scope="col">{text('difference')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row">{text(name)}</th>
            <td>
              <Amount value={before} />
            </td>
            <td>
              <Amount value={after} />
            </td>
            <td>
              <Delta by={difference(before, after)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type SummaryProps = Trial & { answer: Answer | undefined; failure: unknown }

/** Summary line of a game; expands to its draws. */
function GameSummary({ row, share, answer, failure }: SummaryProps) {
  const text = texts.useText()
  const { draws, sums } = answer ?? {}
  const count = draws?.length ?? 0
  const changed = formatCount(draws?.filter(isChanged).length ?? 0)
  const note = count === 0 ? text('noDrawsYet') : text('drawsChange', { changed, count: formatCount(count) })
  return (
    <summary>
      <GameName {...row} />
      <span className="games-what-if-share">
        {share === row.winpercentage ? `${share} %` : `${row.winpercentage} % → ${share} %`}
      </span>
      <small>{failure ? messageOf(failure) : note}</small>
      {sums && count > 0 && (
        <span className="games-what-if-kept">
          <Delta by={difference(sums.kept, sums.instead.kept)} />
        </span>
      )}
    </summary>
  )
}

function Draws({ draws }: { draws: readonly WhatIfDraw[] }) {
  const text = texts.useText()
  if (draws.length === 0) return null
  const headings = ['draw', 'stake', 'result', 'kept', 'difference'] as const
  return (
    <table className="games-what-if-draws">
      <thead>
        <tr>
          {headings.map(name => (
            <th key={name} scope="col">
              {text(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {draws.map(draw => (
          <tr key={draw.drawId} data-changed={isChanged(draw) || undefined}>
            <td>
              <Moment at={draw.drawAt} />
            </td>
            <td>{formatPoints(draw.stake)}</td>
            <td>{draw.manual ? `${draw.result} (${text('manual')})` : fromTo(draw.result, draw.instead.result)}</td>
            <td data-name={text('kept')}>{fromTo(formatPoints(draw.kept), formatPoints(draw.instead.kept))}</td>
            <td>
              <Delta by={difference(draw.kept, draw.instead.kept)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const fromTo = (before: string, after: string) => (before === after ? before : `${before} → ${after}`)
