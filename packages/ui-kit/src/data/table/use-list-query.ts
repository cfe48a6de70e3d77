import type { ListPage, ListParams, ListSource } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'

/** The page that the address names; while another one loads, the old rows stay. */
export function useListQuery<Row>(source: ListSource<Row>, params: ListParams) {
  return useQuery<ListPage<Row>>({
    queryKey: [...source.key, params],
    queryFn: ({ signal }) => source.load(params, signal),
    placeholderData: (previous, query) => (query?.queryKey[0] === source.key[0] ? previous : undefined),
  })
}
