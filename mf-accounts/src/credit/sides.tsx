import '../accounts/accounts.css'
import { type Account, creditTexts } from '@cascade/contracts/accounts'
import { Amount } from '@cascade/ui-kit'
import { Form } from '@cascade/ui-kit/forms'
import { tabStore } from '@cascade/web-kit'
import { Fragment, useEffect } from 'react'
import { texts } from '../texts'
import { amountFieldOf, type CreditKind } from './book-credit'
import type { CreditValues } from './check-credit'

type Side = { heading: string; username: string; label: string; balance: number; after: number | undefined }
type BalanceCardsProps = {
  /** Who pays, then who gets: the arrow between them goes the way the points go. */
  sides: readonly [Side, Side]
  /** Points that are moved, as far as entered. */
  moved: number | undefined
}

/** Both sides of a movement: whose credit it is, and what it will be. */
function BalanceCards({ sides, moved }: BalanceCardsProps) {
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
            <dl className="accounts-values">
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

type SidesProps = { kind: CreditKind; account: Account; senderOf: (values: CreditValues) => Sender }

/**
 * What the form says at present. The preview alone is drawn again with every key; were it the whole form, the
 * amount could fall behind the typing.
 */
function useEntered({ kind, account, senderOf }: SidesProps) {
  const form = Form.useFormInstance<CreditValues>()
  const userId = Form.useWatch('userId', { form, preserve: true })
  const amount = Form.useWatch(amountFieldOf(kind), form)
  const sender = senderOf({ userId })
  const payer = kind === 'transfer' ? sender : account
  const isNumber = typeof amount === 'number'
  const isTooMuch = isNumber && amount > payer.walletBalance
  useEffect(() => {
    const name = amountFieldOf(kind)
    const said = form.getFieldError(name).includes(creditTexts.insufficient)
    if (isTooMuch !== said) form.setFields([{ name, errors: isTooMuch ? [creditTexts.insufficient] : [] }])
  })
  const moved = isNumber && amount > 0 && !isTooMuch ? amount * (kind === 'transfer' ? 1 : -1) : undefined
  return { sender, moved }
}

/** Both sides, before and after; said at the amount as soon as it is more than the paying side has. */
export function Sides(props: SidesProps) {
  const text = texts.useText()
  const { sender, moved } = useEntered(props)
  const { account, kind } = props
  const after = (balance: number, sign: 1 | -1) => (moved === undefined ? undefined : balance + sign * moved)
  const recipient = {
    heading: text('recipient'),
    username: account.username,
    label: text('individualCredit'),
    balance: account.walletBalance,
    after: after(account.walletBalance, 1),
  }
  const payer = {
    heading: text('sender'),
    username: sender.username,
    label: text('hierarchyCredit'),
    balance: sender.walletBalance,
    after: after(sender.walletBalance, -1),
  }
  const sides = kind === 'transfer' ? ([payer, recipient] as const) : ([recipient, payer] as const)
  return <BalanceCards sides={sides} moved={moved === undefined ? undefined : Math.abs(moved)} />
}

const nameOf = (actorId: string) => `credit-sender:${actorId}`

/** Whose wallet this user chose last in this tab: a series of transfers goes on out of the same one. */
export const rememberedSender = (actorId: string) => tabStore.getItem(nameOf(actorId))

export function rememberSender(actorId: string, senderId: string): void {
  tabStore.setItem(nameOf(actorId), senderId)
}

/** Who may pay to an account, or gets back from it; the first is the acting user. */
export type Sender = { _id: string; username: string; walletBalance: number }
