import './week-picker.css'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { defineTexts } from '../../i18n/texts'
import { BackIcon, RightIcon } from '../../icons/icons'
import { DayPicker } from './day-picker'

const texts = defineTexts('week-picker', {
  previous: 'Previous week',
  next: 'Next week',
  choose: 'Week of a day',
})

const steps: Readonly<Record<string, number>> = { ArrowLeft: -7, ArrowRight: 7 }
/** Elements with arrow keys of their own. */
const ownArrows =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="tree"], [role="table"], [tabindex="0"]'

type Props = {
  /** Any day of the week, `YYYY-MM-DD`. */
  day: string
  /** True if no later week can be chosen. */
  isLast?: boolean
  /** @param day one of the chosen week; empty if the user cleared the date */
  onChoose: (day: string) => void
}

/** Chooses a week by buttons, a calendar, or the arrow keys left and right. */
export function WeekPicker({ day, isLast = false, onChoose }: Props) {
  const text = texts.useText()
  /** Two quick steps may come before the first is rendered. */
  const latest = useRef(day)
  useEffect(() => {
    latest.current = day
  }, [day])
  const step = (days: number) => {
    if (days > 0 && isLast) return
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
    <div className="kit-week">
      <Button icon={<BackIcon />} aria-label={text('previous')} onClick={() => step(-7)} />
      <DayPicker aria-label={text('choose')} value={day} onChange={onChoose} />
      <Button icon={<RightIcon />} aria-label={text('next')} disabled={isLast} onClick={() => step(7)} />
    </div>
  )
}

const addDays = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
