import type { ListParams, ListSource } from '@cascade/web-kit'
import { describe, expect, it } from 'vitest'
import { collectRows, exportRowsMax } from './collect-rows'

function numbers(total: number) {
  const requests: ListParams[] = []
  const source: ListSource<number> = {
    key: ['numbers'],
    load: async params => {
      requests.push(params)
      const first = (params.page - 1) * params.size
      const length = Math.max(0, Math.min(params.size, total - first))
      return { rows: Array.from({ length }, (_, index) => first + index), total }
    },
  }
  return { source, requests }
}

describe('collectRows', () => {
  it('collects every row of the filter page by page and reports progress', async () => {
    const { source, requests } = numbers(1203)
    const progress: number[] = []
    const params = { page: 7, size: 10, q: 'ab' }
    const { rows } = await collectRows(source, params, new AbortController().signal, loaded => progress.push(loaded))
    expect(rows).toHaveLength(1203)
    expect(new Set(rows).size).toBe(1203)
    expect(progress).toEqual([500, 1000, 1203])
    expect(requests).toEqual([1, 2, 3].map(page => ({ page, size: 500, q: 'ab' })))
  })

  it('stops when it is cancelled', async () => {
    const { source, requests } = numbers(5000)
    const controller = new AbortController()
    const cancelled = collectRows(source, { page: 1, size: 10 }, controller.signal, () => controller.abort())
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' })
    expect(requests.length).toBeLessThanOrEqual(2)
  })

  it('collects a growing list as of the first page', async () => {
    const { source, requests } = numbers(1203)
    const growing: ListSource<number> = {
      ...source,
      load: async params => ({ ...(await source.load(params)), until: params.until ? String(params.until) : 'row-9' }),
    }
    const { rows, cut } = await collectRows(
      growing,
      { page: 1, size: 10 },
      new AbortController().signal,
      () => undefined,
    )
    expect([rows.length, cut]).toEqual([1203, undefined])
    expect(requests.map(({ until }) => until)).toEqual([undefined, 'row-9', 'row-9'])
  })

  it('reports a partial search and stops at the row limit', async () => {
    const run = async (total: number, searched?: { rows: number; of: number }) => {
      const { source } = numbers(total)
      const partly = { ...source, load: async (params: ListParams) => ({ ...(await source.load(params)), searched }) }
      return collectRows(partly, { page: 1, size: 10 }, new AbortController().signal, () => undefined)
    }
    expect((await run(3, { rows: 50_000, of: 81_000 })).cut).toEqual({ rows: 50_000, of: 81_000 })
    expect((await run(300_000)).cut).toEqual({ rows: exportRowsMax, of: 300_000 })
  })
})
