import type { Paper } from '@cascade/files'
import { type ListParams, type ListSource, useListState } from '@cascade/web-kit'
import { signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PageHeader } from '../../layout/page'
import { renderApp } from '../../testing'
import type { Column } from '../table/columns'
import { DataTable } from '../table/data-table'

type Row = { name: string; points: number }
const columns: Column<Row>[] = [
  { key: 'name', title: 'UserName', value: row => row.name },
  { key: 'points', title: 'Points', value: row => row.points, kind: 'points' },
]
const noFilters = { status: '' }

let papers: Paper[] = []
class FakeWorker {
  onmessage: ((event: { data: ArrayBuffer }) => void) | undefined
  terminate() {}
  postMessage(paper: Paper) {
    papers.push(paper)
    queueMicrotask(() => this.onmessage?.({ data: new ArrayBuffer(1) }))
  }
}
beforeEach(() => {
  papers = []
  vi.stubGlobal('Worker', FakeWorker)
  // A download would navigate the test page.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
})
afterEach(() => vi.unstubAllGlobals())

async function show(total: number, url = '/list') {
  signInAs()
  const requests: ListParams[] = []
  const source: ListSource<Row> = {
    key: ['people'],
    load: async params => {
      requests.push(params)
      const all = Array.from({ length: total }, (_, at) => ({ name: `person${at + 1}`, points: at / 4 }))
      return { rows: all.slice((params.page - 1) * params.size, params.page * params.size), total }
    },
  }
  const Page = () => {
    const list = useListState({ filters: noFilters })
    return (
      <>
        <PageHeader title="Statement of asha" tab={['asha', 'Statement']} />
        <DataTable
          id="people"
          columns={columns}
          rowKey={row => row.name}
          source={source}
          list={list}
          onPaper={({ rows }) => ({
            facts: [
              ['Status', list.filters.status],
              ['From', ''],
            ],
            figures: [['First', rows[0]?.name ?? '']],
          })}
        />
      </>
    )
  }
  const view = await renderApp([{ path: '/list', element: <Page /> }], url)
  await screen.findAllByText(/^person\d/)
  await view.user.click(screen.getByRole('button', { name: 'PDF' }))
  return { ...view, requests }
}

describe('a print', () => {
  it('contains all rows of the filter, with title, author and filters', async () => {
    await show(1203, '/list?page=2&q=per&status=active')
    await waitFor(() => expect(papers).toHaveLength(1))
    const [paper] = papers
    expect([paper?.title, paper?.about]).toEqual(['Statement', 'asha'])
    expect(paper?.tables[0]?.rows).toHaveLength(1203)
    expect(paper?.tables[0]?.rows[1]).toEqual(['2', 'person2', '0.25'])
    expect(paper?.tables[0]?.sums).toEqual(['Sum', '', '180,750.75'])
    expect(paper?.figures).toEqual([['First', 'person1']])
    const facts = new Map(paper?.facts)
    expect([...facts.keys()]).toEqual(['Status', 'Search', 'Rows', 'Printed by', 'Printed at', 'Times in'])
    expect(['Status', 'Search', 'Rows'].map(name => facts.get(name))).toEqual(['active', 'per', '1,203'])
    expect(facts.get('Printed by')).toMatch(/ \(Admin\)$/)
  })

  it('asks before thousands of rows are read and can print the current page only', async () => {
    const { requests, user } = await show(4812, '/list?page=2')
    await screen.findByText('This is 4,812 rows on about 101 pages.')
    expect(requests).toHaveLength(1)
    await user.click(screen.getByText('Only this page'))
    await waitFor(() => expect(papers).toHaveLength(1))
    const [paper] = papers
    expect(paper?.tables[0]?.rows.map(([number]) => number)).toEqual(
      Array.from({ length: 10 }, (_, at) => String(at + 11)),
    )
    expect(paper?.tables[0]?.sums?.[0]).toBe('Sum of this page')
    expect(new Map(paper?.facts).get('Rows')).toBe('10 of 4,812')
  })

  it('refuses to print more than ten thousand rows', async () => {
    await show(10_001)
    const all = await screen.findByRole('button', { name: 'Print all' })
    expect(all).toHaveProperty('disabled', true)
    expect(screen.getByText(/^No more than 10,000 rows are printed/)).toBeTruthy()
  })

  it('remembers the last paper format and uses it at once', async () => {
    const { user } = await show(3)
    await waitFor(() => expect(papers).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: 'Print or PDF' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Save as PDF on A4' }))
    await waitFor(() => expect(papers).toHaveLength(2))
    await user.click(screen.getByRole('button', { name: 'PDF' }))
    await waitFor(() => expect(papers.slice(1).map(({ format }) => format)).toEqual(['a4', 'a4']))
  })
})
