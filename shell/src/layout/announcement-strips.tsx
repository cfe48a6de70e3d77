import './offline-strip.css'
import { announcementApi } from '@cascade/contracts/accounts'
import { Button, MailIcon } from '@cascade/ui-kit'
import { readQuery, tabStore } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shellTexts } from '../texts'

const pollMs = 60_000
const closedKey = 'cascade.announcements-closed'
const readClosed = () => (tabStore.getItem(closedKey) ?? '').split(' ')

/** Announcements for the user; polled like the bell, so that a page needs no socket for a few a month. */
export function AnnouncementStrips() {
  const text = shellTexts.useText()
  const { data = [] } = useQuery({
    ...readQuery(announcementApi.current),
    refetchInterval: pollMs,
    refetchOnWindowFocus: true,
  })
  const [closed, setClosed] = useState(readClosed)
  const close = (id: string) => {
    const ids = [...closed, id]
    tabStore.setItem(closedKey, ids.join(' '))
    setClosed(ids)
  }
  const open = data.filter(({ _id, level }) => level === 'warning' || !closed.includes(_id))
  return open.map(({ _id, level, text: words, by }) => (
    <p key={_id} className="shell-offline" data-level={level} role={level === 'warning' ? 'alert' : 'status'}>
      <span>
        <MailIcon /> <strong>{by}:</strong> {words}
      </span>
      {level === 'info' && (
        <Button size="small" type="text" onClick={() => close(_id)}>
          {text('closeNotice')}
        </Button>
      )}
    </p>
  ))
}
