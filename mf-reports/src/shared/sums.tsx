import './shared.css'
import { Amount } from '@cascade/ui-kit'

/** Figures of a whole report, each with its name. */
export function SumList({ sums }: { sums: readonly { label: string; value: number }[] }) {
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
