import './week.css'
import { Button, formatDate } from '@cascade/ui-kit'
import { DayPicker } from '@cascade/ui-kit/forms'
import { serverNow } from '@cascade/web-kit'
import { useEffect } from 'react'
import { mondayOf } from './calls'
import { weekTexts } from './texts'

type Props = { from: string; isThisWeek: boolean; onChange: (monday: string) => void }

const thisMonday = () => mondayOf(formatDate(serverNow()))

/** Chooses a week by buttons, arrow keys or a calendar. @param onChange with an empty text for this week */
export function WeekChoice({ from, isThisWeek, onChange }: Props) {
  const text = weekTexts.useText()
  const choose = (monday: string) => onChange(monday >= thisMonday() ? '' : monday)
  const step = (weeks: 1 | -1) => {
    if (weeks < 0 || !isThisWeek) choose(mondayOf(from, weeks))
  }
  useArrowKeys(step)
  return (
    <>
      <Button aria-label={text('before')} title={text('before')} aria-keyshortcuts="ArrowLeft" onClick={() => step(-1)}>
        ←
      </Button>
      <DayPicker
        value={from}
        onChange={day => (day ? choose(mondayOf(day)) : onChange(''))}
        aria-label={text('choose')}
        className="reports-week-day"
      />
      <Button
        aria-label={text('after')}
        title={text('after')}
        aria-keyshortcuts="ArrowRight"
        disabled={isThisWeek}
        onClick={() => step(1)}
      >
        →
      </Button>
      <Button disabled={isThisWeek} onClick={() => onChange('')}>
        {text('thisWeek')}
      </Button>
    </>
  )
}

/** Where arrow keys move something else. */
const ownArrows =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="tree"], [tabindex="0"]'

function useArrowKeys(step: (weeks: 1 | -1) => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event
      if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (target instanceof Element && target.closest(ownArrows)) return
      step(key === 'ArrowLeft' ? -1 : 1)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
}
