import { describeNotice, type Notice } from '@cascade/contracts/accounts'
import { formatPoints, Moment } from '@cascade/ui-kit'
import { noticeLineTexts } from './notice-texts'

/** A notice in words. */
export function NoticeLine({ notice }: { notice: Notice }) {
  const text = noticeLineTexts.useText()
  return (
    <span className="shell-bell-notice" data-unread={notice.read ? undefined : true}>
      <span>
        {!notice.read && <span className="kit-sr-only">{text('unread')}: </span>}
        {describeNotice(notice, { text, formatPoints })}
        {notice.mailFailed && ` (${text('mailFailed')})`}
      </span>
      <Moment at={notice.at} />
    </span>
  )
}
