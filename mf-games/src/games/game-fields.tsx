import { digitsRequiredText, type EditGame, type Game, gamesApi, NewGameFields } from '@cascade/contracts/games'
import { Input } from '@cascade/ui-kit/data'
import { DayPicker, Field, type FieldErrors, NumberInput, toFieldErrors } from '@cascade/ui-kit/forms'
import { texts } from '../texts'
import type { NewGameParts } from './calls'

type Props = { autoFocus?: boolean; digitsAreFixed?: boolean; digitsHelp?: string | undefined }

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

/** Values of the form `Add Game`, without pictures. */
export type NewGameValues = {
  gameName?: string
  nodigit?: number | null
  publisher?: string
  releaseDate?: string
  timeId?: string
  gameDescription?: string
  gameStatus: 'active' | 'inactive'
  label: 'yes' | 'no'
}

export const emptyGame: NewGameValues = { gameStatus: 'active', label: 'no' }

export function newGameFaults({ nodigit, ...values }: NewGameValues): FieldErrors {
  return toFieldErrors(NewGameFields, { ...values, nodigit: nodigit ?? undefined, timeId: values.timeId ?? '' })
}

/** Text parts of the request. @throws ZodError for invalid values */
export function buildParts(values: NewGameValues): NewGameParts {
  const { gameName, publisher, releaseDate, timeId, gameDescription } = NewGameFields.parse(values)
  const { gameStatus, label } = values
  const nodigit = String(values.nodigit)
  return { gameName, gameDescription, releaseDate, publisher, nodigit, gameStatus, label, timeId }
}

/** Values of the form `Edit Game`. */
export type GameValues = Required<
  Pick<EditGame, 'gameName' | 'description' | 'publisher' | 'releaseDate' | 'status' | 'logo'>
> & {
  nodigit: number | null
}
export const editedFields = [
  'gameName',
  'nodigit',
  'description',
  'publisher',
  'releaseDate',
  'status',
  'logo',
] as const

export const toFormValues = ({ logo = '', ...game }: Game): GameValues => ({
  gameName: game.gameName,
  nodigit: game.nodigit,
  description: game.description,
  publisher: game.publisher,
  releaseDate: game.releaseDate,
  status: game.status,
  logo,
})

export function buildChanges(stored: GameValues, values: GameValues): Partial<GameValues> {
  const changed = editedFields.filter(field => values[field] !== stored[field])
  return Object.fromEntries(changed.map(field => [field, values[field]]))
}

export function editFaults(values: GameValues): FieldErrors {
  const faults = toFieldErrors(gamesApi.update.body, { ...values, nodigit: values.nodigit ?? undefined })
  return values.nodigit === null ? { ...faults, nodigit: digitsRequiredText } : faults
}
