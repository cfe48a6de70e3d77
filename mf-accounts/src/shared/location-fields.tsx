import { toSearchKey } from '@cascade/contracts'
import { geoApi } from '@cascade/contracts/accounts'
import { Select } from '@cascade/ui-kit/data'
import { Form } from '@cascade/ui-kit/forms'
import { readQuery } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import type { ComponentRef, Ref } from 'react'

/** Props that a form passes to an input. `ref` must reach the element, so that the form can mark and focus it. */
export type Controlled<Value, Element> = {
  id?: string
  ref?: Ref<Element>
  value?: Value
  onChange?: (value: Value) => void
}

type Option = { value: string; label: string }
type LocationProps = Controlled<string, ComponentRef<typeof Select>>
type SelectProps = LocationProps & { options: Option[]; loading: boolean; disabled?: boolean }

/** Prefix matches first: "Indi" lists India before the Indian Ocean. */
function comparePrefixFirst(a: Option, b: Option, { searchValue }: { searchValue: string }): number {
  const begins = ({ label }: Option) => (toSearchKey(label).startsWith(toSearchKey(searchValue)) ? 0 : 1)
  return begins(a) - begins(b) || a.label.localeCompare(b.label)
}

function LocationSelect(props: SelectProps) {
  return <Select<string, Option> {...props} showSearch={{ filterSort: comparePrefixFirst }} />
}

const useField = (name: string) => Form.useWatch(name) as string | undefined

export function CountryField({ id, ref, value, onChange }: LocationProps) {
  const form = Form.useFormInstance()
  const countries = useQuery(countriesQuery())
  const options = countries.data?.map(({ code, name }) => ({ value: code, label: name })) ?? []
  const choose = (country: string) => {
    onChange?.(country)
    form.setFieldsValue({ state: undefined, city: undefined })
  }
  return (
    <LocationSelect id={id} ref={ref} value={value} onChange={choose} options={options} loading={countries.isLoading} />
  )
}

export function StateField({ id, ref, value, onChange }: LocationProps) {
  const form = Form.useFormInstance()
  const country = useField('country') ?? ''
  const states = useQuery(statesQuery(country))
  const options = states.data?.map(({ code, name }) => ({ value: code, label: name })) ?? []
  const choose = (state: string) => {
    onChange?.(state)
    form.setFieldsValue({ city: undefined })
  }
  return (
    <LocationSelect
      id={id}
      ref={ref}
      value={value}
      onChange={choose}
      options={options}
      loading={states.isLoading}
      disabled={country === ''}
    />
  )
}

export function CityField({ id, ref, value, onChange }: LocationProps) {
  const country = useField('country') ?? ''
  const state = useField('state') ?? ''
  const cities = useQuery(citiesQuery(country, state))
  // Several cities of a state may share a name.
  const names = [...new Set(cities.data)]
  return (
    <LocationSelect
      id={id}
      ref={ref}
      value={value}
      onChange={onChange}
      options={names.map(name => ({ value: name, label: name }))}
      loading={cities.isLoading}
      disabled={state === ''}
    />
  )
}

export const countriesQuery = () => ({ ...readQuery(geoApi.countries), staleTime: 'static' as const })

export const statesQuery = (country: string) => ({
  ...readQuery(geoApi.states, { params: { country } }),
  enabled: country !== '',
  staleTime: 'static' as const,
})

const citiesQuery = (country: string, state: string) => ({
  ...readQuery(geoApi.cities, { params: { country, state } }),
  enabled: country !== '' && state !== '',
  staleTime: 'static' as const,
})
