import type { Account } from '@cascade/contracts/accounts'
import { Card, PageHeader, StateSwitch, useReturnToList } from '@cascade/ui-kit'
import { useAddress } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import type { Level } from '../../../levels/levels'
import { paths } from '../../../paths'
import type { AccountScope } from '../../../shared/api/account-scope'
import { SuspendedNotice } from '../../../shared/components/suspended-notice'
import type { CreditKind } from '../../../shared/credit/credit-amount'
import { texts } from '../../../texts'
import { sendersQuery } from '../api/senders-query'
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
