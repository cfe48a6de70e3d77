import { useEffect, useState } from 'react'

const settledAfterMs = 10_000

/** True once the first list of a visit has had the line to itself. */
export function useSettled(): boolean {
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), settledAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}
