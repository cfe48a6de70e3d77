import { useEffect, useState } from 'react'

/** Whether a condition has held for `duration` milliseconds. */
export function useStays(condition: boolean, duration: number): boolean {
  const [stays, setStays] = useState(false)
  useEffect(() => {
    if (!condition) return
    const timer = setTimeout(() => setStays(true), duration)
    return () => {
      clearTimeout(timer)
      setStays(false)
    }
  }, [condition, duration])
  return condition && stays
}
