import './actions.css'
import { type Account, branchSessionsMax, ledgerApi, sessionApi } from '@cascade/contracts/accounts'
import { formatCount, formatPoints } from '@cascade/ui-kit'
import { call, ownKeyOf, readQuery } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { texts } from '../texts'

/** The confirmation text of the specification, followed by the consequences. */
type Props = { question: string; account: Account; of: 'activate' | 'deactivate' | 'delete' | 'logout' }

export function Consequence({ question, account, of }: Props) {
  const text = texts.useText()
  const { username, walletBalance, refId } = account
  const points = formatPoints(walletBalance)
  return (
    <div className="accounts-consequence">
      <p>{question}</p>
      {of === 'deactivate' && <AffectedAccounts account={account} />}
      {of === 'deactivate' && <EndingSessions account={account} />}
      {of === 'deactivate' && walletBalance !== 0 && <p>{text('creditStays', { points, username })}</p>}
      {of === 'activate' && <p>{text('activateEffect', { username })}</p>}
      {of === 'delete' && <p>{text('deleteEffect', { points, parent: refId?.username ?? text('theParent') })}</p>}
      {of === 'logout' && <p>{text('logoutEffect', { username })}</p>}
    </div>
  )
}

function AffectedAccounts({ account: { _id, username, role, branch } }: Pick<Props, 'account'>) {
  const text = texts.useText()
  const { data } = useQuery({
    ...readQuery(ledgerApi.tree, { params: { accountId: _id } }),
    enabled: role !== 'player' && branch === undefined,
  })
  if (branch?.all) return <p>{text('deactivateEffectBelow', { username, count: formatCount(branch.all) })}</p>
  const direct = data?.children.length ?? 0
  const deeper = data?.children.reduce((sum, { children }) => sum + children, 0) ?? 0
  if (direct === 0) return <p>{text('deactivateEffect', { username })}</p>
  const counts = { count: formatCount(direct), deeper: formatCount(deeper) }
  return <p>{text(deeper > 0 ? 'deactivateEffectDeep' : 'deactivateEffectBelow', { username, ...counts })}</p>
}

/** Number of sessions that end; hidden until known. */
function EndingSessions({ account: { _id } }: Pick<Props, 'account'>) {
  const text = texts.useText()
  const { data } = useQuery({
    queryKey: ownKeyOf(sessionApi.sessions, _id, 'below'),
    queryFn: ({ signal }) => call(sessionApi.sessions, { params: { userId: _id }, query: { below: 'true' }, signal }),
  })
  const count = data?.branchTotal
  if (count === undefined) return null
  if (count === 1) return <p>{text('oneSessionEnds')}</p>
  const more = count === branchSessionsMax ? '+' : ''
  return <p>{text('sessionsEnd', { count: formatCount(count) + more })}</p>
}

type InPlayProps = {
  question: ReactNode
  message: string
  /** Open items from the server: ticket count and points. */
  open: Readonly<Record<string, string>>
}

/** Explains why a player with open bets cannot be deleted at once, and what settling first does. */
export function InPlay({ question, message, open: { tickets = '0', stake, wins, owed } }: InPlayProps) {
  const text = texts.useText()
  const points = (value = '0') => formatPoints(Number(value))
  return (
    <div className="accounts-consequence">
      {question}
      <p role="alert">{message}</p>
      <ul>
        {tickets !== '0' && <li>{text('openTickets', { count: tickets, points: points(stake) })}</li>}
        {Number(wins) > 0 && <li>{text('openWins', { points: points(wins) })}</li>}
        {Number(owed) > 0 && <li>{text('openDebts', { points: points(owed) })}</li>}
      </ul>
      <p>{text('settleEffect')}</p>
    </div>
  )
}
