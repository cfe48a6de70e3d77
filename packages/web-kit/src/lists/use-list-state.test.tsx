import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, it } from 'vitest'
import { useListState } from './use-list-state'

function setup(url: string) {
  let content: ReactNode
  const Page = () => content
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: [url] })
  const wrapper = ({ children }: { children: ReactNode }) => {
    content = children
    return <RouterProvider router={router} />
  }
  const hook = renderHook(() => useListState({ filters: { status: '' } }), { wrapper })
  return { ...hook, router }
}
const search = ({ router }: ReturnType<typeof setup>) => router.state.location.search

it('writes changes into the address and leads back to page 1', async () => {
  const view = setup('/list?page=4')
  await act(async () => view.result.current.setSize(50))
  expect(search(view)).toBe('?size=50')
  await act(async () => view.result.current.setPage(2))
  await act(async () => view.result.current.setFilter('status', 'active'))
  expect(search(view)).toBe('?size=50&status=active')
  expect(view.result.current.params).toEqual({ page: 1, size: 50, status: 'active' })
})

it('Back undoes a page but not single letters of a search', async () => {
  const view = setup('/list')
  await act(async () => view.result.current.setPage(3))
  await act(async () => view.result.current.setSearch('a'))
  await act(async () => view.result.current.setSearch('ab'))
  expect(search(view)).toBe('?q=ab')
  await act(async () => view.router.navigate(-1))
  expect(search(view)).toBe('')
})

it('sorting off brings the own order of the list back', async () => {
  const view = setup('/list')
  await act(async () => view.result.current.setSort('username', 'desc'))
  expect(search(view)).toBe('?sort=username&order=desc')
  await act(async () => view.result.current.setSort(undefined))
  expect(search(view)).toBe('')
})
