import type { ListPage, ListParams, ListSource } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'

/** The page that the address names; while another one loads, the old rows stay. */
export function useListQuery<Row, Page extends ListPage<Row>>(source: ListSource<Row, Page>, params: ListParams) {
  return useQuery<Page>({
    queryKey: [...source.key, params],
    queryFn: ({ signal }) => source.load(params, signal),
    placeholderData: (previous, query) =>
      (isSameList(query?.queryKey, source.key) ? previous : undefined) as typeof previous,
  })
}

/** Domain and endpoint, see `queryKeyOf`. */
const isSameList = (a: readonly unknown[] | undefined, b: readonly unknown[]) => a?.[0] === b[0] && a?.[1] === b[1]
