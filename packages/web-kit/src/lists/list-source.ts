import type { AnyEndpoint, ResponseOf } from '@cascade/contracts'
import { call } from '../api/api-client'
import { ownKeyOf } from '../api/calls'
import { refetchAfterFailureMs } from '../api/query-client'
import type { ListParams } from './list-params'

export type ListPage<Row> = {
  rows: readonly Row[]
  total: number
  /** Cursor for the next pages: they show the list as it was when this page was read. */
  until?: string | undefined
  /** Present when search or filter covered only the newest `rows` of `of` rows. */
  searched?: { rows: number; of: number } | undefined
}

/** A paged list for tables and exports; a page may carry more than its rows. */
export type ListSource<Row, Page extends ListPage<Row> = ListPage<Row>> = {
  key: readonly unknown[]
  /** Reads the visible page again after so many milliseconds, for rows that others change. */
  refetchMs?: number
  load: (params: ListParams, signal?: AbortSignal) => Promise<Page>
}

type RowOf<E extends AnyEndpoint> = E['response'] extends { _output: { data: readonly (infer Row)[] } } ? Row : never
/** Page of an endpoint created with `listResponseOf`, with everything in the response but its rows. */
export type PageOf<E extends AnyEndpoint> = ListPage<RowOf<E>> & Omit<ResponseOf<E>, 'success' | 'message' | 'data'>
type Answer<Row> = { data: Row[]; total?: number } & Pick<ListPage<Row>, 'until' | 'searched'>
type Extra = { params?: Record<string, unknown>; query?: Record<string, unknown> }

/**
 * List source of an endpoint created with `listResponseOf`. `extra` is sent with every page.
 * @example
 * <DataTable source={listSource(accountApi.player.list)} list={useListState({ sort: 'createdAt' })} … />
 */
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

/** Query options of one page; the same `params` share the cached page of the table. */
export const pageQuery = <Row, Page extends ListPage<Row>>(source: ListSource<Row, Page>, params: ListParams) => ({
  queryKey: [...source.key, params],
  queryFn: ({ signal }: { signal: AbortSignal }) => source.load(params, signal),
  ...(source.refetchMs !== undefined && {
    refetchInterval: (query: Parameters<typeof refetchAfterFailureMs>[0]) =>
      refetchAfterFailureMs(query) || (source.refetchMs ?? false),
  }),
})
