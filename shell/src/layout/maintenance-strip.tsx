import './offline-strip.css'
import { maintenanceApi } from '@cascade/contracts/accounts'
import { formatDateTime, TimeIcon } from '@cascade/ui-kit'
import { readQuery, serverNow } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { shellTexts } from '../texts'

const pollMs = 60_000
const showBeforeMs = 60 * 60_000

/** The maintenance that begins within an hour, or is in force. */
export function MaintenanceStrip() {
  const text = shellTexts.useText()
  const { data } = useQuery({
    ...readQuery(maintenanceApi.read),
    refetchInterval: pollMs,
    refetchOnWindowFocus: true,
    // The same answer may be shown differently a minute later.
    notifyOnChangeProps: 'all',
  })
  if (!data) return null
  const { from, to, message } = data
  const nowMs = serverNow()
  if (Date.parse(from) - showBeforeMs > nowMs || Date.parse(to) <= nowMs) return null
  const isInForce = Date.parse(from) <= nowMs
  const times = { from: formatDateTime(from), to: formatDateTime(to) }
  return (
    <p className="shell-offline" data-level="warning" role="status">
      <span>
        <TimeIcon /> <strong>{text(isInForce ? 'maintenanceNow' : 'maintenanceSoon', times)}</strong>{' '}
        {text('maintenanceNote')} {message}
      </span>
    </p>
  )
}
