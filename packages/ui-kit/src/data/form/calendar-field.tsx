import type { KeyboardEvent, ReactNode } from 'react'

/** Around a date with a calendar: Enter is for the calendar, and does not send the form that the date stands in. */
export function CalendarField({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the date inside
    <span style={{ display: 'contents' }} onKeyDown={keepEnter}>
      {children}
    </span>
  )
}

/** After the calendar has seen the key. Keys of the calendar's own buttons come by here too, and keep their effect. */
function keepEnter(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget } = event
  if (key === 'Enter' && target instanceof HTMLInputElement && currentTarget.contains(target)) event.preventDefault()
}
