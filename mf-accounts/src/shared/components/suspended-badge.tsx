import type { Account } from '@cascade/contracts/accounts'
import { StatusBadge } from '@cascade/ui-kit'
import { texts } from '../../texts'

type Props = { account: Pick<Account, 'userStatus' | 'suspendedBy'> }

/** Beside a username: nothing, or that the account or one above it is deactivated. */
export function SuspendedBadge({ account: { userStatus, suspendedBy } }: Props) {
  const text = texts.useText()
  if (!userStatus) return <StatusBadge tone="danger">{text('deactive')}</StatusBadge>
  if (!suspendedBy) return null
  return <StatusBadge tone="warning">{text('deactiveAbove', { above: suspendedBy.username })}</StatusBadge>
}
