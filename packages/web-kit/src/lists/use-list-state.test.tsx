import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { PageRouter } from '../navigation'
import { type ListLocation, ListLocationProvider } from './list-address'
import { useListState } from './use-list-state'

function setup(url: string, below?: ListLocation) {
  let content: ReactNode
  const Page = () => content
  const routes = [
    { path: '/list', element: <Page /> },
    { path: '*', element: <p>elsewhere</p> },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [url] })
  const wrapper = ({ children }: { children: ReactNode }) => {
    content = <ListLocationProvider value={below}>{children}</ListLocationProvider>
    return <PageRouter router={router} />
  }
  const hook = renderHook(() => useListState({ filters: { status: '', day: '' } }), { wrapper })
  return { ...hook, router }
}
const search = ({ router }: ReturnType<typeof setup>) => router.state.location.search

describe('useListState', () => {
  it('writes changes into the address and returns to page 1', async () => {
    const view = setup('/list?page=4')
    await act(async () => view.result.current.setSize(50))
    expect(search(view)).toBe('?size=50')
    await act(async () => view.result.current.setPage(2))
    await act(async () => view.result.current.setFilter('status', 'active'))
    expect(search(view)).toBe('?size=50&status=active')
    expect(view.result.current.params).toEqual({ page: 1, size: 50, status: 'active' })
  })

  it('keeps its own state below an overlay and returns to the list on a change', async () => {
    const view = setup('/list?page=9', { pathname: '/list', search: '?q=ab&page=3' })
    expect(view.result.current.params).toEqual({ page: 3, size: 10, q: 'ab' })
    await act(async () => view.result.current.setFilter('status', 'active'))
    expect(view.router.state.location).toMatchObject({ pathname: '/list', search: '?q=ab&status=active' })
  })

  it('undoes a whole search with Back and nothing before it', async () => {
    const view = setup('/list')
    await act(async () => view.result.current.setSort('username', 'asc'))
    await act(async () => view.result.current.setSort('username', 'desc'))
    await act(async () => view.result.current.typeSearch('a'))
    await act(async () => view.result.current.typeSearch('ab'))
    expect(search(view)).toBe('?sort=username&order=desc&q=ab')
    await act(async () => view.router.navigate(-1))
    expect(search(view)).toBe('?sort=username&order=desc')
    await act(async () => view.router.navigate(-1))
    expect(search(view)).toBe('?sort=username')
  })

  it('makes a submitted search a history entry of its own', async () => {
    const view = setup('/list')
    await act(async () => view.result.current.typeSearch('a'))
    expect(view.result.current.isTyping).toBe(true)
    await act(async () => view.result.current.setSearch('a'))
    expect(view.result.current.isTyping).toBe(false)
    await act(async () => view.result.current.typeSearch('ab'))
    await act(async () => view.router.navigate(-1))
    expect(search(view)).toBe('?q=a')
  })

  it('applies two changes made before a render', async () => {
    const view = setup('/list')
    await act(async () => {
      view.result.current.setFilter('status', 'active')
      await vi.waitFor(() => expect(search(view)).toBe('?status=active'))
      view.result.current.setFilter('day', '2025-01-01')
    })
    expect(search(view)).toBe('?status=active&day=2025-01-01')
  })

  it('does not change the address after its page was left', async () => {
    const view = setup('/list')
    const { setSearch, setPage } = view.result.current
    await act(async () => view.router.navigate('/away'))
    await act(async () => setSearch('late'))
    await act(async () => setPage(2))
    expect(view.router.state.location.pathname + search(view)).toBe('/away')
  })

  it('restores the default order when sorting is removed', async () => {
    const view = setup('/list')
    await act(async () => view.result.current.setSort('username', 'desc'))
    expect(search(view)).toBe('?sort=username&order=desc')
    await act(async () => view.result.current.setSort(undefined))
    expect(search(view)).toBe('')
  })
})
