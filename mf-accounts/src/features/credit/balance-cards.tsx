import { Amount } from '@cascade/ui-kit'
import { accountsTexts } from '../../texts'

type Side = { heading: string; username: string; label: string; balance: number; after: number | undefined }

/** Both sides of a movement: whose credit it is, and what it will be. */
export function BalanceCards({ sides }: { sides: readonly Side[] }) {
  const text = accountsTexts.useText()
  return (
    <div className="a-sides">
      {sides.map(({ heading, username, label, balance, after }) => (
        <section key={heading} className="a-side" aria-label={heading}>
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
