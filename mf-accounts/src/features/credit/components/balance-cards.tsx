import './balance-cards.css'
import { Amount } from '@cascade/ui-kit'
import { Fragment } from 'react'
import { texts } from '../../../texts'

type Side = { heading: string; username: string; label: string; balance: number; after: number | undefined }
type Props = {
  /** Who pays, then who gets: the arrow between them goes the way the points go. */
  sides: readonly [Side, Side]
  /** Points that are moved, as far as entered. */
  moved: number | undefined
}

/** Both sides of a movement: whose credit it is, and what it will be. */
export function BalanceCards({ sides, moved }: Props) {
  const text = texts.useText()
  return (
    <div className="accounts-sides">
      {sides.map(({ heading, username, label, balance, after }, index) => (
        <Fragment key={heading}>
          {index === 1 && (
            <div
              className="accounts-flow"
              role="img"
              aria-label={text('flow', { from: sides[0].username, to: username })}
            >
              {moved !== undefined && <Amount value={moved} />}
              <span aria-hidden="true">→</span>
            </div>
          )}
          <section className="accounts-side" aria-label={heading}>
            <h2>{heading}</h2>
            <strong title={username}>{username}</strong>
            <dl>
              <dt>{label}</dt>
              <dd>
                <Amount value={balance} />
              </dd>
              <dt>{text('afterwards')}</dt>
              <dd>{after === undefined ? '–' : <Amount value={after} />}</dd>
            </dl>
          </section>
        </Fragment>
      ))}
    </div>
  )
}
