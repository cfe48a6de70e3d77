import { NotAllowedState } from '@cascade/ui-kit'
import { useAddress, useMayOpenForm } from '@cascade/web-kit'
import type { Level } from '../levels'
import { paths } from '../paths'
import { AccountGate } from '../shared/account-gate'
import { accountCall } from '../shared/calls'
import type { CreditKind } from './book-credit'
import { CreditScreen } from './credit-screen'

type Props = { kind: CreditKind; level: Level; id: string; parentId?: string | undefined }

export default function AccountCreditPage({ kind, level, id, parentId }: Props) {
  const address = useAddress()
  const { role } = level
  const scope = parentId === undefined ? { role } : { role, parentId }
  if (!useMayOpenForm(accountCall(scope, kind).endpoint)) return <NotAllowedState />
  return (
    <AccountGate scope={scope} id={id} back={address(paths.list, { level: role })}>
      {({ account }) => <CreditScreen kind={kind} level={level} scope={scope} account={account} />}
    </AccountGate>
  )
}
