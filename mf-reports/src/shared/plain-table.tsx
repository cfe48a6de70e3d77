import './shared.css'
import type { ExportColumn } from '@cascade/ui-kit/data'
import type { ReactNode } from 'react'
import { texts } from '../texts'

type Props = { caption: string; headings: readonly string[]; numbersFrom?: 3; children: ReactNode }

/**
 * Short table without pages or sorting; scrolls on its own if it is too large. Its rows are children.
 * @param numbersFrom first numeric column
 */
export function PlainTable({ caption, headings, numbersFrom, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
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

/** Row number, the first column of exports. */
export const numberColumn: ExportColumn<unknown> = {
  title: texts.text('number'),
  value: (_row, index) => index + 1,
  kind: 'count',
}
