import './shared.css'
import { Amount, formatPoints } from '@cascade/ui-kit'

type Sum = { label: string; value: number }

/** The same figures on paper. */
export const sumFigures = (sums: readonly Sum[]) =>
  sums.map(({ label, value }) => [label, formatPoints(value)] as const)

/** Figures of a whole report, each with its name. */
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
