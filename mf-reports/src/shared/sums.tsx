import './shared.css'
import { toHundredths, toPoints } from '@cascade/contracts'
import { Amount, formatPoints } from '@cascade/ui-kit'

type Sum = { label: string; value: number }

/** Totals as text for printing. */
export const sumFigures = (sums: readonly Sum[]) =>
  sums.map(({ label, value }) => [label, formatPoints(value)] as const)

/**
 * Totals for printing. If all rows are printed, they are summed from those rows: bets may have changed while the pages
 * were read.
 */
export function printedSums<N extends string>(
  { rows, first }: { rows: readonly Record<N, number>[]; first: { total: number; summary: Record<N, number> } },
  names: readonly N[],
): Record<N, number> {
  if (rows.length !== first.total) return first.summary
  const sumOf = (name: N) => toPoints(rows.reduce((sum, row) => sum + toHundredths(row[name]), 0n))
  return Object.fromEntries(names.map(name => [name, sumOf(name)])) as Record<N, number>
}

export function SumList({ sums }: { sums: readonly Sum[] }) {
  return (
    <dl className="reports-sums">
      {sums.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Amount value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
