import './figures.css'
import { toHundredths, toPoints } from '@cascade/contracts'
import type { LiveGame } from '@cascade/contracts/live'
import { Amount } from '@cascade/ui-kit'
import { texts } from '../texts'

type Props = { live: Pick<LiveGame, 'collections' | 'percentageData'> }

/** Stakes, payouts and balance of the game in the current business day. */
export function DailyTable({ live: { collections, percentageData } }: Props) {
  const text = texts.useText()
  const { totalPlaypoints, totalWinpoints } = collections
  const rows = [
    [text('gameBalance'), percentageData[0]?.gameBalance ?? 0],
    [text('collection'), totalPlaypoints],
    [text('payment'), totalWinpoints],
    [text('balance'), balanceOf(totalPlaypoints, totalWinpoints)],
  ] as const
  return (
    <section className="live-daily" translate="no" aria-label={text('daily')}>
      <h2>{text('daily')}</h2>
      <table>
        <tbody>
          {rows.map(([title, value]) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td>
                <Amount value={value} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const balanceOf = (collection: number, payment: number) => toPoints(toHundredths(collection) - toHundredths(payment))
