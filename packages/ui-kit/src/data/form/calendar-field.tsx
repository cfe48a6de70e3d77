import type { KeyboardEvent, ReactNode } from 'react'

/** Keeps Enter in a date field from submitting the form: it belongs to the calendar. */
export function CalendarField({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys that bubble from the date field inside
    <span style={{ display: 'contents' }} onKeyDown={keepEnter}>
      {children}
    </span>
  )
}

/** Runs after the calendar's own handler. Its buttons bubble here too and keep their effect. */
function keepEnter(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget } = event
  if (key === 'Enter' && target instanceof HTMLInputElement && currentTarget.contains(target)) event.preventDefault()
}
