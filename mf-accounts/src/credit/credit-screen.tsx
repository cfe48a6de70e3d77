import './credit.css'
import { isSideRole } from '@cascade/contracts'
import { type Account, senderApi, sessionApi } from '@cascade/contracts/accounts'
import { Card, PageHeader, StateSwitch, useReturnToList } from '@cascade/ui-kit'
import { call, queryKeyOf, useAddress } from '@cascade/web-kit'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import type { Level } from '../levels'
import { paths } from '../paths'
import { SuspendedNotice } from '../shared/badges'
import type { AccountScope } from '../shared/calls'
import { texts } from '../texts'
import type { CreditKind } from './book-credit'
import { CreditForm, type CreditStart } from './credit-form'
import type { Sender } from './parties'

type Props = { kind: CreditKind; level: Level; scope: AccountScope; account: Account }

/** Page of a transfer or adjustment; initial values come with the location state. */
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

function sendersQuery({ _id: id, role }: Pick<Account, '_id' | 'role'>) {
  return queryOptions({
    queryKey: queryKeyOf(sessionApi.loadCredit, id),
    queryFn: async ({ signal }): Promise<readonly Sender[]> => {
      if (!isSideRole(role)) return (await call(sessionApi.loadCredit, { query: { id }, signal })).data
      return [(await call(senderApi[role], { params: { id }, signal })).data]
    },
  })
}
