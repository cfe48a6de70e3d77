import '../layout/offline-strip.css'
import type { CurrentAnnouncement, Maintenance } from '@cascade/contracts/accounts'
import { Button, formatDateTime, MailIcon, TimeIcon } from '@cascade/ui-kit'
import { serverNow, tabStore } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { noticesQuery } from './notices-query'
import { stripTexts } from './texts'

/** The maintenance and the announcements for the user. The layout has their live region, which exists before them. */
export function Strips() {
  // The same answer may be shown differently a minute later.
  const { data } = useQuery({ ...noticesQuery(), notifyOnChangeProps: 'all' })
  return (
    <>
      {data?.maintenance && <MaintenanceStrip maintenance={data.maintenance} />}
      {data && <AnnouncementStrips announcements={data.announcements} />}
    </>
  )
}

const showBeforeMs = 60 * 60_000

function MaintenanceStrip({ maintenance: { from, to, message } }: { maintenance: Maintenance }) {
  const text = stripTexts.useText()
  const nowMs = serverNow()
  if (Date.parse(from) - showBeforeMs > nowMs || Date.parse(to) <= nowMs) return null
  const isInForce = Date.parse(from) <= nowMs
  const times = { from: formatDateTime(from), to: formatDateTime(to) }
  return (
    <p className="shell-offline" data-level="warning">
      <span>
        <TimeIcon /> <strong>{text(isInForce ? 'maintenanceNow' : 'maintenanceSoon', times)}</strong>{' '}
        {text('maintenanceNote')} {message}
      </span>
    </p>
  )
}

const closedKey = 'cascade.announcements-closed'
const readClosed = () => (tabStore.getItem(closedKey) ?? '').split(' ')

function AnnouncementStrips({ announcements }: { announcements: readonly CurrentAnnouncement[] }) {
  const text = stripTexts.useText()
  const [closed, setClosed] = useState(readClosed)
  const close = (id: string) => {
    const ids = [...closed, id]
    tabStore.setItem(closedKey, ids.join(' '))
    setClosed(ids)
  }
  const open = announcements.filter(({ _id, level }) => level === 'warning' || !closed.includes(_id))
  return open.map(({ _id, level, text: words, by }) => (
    <p key={_id} className="shell-offline" data-level={level}>
      <span>
        <MailIcon /> <strong>{by}:</strong> {words}
      </span>
      {level === 'info' && (
        <Button size="small" type="text" onClick={() => close(_id)}>
          {text('close')}
        </Button>
      )}
    </p>
  ))
}
