import './shared.css'
import type { ExportColumn } from '@cascade/ui-kit/data'
import type { ReactNode } from 'react'
import { texts } from '../texts'

type Props = { caption: string; headings: readonly string[]; numbersFrom?: 3; children: ReactNode }

/**
 * A short table without pages or sorting; its rows are children. One that is too wide or too long scrolls by itself.
 * @param numbersFrom the columns from this one on are numbers
 */
export function PlainTable({ caption, headings, numbersFrom, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
    <section className="reports-plain-table" data-numbers-from={numbersFrom} aria-label={caption} tabIndex={0}>
      <table>
        <caption className="kit-sr-only">{caption}</caption>
        <thead>
          <tr>
            {headings.map(heading => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

/** The first column of files that are written as the screen shows them. */
export const numberColumn: ExportColumn<unknown> = {
  title: texts.text('number'),
  value: (_row, index) => index + 1,
  kind: 'count',
}
