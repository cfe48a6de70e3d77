import './week-picker.css'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { defineTexts } from '../../i18n/texts'
import { BackIcon, RightIcon } from '../../icons/icons'
import { DayPicker } from './day-picker'

const texts = defineTexts('week-picker', {
  previous_week: 'Previous week',
  next_week: 'Next week',
  choose_week: 'Week of a day',
  previous_day: 'Previous day',
  next_day: 'Next day',
  choose_day: 'Day',
})

const directions: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }
/** Elements with arrow keys of their own. */
const ownArrows =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="tree"], [role="table"], [tabindex="0"]'

type Props = {
  /** Days by which a step moves. */
  length?: 'week' | 'day'
  /** Any day of the week, `YYYY-MM-DD`. */
  day: string
  /** True if no later week can be chosen. */
  isLast?: boolean
  /** @param day one of the chosen week; empty if the user cleared the date */
  onChoose: (day: string) => void
}

/** Chooses a week, or a day, by buttons, a calendar, or the arrow keys left and right. */
export function WeekPicker({ length = 'week', day, isLast = false, onChoose }: Props) {
  const text = texts.useText()
  /** Two quick steps may come before the first is rendered. */
  const latest = useRef(day)
  useEffect(() => {
    latest.current = day
  }, [day])
  const step = (direction: number) => {
    if (direction > 0 && isLast) return
    latest.current = addDays(latest.current, length === 'day' ? direction : 7 * direction)
    onChoose(latest.current)
  }
  const move = useEffectEvent((event: KeyboardEvent) => {
    const direction = directions[event.key]
    if (direction === undefined || event.defaultPrevented) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (event.target instanceof Element && event.target.closest(ownArrows)) return
    step(direction)
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => move(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <div className="kit-week">
      <Button icon={<BackIcon />} aria-label={text(`previous_${length}`)} onClick={() => step(-1)} />
      <DayPicker aria-label={text(`choose_${length}`)} value={day} onChange={onChoose} />
      <Button icon={<RightIcon />} aria-label={text(`next_${length}`)} disabled={isLast} onClick={() => step(1)} />
    </div>
  )
}

const addDays = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
