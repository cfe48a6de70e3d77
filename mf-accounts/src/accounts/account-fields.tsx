import './accounts.css'
import type { AccountField } from '@cascade/contracts/accounts'
import { gamesApi, gameTexts } from '@cascade/contracts/games'
import { formatPoints, Spin } from '@cascade/ui-kit'
import { Checkbox, Input } from '@cascade/ui-kit/data'
import { DayPicker, Field, FieldGrid, NumberInput, Radio } from '@cascade/ui-kit/forms'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { texts } from '../texts'
import type { FieldSet } from './field-sets'
import { CityField, type Controlled, CountryField, StateField } from './place-fields'

type Props = {
  set: FieldSet
  /** The choice of the account above. */
  reference: ReactNode
  /** An edit may leave the secrets empty. */
  editing?: boolean
  /** Further sentences, e.g. what somebody else stored meanwhile. */
  helps?: Readonly<Record<string, string>>
}

const digitsOnly = (value: string) => value.replace(/\D/g, '')
const wide: readonly AccountField[] = ['address', 'note', 'games']

/** The inputs of a field set, in its order. */
export function AccountFields({ set, reference, editing = false, helps = {} }: Props) {
  const text = texts.useText()
  const inputs: Record<AccountField, ReactNode> = {
    firstName: <Input maxLength={100} autoComplete="off" />,
    lastName: <Input maxLength={100} autoComplete="off" />,
    email: <Input type="email" maxLength={200} autoComplete="off" />,
    phone: <Input inputMode="tel" maxLength={15} autoComplete="off" />,
    dateOfBirth: <DayPicker className="accounts-wide" />,
    country: <CountryField />,
    state: <StateField />,
    city: <CityField />,
    address: <Input maxLength={300} autoComplete="off" />,
    pinCode: <Input inputMode="numeric" maxLength={10} autoComplete="off" />,
    pin: <Input.Password inputMode="numeric" maxLength={8} autoComplete="off" />,
    password: <Input.Password maxLength={256} autoComplete="new-password" />,
    occupation: <Input maxLength={100} autoComplete="off" />,
    commission: <NumberInput suffix="%" format={formatPoints} />,
    commissionAmount: <NumberInput suffix="%" format={formatPoints} />,
    note: <Input.TextArea maxLength={1000} autoSize={{ minRows: 1, maxRows: 5 }} />,
    refId: reference,
    userStatus: <StatusInput />,
    games: <GamesField />,
  }
  const isSecret = (name: AccountField) => name === 'pin' || name === 'password'
  const isNumber = (name: AccountField) => name === 'phone' || name === 'pinCode' || name === 'pin'
  return (
    <FieldGrid>
      {set.fields.map(name => (
        <Field
          key={name}
          name={name}
          label={text(name as Parameters<typeof text>[0])}
          required={set.required.includes(name)}
          normalize={isNumber(name) ? digitsOnly : undefined}
          help={helps[name] ?? (editing && isSecret(name) ? text('keepPassword') : undefined)}
          wide={wide.includes(name)}
        >
          {inputs[name]}
        </Field>
      ))}
    </FieldGrid>
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

/** The games that an admin offers. */
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

const freshForMs = 60_000

function gamesQuery() {
  return queryOptions({
    queryKey: queryKeyOf(gamesApi.list),
    queryFn: async ({ signal }) => (await call(gamesApi.list, { signal })).data,
    staleTime: freshForMs,
  })
}
