import { type SavedView, savedViewApi } from '@cascade/contracts/accounts'
import { type ListSource, useListState, useSession } from '@cascade/web-kit'
import { fakeBackend, on, type RecordedCall, rejection, signInAs } from '@cascade/web-kit/testing'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../testing'
import { DataTable } from './data-table'

type Row = { name: string }
const source: ListSource<Row> = {
  key: ['people'],
  load: async () => ({ rows: [{ name: 'person1' }], total: 1 }),
}
const columns = [{ key: 'name', title: 'UserName', value: (row: Row) => row.name, sortable: true }]

const Page = () => {
  const list = useListState({ filters: { status: '' } })
  return <DataTable id="people" columns={columns} rowKey={row => row.name} source={source} list={list} />
}

const view = (more: Partial<SavedView>): SavedView => ({
  _id: 'id',
  list: 'people',
  name: 'Mine',
  search: '?status=active',
  shared: false,
  by: 'admin1',
  own: true,
  isDefault: false,
  ...more,
})

function fakeViewService(views: SavedView[]) {
  const put = (id: string, patch: Partial<SavedView>) => {
    views = views.map(each => (each._id === id ? { ...each, ...patch } : each))
    return { success: true, data: views.find(each => each._id === id) }
  }
  fakeBackend(
    on(savedViewApi.list, () => ({ success: true, data: views })),
    on(savedViewApi.create, ({ body }: RecordedCall<typeof savedViewApi.create>) => {
      if (body.name === 'Refused') return rejection(422, 'UNPROCESSABLE', 'Nobody keeps more than 100 views.')
      views = [...views, view({ ...body, _id: body.name })]
      return { success: true, data: views.at(-1) }
    }),
    on(savedViewApi.change, ({ params, body }: RecordedCall<typeof savedViewApi.change>) => put(params.viewId, body)),
    on(savedViewApi.open, ({ body }: RecordedCall<typeof savedViewApi.open>) => {
      views = views.map(each => ({ ...each, isDefault: each._id === body.viewId }))
      return { success: true }
    }),
    on(savedViewApi.remove, ({ params }: RecordedCall<typeof savedViewApi.remove>) => {
      views = views.filter(each => each._id !== params.viewId)
      return { success: true }
    }),
  )
  signInAs({ role: 'admin' })
  return { views: () => views }
}

async function show(url: string) {
  const app = await renderApp([{ path: '/list', element: <Page /> }], url)
  await screen.findByText('person1')
  return { ...app, search: () => app.router.state.location.search }
}
const open = async ({ user }: Awaited<ReturnType<typeof show>>) =>
  user.click(screen.getByRole('button', { name: 'Saved views' }))
const rowOf = async (name: string) => (await screen.findByRole('button', { name })).closest('li') as HTMLElement

describe('a saved view', () => {
  it('restores search, filters and order, and can open the list', async () => {
    const { views } = fakeViewService([])
    const page = await show('/list?status=active&page=2&sort=name')
    await open(page)
    await page.user.type(await screen.findByLabelText('Name of the view'), 'Mine{Enter}')
    await page.user.click(await screen.findByRole('button', { name: 'Open the list with Mine' }))
    await waitFor(() => expect(views()).toMatchObject([{ search: '?status=active&sort=name', isDefault: true }]))
    await waitFor(async () =>
      expect(within(await rowOf('Mine')).getByRole('button', { pressed: true }).title).toBe('Open the list with Mine'),
    )
    cleanup()
    const again = await show('/list')
    await waitFor(() => expect(again.search()).toBe('?status=active&sort=name'))
    // Cleared filters stay cleared.
    await act(() => again.router.navigate('/list'))
    expect(again.search()).toBe('')
  })

  it('names its owner when shared from above, can open the list, and cannot be changed', async () => {
    fakeViewService([view({ _id: 'theirs', name: 'Suspended', search: '?status=suspended', shared: true, own: false })])
    const page = await show('/list')
    await open(page)
    const row = within(await rowOf('Suspended'))
    expect(row.getByText('Shared by admin1')).toBeTruthy()
    expect(row.queryByRole('button', { name: 'Remove Suspended' })).toBeNull()
    expect(row.queryByRole('button', { name: /^Share/ })).toBeNull()
    await page.user.click(row.getByRole('button', { name: 'Suspended' }))
    await waitFor(() => expect(page.search()).toBe('?status=suspended'))
  })

  it('can be shared and removed by its owner, who sees a rejection', async () => {
    const { views } = fakeViewService([view({})])
    const page = await show('/list')
    await open(page)
    await page.user.click(await screen.findByRole('button', { name: 'Share Mine with everybody below' }))
    await waitFor(() => expect(views()).toMatchObject([{ shared: true }]))
    await page.user.type(screen.getByLabelText('Name of the view'), 'Refused{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Nobody keeps more than 100 views.')
    await page.user.click(screen.getByRole('button', { name: 'Remove Mine' }))
    await waitFor(() => expect(views()).toEqual([]))
  })

  it('can only be opened in a view as another login', async () => {
    fakeViewService([view({})])
    useSession.setState({ viewer: { id: 'root-id', username: 'root', role: 'superadmin' } })
    const page = await show('/list')
    await open(page)
    const row = within(await rowOf('Mine'))
    expect(row.getAllByRole('button')).toHaveLength(1)
    expect(screen.queryByLabelText('Name of the view')).toBeNull()
    await page.user.click(row.getByRole('button', { name: 'Mine' }))
    await waitFor(() => expect(page.search()).toBe('?status=active'))
  })
})
