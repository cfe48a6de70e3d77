import type { Account } from '@cascade/contracts/accounts'
import { Alert } from '@cascade/ui-kit'
import { texts } from '../../texts'

type Props = { account: Pick<Account, 'username' | 'userStatus' | 'suspendedBy' | 'closingSince'> }

/** Says on every screen of an account that nobody can use it now, and through whom. */
export function SuspendedNotice({ account: { username, userStatus, suspendedBy, closingSince } }: Props) {
  const text = texts.useText()
  if (userStatus && !suspendedBy) return null
  const said = userStatus
    ? text('notSignedInBelow', { username, above: suspendedBy?.username ?? '' })
    : text(closingSince ? 'closingNotice' : 'notSignedIn', { username })
  return <Alert type="warning" showIcon title={said} style={{ marginBottom: 16 }} />
}
