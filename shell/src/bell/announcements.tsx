import '../layout/offline-strip.css'
import { Button, MailIcon } from '@cascade/ui-kit'
import { tabStore } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shellTexts } from '../texts'
import { noticesQuery } from './notices-query'

const closedKey = 'cascade.announcements-closed'
const readClosed = () => (tabStore.getItem(closedKey) ?? '').split(' ')

/** Announcements for the user. */
export function Announcements() {
  const text = shellTexts.useText()
  const { data: { announcements = [] } = {} } = useQuery(noticesQuery())
  const [closed, setClosed] = useState(readClosed)
  const close = (id: string) => {
    const ids = [...closed, id]
    tabStore.setItem(closedKey, ids.join(' '))
    setClosed(ids)
  }
  const open = announcements.filter(({ _id, level }) => level === 'warning' || !closed.includes(_id))
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
