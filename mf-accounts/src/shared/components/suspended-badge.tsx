import type { Account } from '@cascade/contracts/accounts'
import { StatusBadge } from '@cascade/ui-kit'
import { texts } from '../../texts'

type Props = { account: Pick<Account, 'userStatus' | 'suspendedBy'> & Partial<Pick<Account, 'closingSince'>> }

/** Beside a username: nothing, or that the account or one above it is deactivated, or that it is on its way out. */
export function SuspendedBadge({ account: { userStatus, suspendedBy, closingSince } }: Props) {
  const text = texts.useText()
  if (closingSince) return <StatusBadge tone="danger">{text('closing')}</StatusBadge>
  if (!userStatus) return <StatusBadge tone="danger">{text('deactive')}</StatusBadge>
  if (!suspendedBy) return null
  return <StatusBadge tone="warning">{text('deactiveAbove', { above: suspendedBy.username })}</StatusBadge>
}
