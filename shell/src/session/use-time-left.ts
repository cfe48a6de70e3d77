import { serverNow, useSession } from '@cascade/web-kit'
import { useEffect, useState } from 'react'

const warnBeforeMs = 2 * 60_000
const tickMs = 1000

/** Milliseconds until the session ends, in its last two minutes; undefined before. */
export function useTimeLeft(): number | undefined {
  const expiresAt = useSession(state => state.expiresAt)
  const [leftMs, setLeftMs] = useState<number>()
  useEffect(() => {
    setLeftMs(undefined)
    if (expiresAt === undefined) return
    let timer: ReturnType<typeof setTimeout>
    const update = () => {
      const left = Math.max(0, Date.parse(expiresAt) - serverNow())
      const isSoon = left <= warnBeforeMs
      setLeftMs(isSoon ? left : undefined)
      timer = setTimeout(update, isSoon ? tickMs : Math.min(left - warnBeforeMs, warnBeforeMs))
    }
    update()
    return () => clearTimeout(timer)
  }, [expiresAt])
  return leftMs
}
