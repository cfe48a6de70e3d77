import { MomentPicker } from '@cascade/ui-kit/forms'
import { texts } from '../../texts'

/** The moment as of which a report is shown; empty: now. */
export function AsOfFilter({ value, onChange }: { value: string; onChange: (moment: string) => void }) {
  const text = texts.useText()
  return (
    <MomentPicker
      value={value}
      onChange={onChange}
      placeholder={text('asOf')}
      aria-label={text('asOf')}
      style={{ width: 190 }}
    />
  )
}
