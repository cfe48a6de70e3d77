import './credit.css'
import { isSideRole } from '@cascade/contracts'
import { type Account, creditTexts, senderApi, sessionApi } from '@cascade/contracts/accounts'
import { Amount, Card, PageHeader, StateSwitch, useReturnToList } from '@cascade/ui-kit'
import { Form } from '@cascade/ui-kit/forms'
import { call, queryKeyOf, useAddress } from '@cascade/web-kit'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Fragment, useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { SuspendedNotice } from '../accounts/badges'
import type { AccountScope } from '../accounts/calls'
import type { Level } from '../levels'
import { paths } from '../paths'
import { texts } from '../texts'
import { amountFieldOf, type CreditKind } from './book-credit'
import type { CreditValues } from './check-credit'
import { CreditForm, type CreditStart } from './credit-form'

type Props = { kind: CreditKind; level: Level; scope: AccountScope; account: Account }

/** The form of a transfer or an adjustment under its heading; what it begins with comes with the address. */
export function CreditScreen({ kind, level, scope, account }: Props) {
  const text = texts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const { role } = level
  const returnToList = useReturnToList(address(paths.list, { level: role }))
  const senders = useQuery(sendersQuery(account))
  const title = kind === 'transfer' ? level.transferTitle : level.adjustTitle
  const { username } = account
  const statement = address(paths.statement, { level: role, id: account._id })

  const takeBack = ({ amount, userId }: CreditStart) => {
    const adjusting = { pathname: pathname.replace('/credittransfer', '/creditadjust'), search }
    const start: CreditStart = { amount, userId }
    void navigate(adjusting, { replace: true, state: { ...(state as object | null), start }, preventScrollReset: true })
  }
  return (
    <>
      <PageHeader
        title={title}
        tab={[username, title]}
        note={<Link to={statement}>{text('statementOf', { username })}</Link>}
        onBack={returnToList.now}
      />
      <SuspendedNotice account={account} />
      <Card className="accounts-credit">
        <StateSwitch query={senders}>
          {choices => (
            <CreditForm
              kind={kind}
              title={title}
              scope={scope}
              account={account}
              senders={choices}
              start={(state as { start?: CreditStart } | null)?.start}
              onCancel={returnToList.now}
              onTakeBack={takeBack}
            />
          )}
        </StateSwitch>
      </Card>
    </>
  )
}

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
export const rememberedSender = (actorId: string) => sessionStorage.getItem(nameOf(actorId))

export function rememberSender(actorId: string, senderId: string): void {
  sessionStorage.setItem(nameOf(actorId), senderId)
}

/** Who may pay to an account, or gets back from it; the first is the acting user. */
export type Sender = { _id: string; username: string; walletBalance: number }

function sendersQuery({ _id: id, role }: Pick<Account, '_id' | 'role'>) {
  return queryOptions({
    queryKey: queryKeyOf(sessionApi.loadCredit, id),
    queryFn: async ({ signal }): Promise<readonly Sender[]> => {
      if (!isSideRole(role)) return (await call(sessionApi.loadCredit, { query: { id }, signal })).data
      return [(await call(senderApi[role], { params: { id }, signal })).data]
    },
  })
}
