import { useEffect, useState } from 'react'
import type { Snapshot } from '../snapshot'

const msBetween = (from: string, to: string) => Date.parse(to) - Date.parse(from)

/** Whether betting on the shown draw has closed, by the server's clock. */
export function useIsLocked({ live: { lockAt, drawAt }, drawAtHere }: Snapshot): boolean {
  const lockAtHere = drawAtHere - msBetween(lockAt, drawAt)
  const [lockedAt, setLockedAt] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(() => setLockedAt(lockAtHere), lockAtHere - Date.now())
    return () => clearTimeout(timer)
  }, [lockAtHere])
  return lockedAt === lockAtHere
}
