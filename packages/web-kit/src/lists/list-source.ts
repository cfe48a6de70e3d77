import type { AnswerOf, AnyEndpoint } from '@cascade/contracts'
import { call } from '../api/api-client'
import { ownKeyOf } from '../api/calls'
import type { ListParams } from './list-params'

export type ListPage<Row> = {
  rows: readonly Row[]
  total: number
  /** Sent with the next pages, they show the list as it was when this one was read. */
  until?: string | undefined
  /** Present when a search or filter looked through the newest `rows` of `of` rows only. */
  searched?: { rows: number; of: number } | undefined
}

/** A list that can be read page by page: what a table shows and an export walks through; a page may tell more. */
export type ListSource<Row, Page extends ListPage<Row> = ListPage<Row>> = {
  /** Begins the query key of every page, so that a mutation can invalidate them all. */
  key: readonly unknown[]
  load: (params: ListParams, signal?: AbortSignal) => Promise<Page>
}

type RowOf<E extends AnyEndpoint> = E['answer'] extends { _output: { data: readonly (infer Row)[] } } ? Row : never
/** A page as an endpoint made with `listOf` answers it, with all that it tells beside its rows. */
export type PageOf<E extends AnyEndpoint> = ListPage<RowOf<E>> & Omit<AnswerOf<E>, 'success' | 'message' | 'data'>
type Answer<Row> = { data: Row[]; total?: number } & Pick<ListPage<Row>, 'until' | 'searched'>
type Extra = { params?: Record<string, unknown>; query?: Record<string, unknown> }

/** The list of an endpoint made with `listOf`. `extra` is sent with every page. */
export function listSource<E extends AnyEndpoint>(endpoint: E, extra: Extra = {}): ListSource<RowOf<E>, PageOf<E>> {
  return {
    key: ownKeyOf(endpoint, extra),
    load: async (params, signal) => {
      const input = { params: extra.params, query: { ...extra.query, ...params }, signal }
      const { data, ...meta } = (await call(endpoint as AnyEndpoint, input)) as Answer<RowOf<E>>
      const page: ListPage<RowOf<E>> = { ...meta, rows: data, total: meta.total ?? data.length }
      return page as PageOf<E>
    },
  }
}

/** One page of a list as react-query keeps it: who asks with the same `params` gets the page that a table shows. */
export const pageQuery = <Row, Page extends ListPage<Row>>(source: ListSource<Row, Page>, params: ListParams) => ({
  queryKey: [...source.key, params],
  queryFn: ({ signal }: { signal: AbortSignal }) => source.load(params, signal),
})
