import './bell.css'
import { type Notice, noticeApi } from '@cascade/contracts/accounts'
import { Button, Dropdown, formatCount, lazyWithRetry, QuietBoundary } from '@cascade/ui-kit'
import { useActor, useChange, useMayCall } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { noticesQuery } from './notices-query'
import { bellTexts } from './texts'

/** Its texts load when the bell is opened. */
const NoticeLine = lazyWithRetry(async () => ({ default: (await import('./notice-line')).NoticeLine }))

const refresh = { refresh: [noticeApi.list], alsoOnError: true }

/** The newest notices of the user, and how many are unread. */
export function Bell() {
  const text = bellTexts.useText()
  const navigate = useNavigate()
  const { role, _id: ownId } = useActor()
  const query = useQuery(noticesQuery())
  const { data: notices, unread } = query.data ?? { data: [], unread: 0 }
  const reading = useChange(noticeApi.change, refresh)
  const readingAll = useChange(noticeApi.readAll, refresh)
  const mayMark = useMayCall(noticeApi.change)

  const open = (id: string) => {
    const notice = notices.find(({ _id }) => _id === id)
    if (!notice) return readingAll.mutate({})
    if (!notice.read && mayMark) reading.mutate({ params: { id }, body: { read: true } })
    void navigate(`/${role}/${pageOf(notice, ownId)}`)
  }
  const none = { key: 'none', label: text('none'), disabled: true }
  const lines = notices.map(notice => ({
    key: notice._id,
    label: (
      <QuietBoundary>
        <NoticeLine notice={notice} />
      </QuietBoundary>
    ),
  }))
  const actions = [
    { key: 'divider', type: 'divider' as const },
    { key: 'all', label: text('readAll') },
  ]
  const items = [...(lines.length > 0 ? lines : [none]), ...(unread > 0 && mayMark ? actions : [])]
  const label = unread > 0 ? text('noticesUnread', { count: formatCount(unread) }) : text('notices')
  return (
    <Dropdown
      autoFocus
      menu={{ items, onClick: ({ key }) => open(key), 'aria-label': text('notices') }}
      trigger={['click']}
      // A notice is removed once its subject is settled.
      onOpenChange={isOpen => isOpen && void query.refetch()}
      placement="bottomRight"
      classNames={{ root: 'shell-popup' }}
    >
      <Button type="text" className="shell-bell" icon={<BellIcon />} aria-label={label}>
        {unread > 0 && (
          <span className="shell-bell-count" aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </Button>
    </Dropdown>
  )
}

/** Page of the account's remote that shows what the notice is about. */
function pageOf({ kind, data }: Notice, ownId: string): string {
  if (kind === 'period-closed' || kind === 'commission-paid') return `cash/${ownId}`
  if (kind === 'limit-reached' && data.accountId !== ownId) return `${data.role}/players/details/${data.accountId}`
  if (kind === 'report-failed') return 'schedules'
  if ('caseId' in data) return `cases/${data.caseId}`
  if ('state' in data) return `approvals?state=${data.state}`
  if (kind === 'approval-requested') return 'approvals'
  return kind === 'factors-changed' ? 'profile/security' : 'profile'
}

function BellIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d="M6 9a6 6 0 0 1 12 0c0 6 3 7 3 8H3c0-1 3-2 3-8M10 21h4" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
