import { useAddress } from '@cascade/web-kit'
import { CreditScreen } from '../features/credit/components/credit-screen'
import type { Level } from '../levels/levels'
import { paths } from '../paths'
import { AccountGate } from '../shared/components/account-gate'
import type { CreditKind } from '../shared/credit/credit-amount'

type Props = { kind: CreditKind; level: Level; id: string; parentId?: string | undefined }

/** A transfer to one account, or an adjustment of it. */
export default function AccountCreditPage({ kind, level, id, parentId }: Props) {
  const address = useAddress()
  const { role } = level
  const scope = parentId === undefined ? { role } : { role, parentId }
  return (
    <AccountGate scope={scope} id={id} back={address(paths.list, { level: role })}>
      {({ account }) => <CreditScreen kind={kind} level={level} scope={scope} account={account} />}
    </AccountGate>
  )
}
