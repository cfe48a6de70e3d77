import './ended-stops.css'
import { formatDateTime } from '@cascade/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../../texts'
import { endedStopsQuery } from '../api/ended-stops-query'
import type { Pair } from '../pair'

/** The betting stops that are over: who stopped, until when, and who ended it. Read when somebody looks. */
export function EndedStops({ pair }: { pair: Pair }) {
  const text = texts.useText()
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery({ ...endedStopsQuery(pair), enabled: isOpen })
  return (
    <details className="live-ended-stops" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{text('endedStops')}</summary>
      {data?.length === 0 && <p>{text('noEndedStops')}</p>}
      <ul>
        {data?.map(({ adminId, gameId, at, by, reason, endedAt, endedBy }) => (
          <li key={`${at} ${endedAt}`}>
            <span>{text(gameId === null ? 'endedAdmin' : adminId === null ? 'endedEverywhere' : 'endedGame')}</span>
            <small>
              {text('stoppedBy', { username: by.username, at: formatDateTime(at) })} {reason}
            </small>
            <small>{text('stopEndedBy', { username: endedBy.username, at: formatDateTime(endedAt) })}</small>
          </li>
        ))}
      </ul>
    </details>
  )
}
