import { useListState } from '@cascade/web-kit'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../testing'
import { Select } from './select'
import { Pager } from './table/pager'

function Page() {
  const list = useListState({ filters: {}, sort: 'name', order: 'asc' })
  return (
    <>
      <Select aria-label="State" showSearch options={[]} />
      <Select aria-label="Games" mode="multiple" options={[]} />
      <Pager list={list} total={500} />
    </>
  )
}

describe('a form', () => {
  it('does not make the browser offer a new password for a select', async () => {
    await renderApp([{ path: '/', element: <Page /> }])
    const hints = screen.getAllByRole('combobox').map(each => each.getAttribute('autocomplete'))
    expect(hints).toEqual(['off', 'off', 'off'])
  })
})

describe('a select', () => {
  it('shows its placeholder only without a value', async () => {
    const options = [{ value: 'open', label: 'Open' }]
    const select = (label: string, value?: string) => (
      <Select aria-label={label} placeholder="All states" options={options} value={value} />
    )
    const element = (
      <>
        {select('Chosen', 'open')}
        {select('Empty')}
      </>
    )
    await renderApp([{ path: '/', element }])
    expect(screen.getAllByText('All states')).toHaveLength(1)
    expect(screen.queryByPlaceholderText('All states')).toBeNull()
  })
})
