import '../shared/shared.css'
import { BackIcon, Button, RightIcon } from '@cascade/ui-kit'
import { DayPicker } from '@cascade/ui-kit/forms'
import { useEffect, useEffectEvent, useRef } from 'react'
import { settlementPageTexts } from './texts'
import { addDays } from './weeks'

const steps: Readonly<Record<string, number>> = { ArrowLeft: -7, ArrowRight: 7 }
/** Elements with arrow keys of their own. */
const ownArrows = 'input, textarea, [role="dialog"], [role="menu"], [role="table"]'

type Props = { to: string; onChoose: (day: string) => void }

/** Chooses the week that ends on `to`, also by the arrow keys left and right. */
export function WeekPicker({ to, onChoose }: Props) {
  const text = settlementPageTexts.useText()
  /** Two quick steps may come before the first is rendered. */
  const latest = useRef(to)
  useEffect(() => {
    latest.current = to
  }, [to])
  const step = (days: number) => {
    latest.current = addDays(latest.current, days)
    onChoose(latest.current)
  }
  const move = useEffectEvent((event: KeyboardEvent) => {
    const days = steps[event.key]
    if (days === undefined || event.defaultPrevented) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (event.target instanceof Element && event.target.closest(ownArrows)) return
    step(days)
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => move(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <div className="accounts-buttons">
      <Button icon={<BackIcon />} aria-label={text('previousWeek')} onClick={() => step(-7)} />
      <DayPicker aria-label={text('weekUntil')} value={to} onChange={day => day && onChoose(day)} />
      <Button icon={<RightIcon />} aria-label={text('nextWeek')} onClick={() => step(7)} />
    </div>
  )
}
