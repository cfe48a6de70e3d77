import { DayPicker } from '@cascade/ui-kit/forms'
import { texts } from '../texts'

type Props = { list: { filters: { from: string; to: string }; setFilter: (name: 'from' | 'to', day: string) => void } }

/** First and last day of a list. */
export function DayRange({ list }: Props) {
  const text = texts.useText()
  return (['from', 'to'] as const).map(name => (
    <DayPicker
      key={name}
      aria-label={text(name)}
      placeholder={text(name)}
      value={list.filters[name]}
      onChange={day => list.setFilter(name, day)}
    />
  ))
}
