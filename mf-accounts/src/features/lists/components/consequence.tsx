import './consequence.css'
import { type Account, branchSessionsCounted, ledgerApi, sessionApi } from '@cascade/contracts/accounts'
import { formatCount, formatPoints } from '@cascade/ui-kit'
import { call, queryKeyOf } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../../texts'

/** The question of the specification, and below it what will happen in words. */
type Props = { question: string; account: Account; of: 'activate' | 'deactivate' | 'delete' | 'logout' }

export function Consequence({ question, account, of }: Props) {
  const text = texts.useText()
  const { username, walletBalance, refId } = account
  const points = formatPoints(walletBalance)
  return (
    <div className="accounts-consequence">
      <p>{question}</p>
      {of === 'deactivate' && <Below account={account} />}
      {of === 'deactivate' && <EndingSessions account={account} />}
      {of === 'deactivate' && walletBalance !== 0 && <p>{text('creditStays', { points, username })}</p>}
      {of === 'activate' && <p>{text('activateEffect', { username })}</p>}
      {of === 'delete' && <p>{text('deleteEffect', { points, parent: refId?.username ?? text('theParent') })}</p>}
      {of === 'logout' && <p>{text('logoutEffect', { username })}</p>}
    </div>
  )
}

/** Who is hit; counted while the question is read. */
function Below({ account: { _id, username, role, branch } }: Pick<Props, 'account'>) {
  const text = texts.useText()
  const { data } = useQuery({
    queryKey: queryKeyOf(ledgerApi.tree, _id),
    queryFn: async ({ signal }) => (await call(ledgerApi.tree, { params: { accountId: _id }, signal })).data,
    enabled: role !== 'player' && branch === undefined,
  })
  if (branch?.all) return <p>{text('deactivateEffectBelow', { username, count: formatCount(branch.all) })}</p>
  const direct = data?.children.length ?? 0
  const deeper = data?.children.reduce((sum, { children }) => sum + children, 0) ?? 0
  if (direct === 0) return <p>{text('deactivateEffect', { username })}</p>
  const counts = { count: formatCount(direct), deeper: formatCount(deeper) }
  return <p>{text(deeper > 0 ? 'deactivateEffectDeep' : 'deactivateEffectBelow', { username, ...counts })}</p>
}

/** How many sessions end; what is not known is not said. */
function EndingSessions({ account: { _id } }: Pick<Props, 'account'>) {
  const text = texts.useText()
  const { data } = useQuery({
    queryKey: queryKeyOf(sessionApi.sessions, _id, 'below'),
    queryFn: ({ signal }) => call(sessionApi.sessions, { params: { userId: _id }, query: { below: 'true' }, signal }),
  })
  const count = data?.branchTotal
  if (count === undefined) return null
  if (count === 1) return <p>{text('oneSessionEnds')}</p>
  const more = count === branchSessionsCounted ? '+' : ''
  return <p>{text('sessionsEnd', { count: formatCount(count) + more })}</p>
}
