import type { Account } from '@cascade/contracts/accounts'
import { StateSwitch } from '@cascade/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { sendersQuery } from '../api/load-credit'
import type { AccountScope } from '../api/scope'
import { AccountGate } from '../components/account-gate'
import type { CreditKind } from '../features/credit/check-credit'
import { CreditForm } from '../features/credit/credit-form'
import type { Level } from '../levels/levels'
import { useLinks } from '../routing/use-links'

type Props = { kind: CreditKind; level: Level; id: string; parentId?: string | undefined }

export default function CreditPage({ kind, level, id, parentId }: Props) {
  const { role } = level
  const scope = parentId === undefined ? { role } : { role, parentId }
  return (
    <AccountGate scope={scope} id={id} back={useLinks().list(role)}>
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
