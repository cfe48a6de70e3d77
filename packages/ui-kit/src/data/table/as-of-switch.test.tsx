import { type ListParams, type ListSource, useListState } from '@cascade/web-kit'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../testing'
import { DataTable } from './data-table'

const then = '2025-11-12T10:00:00.000Z'
const asOfParam = `asOf=${encodeURIComponent(then)}`

function show(url: string) {
  const requests: Record<string, ListParams[]> = { one: [], two: [], present: [] }
  const List = ({ id, takesAsOf }: { id: string; takesAsOf: boolean }) => {
    const source: ListSource<string> = {
      key: ['lists', id],
      load: async params => {
        requests[id]?.push(params)
        return { rows: [`a row of ${id}`], total: 30 }
      },
    }
    const list = useListState({ takesAsOf })
    const columns = [{ key: 'row', title: 'Row', value: (row: string) => row }]
    return <DataTable id={id} columns={columns} rowKey={row => row} source={source} list={list} />
  }
  const routes = ['one', 'two', 'present'].map(id => ({
    path: `/${id}`,
    element: <List key={id} id={id} takesAsOf={id !== 'present'} />,
  }))
  return renderApp(routes, url).then(view => ({ ...view, requests }))
}

describe('the past moment', () => {
  it('goes along to every screen that supports it and ends with one click', async () => {
    const { router, user, requests } = await show(`/one?page=2&${asOfParam}`)
    await screen.findByText('a row of one')
    expect(requests.one).toEqual([{ page: 2, size: 10, asOf: then }])
    await act(() => router.navigate('/present'))
    await screen.findByText('a row of present')
    expect(requests.present).toEqual([{ page: 1, size: 10 }])
    expect(screen.queryByRole('button', { name: /As of/ })).toBeNull()
    expect(router.state.location.search).toBe('')
    await act(() => router.navigate('/two?page=3'))
    await screen.findByText('a row of two')
    await waitFor(() => expect(router.state.location.search).toBe(`?page=3&${asOfParam}`))
    expect(requests.two).toEqual([{ page: 3, size: 10, asOf: then }])
    await user.click(screen.getByRole('button', { name: /As of 2025-11-1/ }))
    await user.click(await screen.findByRole('button', { name: 'Back to now' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
    await waitFor(() => expect(requests.two?.at(-1)).toEqual({ page: 1, size: 10 }))
    await act(() => router.navigate('/one'))
    await screen.findByText('a row of one')
    expect(requests.one?.at(-1)).toEqual({ page: 1, size: 10 })
  })
})
