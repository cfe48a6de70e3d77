import { type ListParams, type ListSource, useListState } from '@cascade/web-kit'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { renderApp } from '../../testing'
import type { Column } from '../table/columns'
import { DataTable, type DataTableProps } from '../table/data-table'
import { Filters } from '../table/filters'
import { RowActions } from '../table/row-actions'

type TestWindow = { innerWidth: number; happyDOM: { setViewport: (size: { width: number }) => void } }
type Row = { id: string; name: string; points: number; note: string }

beforeEach(() => {
  const { happyDOM, innerWidth } = window as unknown as TestWindow
  happyDOM.setViewport({ width: 390 })
  onTestFinished(() => happyDOM.setViewport({ width: innerWidth }))
})

const edited: string[] = []
const columns: Column<Row>[] = [
  { key: 'id', title: 'ID', value: row => row.id },
  { key: 'name', title: 'UserName', value: row => row.name, sortable: true, pinned: 'left' },
  { key: 'points', title: 'Points', value: row => row.points, kind: 'points' },
  { key: 'note', title: 'Note', value: row => row.note },
  {
    key: 'action',
    title: 'Action',
    pinned: 'right',
    render: ({ name }) => (
      <RowActions
        of={name}
        actions={[
          { key: 'edit', label: 'Edit', icon: null, onClick: () => edited.push(name) },
          { key: 'delete', label: 'Delete', icon: null, danger: true, inMenu: true },
        ]}
      />
    ),
  },
]
const rows: readonly Row[] = [
  { id: '5f0c4b1e', name: 'asha', points: 1250.5, note: '' },
  { id: '7d2a5b1c', name: 'bilal', points: -40, note: 'late' },
]

function show(options: Partial<DataTableProps<Row>> = {}, url = '/list') {
  const requests: ListParams[] = []
  const source: ListSource<Row> = {
    key: ['people'],
    load: async params => {
      requests.push(params)
      return { rows, total: 12 }
    },
  }
  const Page = () => {
    const list = useListState({ filters: { status: '', balanceFrom: '', balanceTo: '' } })
    return (
      <DataTable
        id="people"
        columns={columns}
        rowKey={row => row.id}
        source={source}
        list={list}
        filters={
          <Filters
            list={list}
            fields={[
              { kind: 'choice', label: 'Status', name: 'status', options: [{ value: 'active', label: 'Active' }] },
              { kind: 'points', label: 'Balance', from: 'balanceFrom', to: 'balanceTo' },
            ]}
          />
        }
        {...options}
      />
    )
  }
  return renderApp([{ path: '/list', element: <Page /> }], url).then(view => ({ ...view, requests }))
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('a list on a phone', () => {
  it('shows name and points of a row, and all values and actions in a sheet on tap', async () => {
    const { user } = await show()
    const row = await screen.findByRole('button', { name: /^asha/ })
    expect(within(row).getByText('1,250.50')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    await user.click(row)
    const sheet = await dialog('asha')
    expect(sheet.getByText('5f0c4b1e')).toBeTruthy()
    expect(sheet.queryByText('Note')).toBeNull()
    expect(sheet.getByRole('button', { name: 'Delete' })).toBeTruthy()
    await user.click(sheet.getByRole('button', { name: 'Edit' }))
    expect(edited).toEqual(['asha'])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('renders a custom line and calls its own tap handler', async () => {
    const opened: string[] = []
    const phone = {
      line: ({ name, points }: Row) => ({ title: `${name} → bank`, amount: points, notes: ['', undefined, 'today'] }),
      onOpen: ({ name }: Row) => opened.push(name),
    }
    const { user } = await show({ phone })
    const row = await screen.findByRole('button', { name: /asha → bank/ })
    expect(row.textContent).toBe('asha → bank1,250.50today')
    await user.click(row)
    expect(opened).toEqual(['asha'])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('counts active filters on their button and applies changes in the sheet at once', async () => {
    const { user, requests, router } = await show({}, '/list?balanceFrom=5')
    await screen.findByText('asha')
    await user.click(screen.getByRole('button', { name: 'Filters (1)' }))
    const sheet = await dialog('Filters')
    await user.type(sheet.getByLabelText('Balance To'), '90{Enter}')
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ balanceFrom: '5', balanceTo: '90' }))
    expect(await screen.findByRole('button', { name: 'Show 12' })).toBeTruthy()
    await user.click(sheet.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(await screen.findByText('Filters', { selector: '.kit-phone-bar button span' })).toBeTruthy()
  })

  it('puts sorting, reload, views, columns and selection behind one button', async () => {
    const acted: string[][] = []
    const selection = (chosen: readonly Row[]) => (
      <button type="button" onClick={() => acted.push(chosen.map(({ name }) => name))}>
        Act
      </button>
    )
    const { user, requests } = await show({ selection, nameOf: ({ name }) => name })
    await screen.findByText('asha')
    expect(screen.queryByRole('checkbox')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'List options' }))
    const sheet = await dialog('List options')
    for (const name of ['Reload', 'Saved views', 'Columns']) expect(sheet.getByRole('button', { name })).toBeTruthy()
    await user.click(sheet.getByRole('combobox', { name: 'Sort by' }))
    await user.click(await screen.findByText('UserName ↓'))
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ sort: 'name', order: 'desc' }))
    await user.click(sheet.getByRole('button', { name: 'Select rows' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Select bilal' }))
    await user.click(screen.getByRole('button', { name: 'Act' }))
    expect(acted).toEqual([['bilal']])
  })

  it('shows sums in a sheet below the rows', async () => {
    const { user } = await show({ summary: () => <p>Credit 7.00</p>, below: <p>Sum 9.00</p> })
    await screen.findByText('asha')
    expect(screen.getByText('1–10 of 12')).toBeTruthy()
    expect(screen.queryByText('Credit 7.00')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Sums' }))
    const sheet = await dialog('Sums')
    expect([sheet.getByText('Credit 7.00'), sheet.getByText('Sum 9.00')]).toHaveLength(2)
  })
})
