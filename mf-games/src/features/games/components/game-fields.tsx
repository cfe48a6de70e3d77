import { Input } from '@cascade/ui-kit/data'
import { DayPicker, Field, NumberInput } from '@cascade/ui-kit/forms'
import { texts } from '../../../texts'

type Props = { autoFocus?: boolean; digitsAreFixed?: boolean; digitsHelp?: string | undefined }

/** What a game is created with and can be edited afterwards, as both forms begin. */
export function GameFields({ autoFocus = false, digitsAreFixed = false, digitsHelp }: Props) {
  const text = texts.useText()
  return (
    <>
      <Field name="gameName" label={text('gameName')} required>
        <Input autoFocus={autoFocus} maxLength={60} />
      </Field>
      <Field name="nodigit" label={text('numberOfDigitsLabel')} required help={digitsHelp}>
        <NumberInput inputMode="numeric" disabled={digitsAreFixed} />
      </Field>
      <Field name="publisher" label={text('publisher')} required>
        <Input maxLength={60} />
      </Field>
      <Field name="releaseDate" label={text('releaseDate')} required>
        <DayPicker />
      </Field>
    </>
  )
}
