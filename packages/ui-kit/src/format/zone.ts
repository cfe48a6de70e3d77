import { businessZone, watchBusinessZone, zoneLabel as zoneLabelAt } from '@cascade/files'
import { serverNow } from '@cascade/web-kit'
import { useSyncExternalStore } from 'react'

export { businessClock, momentOfClock, setBusinessZone, type Time, viewerClock } from '@cascade/files'

export const useBusinessZone = () => useSyncExternalStore(watchBusinessZone, businessZone)

/** `Asia/Kolkata (UTC+5:30)`: label of the zone for a page, a file or a document. */
export const zoneLabel = (at = new Date(serverNow())): string => zoneLabelAt(at)
