import type { AnyEndpoint } from '@cascade/contracts'
import { call } from '../api/api-client'
import { queryKeyOf } from '../api/query-key'
import type { ListParams } from './list-params'

export type ListPage<Row> = { rows: readonly Row[]; total: number }

/** A list that can be read page by page: what a table shows and an export walks through. */
export type ListSource<Row> = {
  /** Begins the query key of every page, so that a mutation can invalidate them all. */
  key: readonly unknown[]
  load: (params: ListParams, signal?: AbortSignal) => Promise<ListPage<Row>>
}

type RowOf<E extends AnyEndpoint> = E['answer'] extends { _output: { data: readonly (infer Row)[] } } ? Row : never
type Extra = { params?: Record<string, unknown>; query?: Record<string, unknown> }

/** The list of an endpoint made with `listOf`. `extra` is sent with every page. */
export function listSource<E extends AnyEndpoint>(endpoint: E, extra: Extra = {}): ListSource<RowOf<E>> {
  return {
    key: queryKeyOf(endpoint, extra),
    load: async (params, signal) => {
      const input = { params: extra.params, query: { ...extra.query, ...params }, signal }
      const answer = (await call(endpoint as AnyEndpoint, input)) as { data: RowOf<E>[]; total?: number }
      return { rows: answer.data, total: answer.total ?? answer.data.length }
    },
  }
}
