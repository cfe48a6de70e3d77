import type { Account } from '@cascade/contracts/accounts'
import { Alert, formatActor, formatDateTime, StatusBadge } from '@cascade/ui-kit'
import { serverNow } from '@cascade/web-kit'
import { texts } from '../texts'

type Props = { account: Pick<Account, 'userStatus' | 'suspendedBy'> & Partial<Pick<Account, 'closingSince'>> }

/** Badge next to a username if the account, or one above it, is deactivated or being deleted. */
export function SuspendedBadge({ account: { userStatus, suspendedBy, closingSince } }: Props) {
  const text = texts.useText()
  if (closingSince) return <StatusBadge tone="danger">{text('closing')}</StatusBadge>
  if (!userStatus) return <StatusBadge tone="danger">{text('deactive')}</StatusBadge>
  if (!suspendedBy) return null
  return <StatusBadge tone="warning">{text('deactiveAbove', { above: suspendedBy.username })}</StatusBadge>
}

type SuspendedNoticeProps = {
  account: Pick<Account, 'username' | 'userStatus' | 'suspendedBy' | 'closingSince' | 'deletion'>
}

/** Warning on the screens of an account that is deleted or cannot sign in, with the reason. */
export function SuspendedNotice({
  account: { username, userStatus, suspendedBy, closingSince, deletion },
}: SuspendedNoticeProps) {
  const text = texts.useText()
  if (deletion) {
    const [time, until] = [deletion.at, deletion.restorableUntil].map(formatDateTime)
    const isOver = Date.parse(deletion.restorableUntil) < serverNow()
    const username = deletion.by ? formatActor(deletion.by) : text('theSystem')
    const values = { time: time ?? '', until: until ?? '', username }
    return <Alert type="warning" showIcon title={text(isOver ? 'deletedForEver' : 'deletedNotice', values)} />
  }
  if (userStatus && !suspendedBy) return null
  const message = userStatus
    ? text('notSignedInBelow', { username, above: suspendedBy?.username ?? '' })
    : text(closingSince ? 'closingNotice' : 'notSignedIn', { username })
  return <Alert type="warning" showIcon title={message} style={{ marginBottom: 16 }} />
}
