import { type ListParams, type ListSource, useListState } from '@cascade/web-kit'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../testing'
import type { Column } from './columns'
import { DataTable } from './data-table'
import { type FilterField, Filters } from './filters'

type Row = { name: string; points: number }

const columns: Column<Row>[] = [
  { key: 'name', title: 'UserName', value: row => row.name, sortable: true, pinned: 'left' },
  { key: 'points', title: 'Points', value: row => row.points, kind: 'points' },
]
const none = { status: '', balanceFrom: '', balanceTo: '' }
const fields: FilterField<keyof typeof none>[] = [
  { kind: 'choice', label: 'Status', name: 'status', options: [{ value: 'active', label: 'Active' }] },
  { kind: 'points', label: 'Balance', from: 'balanceFrom', to: 'balanceTo' },
]

function show(url = '/list', total = 25) {
  const requests: ListParams[] = []
  const acted: string[][] = []
  const source: ListSource<Row> = {
    key: ['people'],
    load: async params => {
      requests.push(params)
      const all = Array.from({ length: total }, (_, at) => ({ name: `person${at + 1}`, points: at }))
      return { rows: all.slice((params.page - 1) * params.size, params.page * params.size), total }
    },
  }
  const Page = () => {
    const list = useListState({ filters: none })
    return (
      <DataTable
        id="people"
        columns={columns}
        rowKey={row => row.name}
        source={source}
        list={list}
        filters={<Filters list={list} fields={fields} />}
        emptyAction={<button type="button">Add one</button>}
        selection={(rows, clear) => (
          <button
            type="button"
            onClick={() => {
              acted.push(rows.map(({ name }) => name))
              clear()
            }}
          >
            Act
          </button>
        )}
      />
    )
  }
  return renderApp([{ path: '/list', element: <Page /> }], url).then(view => ({ ...view, requests, acted }))
}

const search = ({ router }: Awaited<ReturnType<typeof show>>) => router.state.location.search

describe('the order of a list', () => {
  it('is a chip if it is not the default, which the chip restores', async () => {
    const view = await show('/list?sort=name&order=desc&page=2')
    await screen.findByText('Sorted by UserName ↓')
    await view.user.click(screen.getByRole('button', { name: 'Back to the usual order' }))
    await waitFor(() => expect(screen.queryByText(/^Sorted by/)).toBeNull())
    expect(view.router.state.location.search).toBe('')
  })
})

describe('the filters of a list', () => {
  it('appear in the address and as removable chips', async () => {
    const view = await show('/list?status=active&balanceFrom=5')
    await screen.findByText('person1')
    expect(view.requests.at(-1)).toMatchObject({ status: 'active', balanceFrom: '5' })
    expect(screen.getByText('Status: Active')).toBeTruthy()
    await view.user.click(screen.getByRole('button', { name: 'Remove the filter Balance' }))
    await waitFor(() => expect(search(view)).toBe('?status=active'))
    await view.user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(search(view)).toBe(''))
  })

  it('open with s, and apply only complete, valid amounts', async () => {
    const view = await show()
    await screen.findByText('person1')
    await view.user.click(screen.getByRole('searchbox'))
    await view.user.keyboard('{ArrowDown}s')
    const from = await screen.findByLabelText('Balance From')
    await view.user.type(from, '1,250.5{Enter}')
    await waitFor(() => expect(search(view)).toBe('?balanceFrom=1250.5'))
    await view.user.clear(from)
    await view.user.type(from, '1.234{Enter}')
    expect(search(view)).toBe('?balanceFrom=1250.5')
  })

  it('can be cleared where nothing matches; an empty list offers the next step', async () => {
    const view = await show('/list?status=active&q=zz', 0)
    await view.user.click(
      within((await screen.findByText('Nothing matches these filters')).parentElement as HTMLElement).getByRole(
        'button',
      ),
    )
    await waitFor(() => expect(search(view)).toBe(''))
    expect(await screen.findByRole('button', { name: 'Add one' })).toBeTruthy()
  })
})

describe('a selected row', () => {
  it('stays selected across pages, can be selected with x, and is passed to the action once', async () => {
    const view = await show()
    await screen.findByText('person1')
    await view.user.click(screen.getByRole('checkbox', { name: 'Select person2' }))
    await view.user.click(screen.getByTitle('2'))
    await screen.findByText('person11')
    await view.user.click(screen.getByRole('searchbox'))
    await view.user.keyboard('{ArrowDown}jx')
    const bar = await screen.findByText('2 selected')
    // Above the rows it would move them, and the next click would hit another row.
    const lastRow = screen.getAllByRole('row').at(-1) as HTMLElement
    expect(lastRow.compareDocumentPosition(bar) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    await view.user.click(screen.getByRole('button', { name: 'Act' }))
    expect(view.acted).toEqual([['person2', 'person12']])
    expect(screen.queryByText('2 selected')).toBeNull()
  })
})

describe('the focus in the rows', () => {
  it('stays at its position when the row is removed', async () => {
    const view = await show()
    await screen.findByText('person1')
    await view.user.click(screen.getByRole('searchbox'))
    await view.user.keyboard('{ArrowDown}j')
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Select person2' }))
    await act(() => view.router.navigate('/list?page=2'))
    await screen.findByText('person11')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Select person12' })))
  })
})
