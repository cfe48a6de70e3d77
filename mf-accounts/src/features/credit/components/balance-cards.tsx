import './balance-cards.css'
import { Amount } from '@cascade/ui-kit'
import { texts } from '../../../texts'

type Side = { heading: string; username: string; label: string; balance: number; after: number | undefined }

/** Both sides of a movement: whose credit it is, and what it will be. */
export function BalanceCards({ sides }: { sides: readonly Side[] }) {
  const text = texts.useText()
  return (
    <div className="accounts-sides">
      {sides.map(({ heading, username, label, balance, after }) => (
        <section key={heading} className="accounts-side" aria-label={heading}>
          <h2>{heading}</h2>
          <strong>{username}</strong>
          <dl>
            <dt>{label}</dt>
            <dd>
              <Amount value={balance} />
            </dd>
            <dt>{text('afterwards')}</dt>
            <dd>{after === undefined ? '–' : <Amount value={after} />}</dd>
          </dl>
        </section>
      ))}
    </div>
  )
}
