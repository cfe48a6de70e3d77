import './shared.css'
import { type AccountField, accountFields } from '@cascade/contracts/accounts'
import { gamesApi, gameTexts } from '@cascade/contracts/games'
import { formatPoints, Spin } from '@cascade/ui-kit'
import { Input } from '@cascade/ui-kit/data'
import { AmountInput, Checkbox, DayPicker, Field, FieldGrid, NumberInput, Radio } from '@cascade/ui-kit/forms'
import { readQuery } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { texts } from '../texts'
import type { FieldSet } from './field-sets'
import { CityField, type Controlled, CountryField, StateField } from './location-fields'

type Props = {
  set: FieldSet
  reference: ReactNode
  /** In an edit, empty secrets keep the stored ones. */
  editing?: boolean
  /** Help texts by field, e.g. the value that another user has stored. */
  helps?: Readonly<Record<string, string>>
}

/** Fields with at least this maximum length take the full width. */
const wideLengthMin = 300

type Entry = (typeof accountFields)[AccountField]

export function AccountFields({ set, reference, editing = false, helps = {} }: Props) {
  const text = texts.useText()
  return (
    <FieldGrid>
      {set.fields.map(name => {
        const { input, max = 0, stored } = accountFields[name]
        return (
          <Field
            key={name}
            name={name}
            label={text(name)}
            required={set.required.includes(name)}
            help={helps[name] ?? (editing && stored === 'secret' ? text('keepPassword') : undefined)}
            wide={max >= wideLengthMin || input === 'games'}
          >
            {renderInput(name, reference)}
          </Field>
        )
      })}
    </FieldGrid>
  )
}

function renderInput(name: AccountField, reference: ReactNode): ReactNode {
  const { input, max: maxLength, options = {} } = accountFields[name]
  const inputs: Record<Entry['input'], ReactNode> = {
    text: <Input maxLength={maxLength} autoComplete="off" />,
    area: <Input.TextArea maxLength={maxLength} autoSize={{ minRows: 1, maxRows: 5 }} />,
    email: <Input type="email" maxLength={maxLength} autoComplete="off" />,
    // No maxLength: a truncated paste would be a different number.
    tel: <Input inputMode="tel" autoComplete="off" />,
    digits: <Input inputMode="numeric" autoComplete="off" />,
    day: <DayPicker className="accounts-wide" />,
    percent: <NumberInput suffix="%" format={formatPoints} />,
    points: <AmountInput />,
    pin: <Input.Password inputMode="numeric" autoComplete="off" />,
    password: <Input.Password maxLength={maxLength} autoComplete="new-password" />,
    country: <CountryField />,
    state: <StateField />,
    city: <CityField />,
    reference,
    status: <StatusInput />,
    games: <GamesField />,
    choice: <ChoiceInput name={name} options={options} />,
  }
  return inputs[input]
}

type ChoiceProps = Controlled<string, HTMLDivElement> & { name: AccountField; options: object }

function ChoiceInput({ id, ref, value, onChange, name, options }: ChoiceProps) {
  const text = texts.useText()
  return (
    <Radio.Group
      id={id}
      ref={ref}
      value={value ?? Object.keys(options)[0]}
      onChange={event => onChange?.(event.target.value as string)}
      aria-label={text(name)}
      options={Object.entries(options).map(([option, label]) => ({ value: option, label }))}
    />
  )
}

function StatusInput({ id, ref, value, onChange }: Controlled<boolean, HTMLDivElement>) {
  const text = texts.useText()
  return (
    <Radio.Group
      id={id}
      ref={ref}
      value={value}
      onChange={event => onChange?.(event.target.value as boolean)}
      aria-label={text('userStatus')}
      options={[
        { value: true, label: text('active') },
        { value: false, label: text('deactive') },
      ]}
    />
  )
}

function GamesField({ id, ref, value, onChange }: Controlled<string[], HTMLFieldSetElement>) {
  const text = texts.useText()
  const games = useQuery(gamesQuery())
  if (games.isPending) return <Spin size="small" />
  if (!games.data?.length) return <span id={id}>{gameTexts.none}</span>
  return (
    <fieldset id={id} ref={ref} className="accounts-games" aria-label={text('games')}>
      <Checkbox.Group
        value={value}
        onChange={onChange}
        options={games.data.map(game => ({ value: game._id, label: game.gameName }))}
      />
    </fieldset>
  )
}

const staleMs = 60_000

const gamesQuery = () => ({ ...readQuery(gamesApi.list), staleTime: staleMs })
