import { ApiError, type ListParams, type ListSource, useListState } from '@cascade/web-kit'
import { signInAs } from '@cascade/web-kit/testing'
import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Link, type RouteObject } from 'react-router-dom'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { setBusinessZone } from '../../format/zone'
import { pageRoutes } from '../../remote/page-routes'
import { renderApp } from '../../testing'
import type { Column } from './columns'
import { DataTable, type DataTableProps } from './data-table'

type Row = { id: string; name: string; points: number }

const columns: Column<Row>[] = [
  { key: 'name', title: 'UserName', value: row => row.name, sortable: true },
  { key: 'points', title: 'Points', value: row => row.points, kind: 'points', sortable: 'walletBalance' },
]

function people(total: number) {
  const requests: ListParams[] = []
  const source: ListSource<Row> = {
    key: ['people'],
    load: async params => {
      requests.push(params)
      const all = Array.from({ length: total }, (_, index) => `person${index + 1}`)
      const names = all.filter(name => name.includes(params.q ?? ''))
      const shown = names.slice((params.page - 1) * params.size, params.page * params.size)
      return { rows: shown.map((name, index) => ({ id: name, name, points: index - 1.5 })), total: names.length }
    },
  }
  return { source, requests }
}

function show(
  source: ListSource<Row>,
  {
    url = '/list',
    routes = [],
    ...props
  }: Partial<DataTableProps<Row>> & { url?: string; routes?: RouteObject[] } = {},
) {
  const Page = () => {
    const list = useListState()
    return <DataTable id="people" columns={columns} rowKey={row => row.id} source={source} list={list} {...props} />
  }
  return renderApp([{ path: '/list', element: <Page /> }, ...routes], url)
}

describe('a table', () => {
  it("shows moments on the clock of the business zone, with the reader's own as a tooltip", async () => {
    setBusinessZone('Pacific/Chatham')
    onTestFinished(() => setBusinessZone(undefined))
    const at: Column<Row> = { key: 'at', title: 'At', value: () => '2026-06-30T11:30:00.000Z', kind: 'dateTime' }
    await show(people(1).source, { columns: [...columns, at] })
    const shown = await screen.findByText('2026-07-01 00:15:00')
    expect(shown.getAttribute('datetime')).toBe('2026-06-30T11:30:00.000Z')
    expect(shown.title).toMatch(/^2026-0[67]-[0-9: -]+ .+, your own time$/)
  })
})

const search = (view: Awaited<ReturnType<typeof show>>) => view.router.state.location.search

describe('the rows of a table', () => {
  it('show placeholders first, then the page with row numbers', async () => {
    const { source } = people(25)
    let answer: () => void = () => undefined
    const answered = new Promise<void>(resolve => {
      answer = resolve
    })
    const slow: ListSource<Row> = { ...source, load: params => answered.then(() => source.load(params)) }
    const { container } = await show(slow, { url: '/list?page=2' })
    expect(container.querySelectorAll('.kit-cell-skeleton').length).toBeGreaterThan(0)
    answer()
    const row = (await screen.findByText('person11')).closest('tr') as HTMLElement
    expect(within(row).getByText('11')).toBeTruthy()
    expect(container.querySelector('.kit-cell-skeleton')).toBeNull()
    expect(screen.getByText('11–20 of 25')).toBeTruthy()
  })

  it('show points with two decimals and mark negative ones', async () => {
    await show(people(3).source)
    const amount = await screen.findByText('-1.50')
    expect(amount.hasAttribute('data-negative')).toBe(true)
  })

  it('are those of the last page when the address names a later one', async () => {
    const view = await show(people(12).source)
    await screen.findByText('person1')
    await act(async () => view.router.navigate('/list?page=9'))
    await screen.findByText('person12')
    expect(search(view)).toBe('?page=2')
    await act(async () => view.router.navigate(-1))
    await waitFor(() => expect(search(view)).toBe(''))
  })
})

describe('the address of a table', () => {
  it('has page, size and sorting', async () => {
    const { source, requests } = people(45)
    const view = await show(source)
    await screen.findByText('person1')
    await view.user.click(screen.getByTitle('2'))
    await screen.findByText('person11')
    expect(search(view)).toBe('?page=2')
    const header = () => screen.getByRole('columnheader', { name: /Points/ })
    await view.user.click(header())
    await waitFor(() => expect(header().getAttribute('aria-sort')).toBe('ascending'))
    expect(search(view)).toBe('?sort=walletBalance')
    await view.user.click(header())
    await waitFor(() => expect(requests.at(-1)).toEqual({ page: 1, size: 10, sort: 'walletBalance', order: 'desc' }))
  })
})

describe('the search of a table', () => {
  it('is debounced and renders no row before the request', async () => {
    const { source, requests } = people(30)
    const render = vi.fn((row: Row) => row.name)
    const view = await show(source, { columns: [{ key: 'name', title: 'UserName', render }] })
    await screen.findByText('person1')
    const drawn = render.mock.calls.length
    // Fake timers: on a busy machine keystrokes could be further apart than the debounce.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    for (const value of ['p', 'per', 'person', 'person30']) {
      await act(async () => fireEvent.change(screen.getByRole('searchbox'), { target: { value } }))
      await act(async () => vi.advanceTimersByTime(100))
    }
    expect(search(view)).toBe('?q=person30')
    expect(render).toHaveBeenCalledTimes(drawn)
    await act(async () => vi.advanceTimersByTime(300))
    vi.useRealTimers()
    await waitFor(() => expect(screen.queryByText('person1')).toBeNull())
    expect(requests.map(params => params.q)).toEqual([undefined, 'person30'])
  })

  it('waits for an input method to finish composing', async () => {
    const { source, requests } = people(3)
    await show(source)
    await screen.findByText('person1')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const field = screen.getByRole('searchbox')
    const type = async (value: string) => {
      await act(async () => fireEvent.change(field, { target: { value } }))
      await act(async () => vi.advanceTimersByTime(2_000))
    }
    await act(async () => fireEvent.compositionStart(field))
    for (const syllables of ['t', 'た', 'たな', 'たなか', '田中']) await type(syllables)
    expect(requests.map(params => params.q)).toEqual([undefined])
    await act(async () => fireEvent.compositionEnd(field, { data: '田中' }))
    await act(async () => vi.advanceTimersByTime(2_000))
    vi.useRealTimers()
    await waitFor(() => expect(requests.map(params => params.q)).toEqual([undefined, '田中']))
  })

  const link: Column<Row>[] = [{ key: 'name', title: 'UserName', render: row => <Link to="/person">{row.name}</Link> }]
  const open = () => {
    const { source } = people(30)
    let arrive: () => void = () => undefined
    const loading = new Promise<void>(resolve => (arrive = resolve))
    const routes = pageRoutes({ '/person': () => loading.then(() => ({ default: () => <h1>a person</h1> })) })
    return { arrive: () => arrive(), view: show(source, { columns: link, routes }) }
  }

  it('does not navigate back when a page was opened during the debounce', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { arrive, view: rendering } = open()
    const view = await rendering
    await screen.findByText('person1')
    // At once: on a busy machine typing key by key outlasts the debounce.
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'person3' } })
    fireEvent.click(screen.getByRole('link', { name: 'person1' }))
    // The list stays mounted while the page loads, and the debounce elapses.
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(screen.getByText('person1')).toBeTruthy()
    arrive()
    await screen.findByText('a person')
    expect(view.router.state.location).toMatchObject({ pathname: '/person', search: '' })
  })

  it('is restored with Back', async () => {
    const { arrive, view: rendering } = open()
    const view = await rendering
    await screen.findByText('person1')
    await view.user.type(screen.getByRole('searchbox'), 'person3')
    arrive()
    await view.user.click(screen.getByRole('link', { name: 'person1' }))
    await screen.findByText('a person')
    await act(async () => view.router.navigate(-1))
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('person3'))
    expect(await screen.findByText('person30')).toBeTruthy()
    expect(search(view)).toBe('?q=person3')
  })

  it('is sent at once with Enter and follows Back', async () => {
    const { source, requests } = people(30)
    const view = await show(source)
    await screen.findByText('person1')
    await view.user.type(screen.getByRole('searchbox'), 'person30 {Enter}')
    await screen.findByText('person30')
    expect(requests.at(-1)?.q).toBe('person30')
    await act(async () => view.router.navigate(-1))
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''))
  })
})

describe('a table', () => {
  it('distinguishes an empty list from a filter without matches', async () => {
    const empty = 'No messages found.'
    await show(people(0).source, { empty })
    expect(await screen.findByText(empty)).toBeTruthy()
    cleanup()
    await show(people(5).source, { empty, url: '/list?q=zzz' })
    expect(await screen.findByText('Nothing matches these filters')).toBeTruthy()
    expect(screen.queryByText(empty)).toBeNull()
  })

  it('reports a lost connection at once and loads the rows when it is back', async () => {
    const { source } = people(3)
    onlineManager.setOnline(false)
    let reachable = false
    const offline = new ApiError({ status: 0, code: 'OFFLINE', message: 'You are offline.' })
    const load: typeof source.load = params => (reachable ? source.load(params) : Promise.reject(offline))
    await show({ ...source, load })
    expect(await screen.findByText('You are offline.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
    reachable = true
    act(() => onlineManager.setOnline(true))
    expect(await screen.findByText('person1')).toBeTruthy()
  })

  it('shows a failure with its request id and loads the rows on Retry', async () => {
    const { source } = people(3)
    let failures = 1
    const shaky: ListSource<Row> = {
      key: ['shaky'],
      load: params => {
        if (failures-- > 0) throw new ApiError({ status: 500, code: 'INTERNAL', message: 'Broken.', requestId: 'r-5' })
        return source.load(params)
      },
    }
    const view = await show(shaky)
    expect(await screen.findByText('Broken.')).toBeTruthy()
    expect(screen.getByText('Request id: r-5')).toBeTruthy()
    await view.user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('person1')).toBeTruthy()
  })
})

describe('a table', () => {
  it('stores hidden columns per user', async () => {
    signInAs({ _id: 'u1' })
    const view = await show(people(3).source)
    await screen.findByText('person1')
    await view.user.click(screen.getByRole('button', { name: 'Columns' }))
    await view.user.click(await screen.findByRole('checkbox', { name: 'Points' }))
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: /Points/ })).toBeNull())
    expect(JSON.parse(localStorage.getItem('cascade.table.u1.people') ?? '{}')).toMatchObject({ hidden: ['points'] })
  })

  it('omits the search box when search is false', async () => {
    await show(people(1).source, { search: false })
    await screen.findByText('person1')
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  it('closes the column settings with Escape and restores the focus', async () => {
    const view = await show(people(1).source)
    const button = await screen.findByRole('button', { name: 'Columns' })
    await view.user.click(button)
    await view.user.click(await screen.findByRole('checkbox', { name: 'Points' }))
    await view.user.keyboard('{Escape}')
    await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'))
    expect(document.activeElement).toBe(button)
  })

  it('makes overflowing rows reachable by keyboard', async () => {
    const width = vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(900)
    await show(people(1).source, { title: 'People' })
    await screen.findByText('person1')
    const scroller = () => document.querySelector('.kit-body')
    expect(scroller()?.getAttribute('tabindex')).toBe('0')
    cleanup()
    width.mockReturnValue(0)
    await show(people(1).source, { title: 'People' })
    await screen.findByText('person1')
    expect(scroller()?.hasAttribute('tabindex')).toBe(false)
    width.mockRestore()
  })
})

describe('a key in the rows', () => {
  it('moves through rows, opens the focused one, and leaves a letter after g to navigation', async () => {
    const { source } = people(3)
    const chosen: string[] = []
    const linked: Column<Row>[] = [
      {
        key: 'name',
        title: 'UserName',
        render: row => (
          <button type="button" aria-keyshortcuts="t" onClick={() => chosen.push(row.name)}>
            {row.name}
          </button>
        ),
      },
    ]
    const { user } = await show(source, { columns: linked })
    await screen.findByText('person1')
    await user.click(screen.getByRole('searchbox'))
    await user.keyboard('{ArrowDown}jj')
    expect(document.activeElement?.textContent).toBe('person3')
    await user.keyboard('kt')
    expect(chosen).toEqual(['person2'])
    await user.keyboard('gt')
    expect(chosen).toEqual(['person2'])
    await user.keyboard('{Enter}')
    expect(chosen).toEqual(['person2', 'person2'])
  })
})
