import type { Account } from '@cascade/contracts/accounts'
import { StateSwitch } from '@cascade/ui-kit'
import { useAddress } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { sendersQuery } from '../features/credit/api/senders-query'
import type { CreditKind } from '../features/credit/check-credit'
import { CreditForm } from '../features/credit/components/credit-form'
import type { Level } from '../levels/levels'
import { paths } from '../paths'
import type { AccountScope } from '../shared/api/account-scope'
import { AccountGate } from '../shared/components/account-gate'

type Props = { kind: CreditKind; level: Level; id: string; parentId?: string | undefined }

export default function AccountCreditPage({ kind, level, id, parentId }: Props) {
  const address = useAddress()
  const { role } = level
  const scope = parentId === undefined ? { role } : { role, parentId }
  return (
    <AccountGate scope={scope} id={id} back={address(paths.list, { level: role })}>
      {({ account }) => <LoadedCredit kind={kind} level={level} scope={scope} account={account} />}
    </AccountGate>
  )
}

type LoadedProps = { kind: CreditKind; level: Level; scope: AccountScope; account: Account }

function LoadedCredit({ account, ...rest }: LoadedProps) {
  const senders = useQuery(sendersQuery(account))
  return (
    <StateSwitch query={senders}>{choices => <CreditForm account={account} senders={choices} {...rest} />}</StateSwitch>
  )
}
