import '../shared/shared.css'
import { type Account, creditTexts } from '@cascade/contracts/accounts'
import { Amount } from '@cascade/ui-kit'
import { Form } from '@cascade/ui-kit/forms'
import { tabStore } from '@cascade/web-kit'
import { Fragment, useEffect } from 'react'
import { texts } from '../texts'
import { amountFieldOf, type CreditKind } from './book-credit'
import type { CreditValues } from './check-credit'

type Party = {
  heading: string
  username: string
  label: string
  /** Undefined if the viewer may not see it. */
  balance: number | undefined
  after: number | undefined
}
type BalanceCardsProps = {
  /** Payer first, then receiver: the arrow between them shows the direction. */
  parties: readonly [Party, Party]
  /** Points to move; undefined while invalid. */
  moved: number | undefined
}

/** Both parties with their balances before and after. */
export function BalanceCards({ parties, moved }: BalanceCardsProps) {
  const text = texts.useText()
  return (
    <div className="accounts-parties">
      {parties.map(({ heading, username, label, balance, after }, index) => (
        <Fragment key={heading}>
          {index === 1 && (
            <div
              className="accounts-flow"
              role="img"
              aria-label={text('flow', { from: parties[0].username, to: username })}
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
                <Balance value={balance} />
              </dd>
              <dt>{text('afterwards')}</dt>
              <dd>
                <Balance value={after} />
              </dd>
            </dl>
          </section>
        </Fragment>
      ))}
    </div>
  )
}

const Balance = ({ value }: { value: number | undefined }) => (value === undefined ? '–' : <Amount value={value} />)

type PartiesProps = { kind: CreditKind; account: Account; senderOf: (values: CreditValues) => Sender }

/** Watches the form here, so that typing re-renders only the preview: with the whole form the input would lag. */
function usePreview({ kind, account, senderOf }: PartiesProps) {
  const form = Form.useFormInstance<CreditValues>()
  const userId = Form.useWatch('userId', { form, preserve: true })
  const amount = Form.useWatch(amountFieldOf(kind), form)
  const sender = senderOf({ userId })
  const payer = kind === 'transfer' ? sender : account
  const isNumber = typeof amount === 'number'
  const isTooMuch = isNumber && amount > payer.walletBalance
  useEffect(() => {
    const name = amountFieldOf(kind)
    const hasError = form.getFieldError(name).includes(creditTexts.insufficient)
    if (isTooMuch !== hasError) form.setFields([{ name, errors: isTooMuch ? [creditTexts.insufficient] : [] }])
  })
  const moved = isNumber && amount > 0 && !isTooMuch ? amount * (kind === 'transfer' ? 1 : -1) : undefined
  return { sender, moved }
}

/** Preview of both parties; reports an amount above the payer's balance at its field. */
export function Parties(props: PartiesProps) {
  const text = texts.useText()
  const { sender, moved } = usePreview(props)
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
  const parties = kind === 'transfer' ? ([payer, recipient] as const) : ([recipient, payer] as const)
  return <BalanceCards parties={parties} moved={moved === undefined ? undefined : Math.abs(moved)} />
}

const nameOf = (actorId: string) => `credit-sender:${actorId}`

/** The sender last chosen in this tab, for a series of transfers. */
export const readStoredSender = (actorId: string) => tabStore.getItem(nameOf(actorId))

export function storeSender(actorId: string, senderId: string): void {
  tabStore.setItem(nameOf(actorId), senderId)
}

/** An account that can pay, or receive an adjustment; the signed-in user comes first. */
export type Sender = { _id: string; username: string; walletBalance: number }
