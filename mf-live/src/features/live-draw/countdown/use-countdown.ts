import { useEffect, useEffectEvent, useState } from 'react'
import { msUntilNextSecond, secondsLeft } from './countdown'
import { useWindowFocus } from './use-window-focus'

/** Once the time is up the next draw is asked for, and again after each of these pauses. */
const askAgainAfterMs = 2_000

/**
 * Seconds left until a deadline of this browser's clock. Each tick reads the clock, so a slow or sleeping page is
 * right again with its next tick. Counting stops while the window is not in use.
 */
export function useCountdown(deadline: number, onZero: (asked: number) => void): { seconds: number; paused: boolean } {
  const [now, setNow] = useState(Date.now)
  const focused = useWindowFocus()
  const ask = useEffectEvent(onZero)

  useEffect(() => {
    if (!focused) return
    let timer: ReturnType<typeof setTimeout>
    let asked = 0
    const tick = () => {
      const at = Date.now()
      setNow(at)
      const over = at >= deadline
      if (over) ask(asked++)
      timer = setTimeout(tick, over ? askAgainAfterMs : msUntilNextSecond(deadline, at))
    }
    tick()
    return () => clearTimeout(timer)
  }, [deadline, focused])

  return { seconds: secondsLeft(deadline, now), paused: !focused }
}
