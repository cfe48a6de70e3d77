import { type SavedView, savedViewApi } from '@cascade/contracts/accounts'
import { localStore, readQuery, serverNow, useChange, useSession } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'

/** One query for all tables: own views of all lists and those shared from above. */
const viewsQuery = () => ({ ...readQuery(savedViewApi.list), staleTime: 60_000 })

export type Views = {
  present: readonly SavedView[] | undefined
  error: Error | null
  opening: Opening | undefined
  retry: () => void
}

/**
 * Views of one list. The default view is stored in this browser, so that no list waits for it; the server is queried
 * when the views are shown or the stored copy is old.
 */
export function useViews(list: string, isRequested: boolean): Views {
  const userId = useSession(state => state.user?._id)
  const [stored] = useState(() => readOpenings(userId))
  const query = useQuery({
    ...viewsQuery(),
    enabled: userId !== undefined && (isRequested || !stored.isFresh),
  })
  const { data } = query
  useEffect(() => {
    if (userId !== undefined && data) writeOpenings(userId, toOpenings(data))
  }, [userId, data])
  const opening = (data ? toOpenings(data) : stored.openings).find(each => each.list === list)
  const present = useMemo(() => data?.filter(view => view.list === list), [data, list])
  return { present, error: query.error, opening, retry: () => void query.refetch() }
}

/** Mutations of views; they refetch afterwards and throw what the server responds. */
export function useViewCommands(list: string) {
  const refresh = { refresh: [savedViewApi.list] }
  const create = useChange(savedViewApi.create, refresh)
  const change = useChange(savedViewApi.change, refresh)
  const remove = useChange(savedViewApi.remove, refresh)
  const open = useChange(savedViewApi.open, refresh)
  return {
    create: (name: string, search: string) => create.mutateAsync({ body: { list, name, search, shared: false } }),
    change: ({ _id, name, search, shared }: SavedView) =>
      change.mutateAsync({ params: { viewId: _id }, body: { name, search, shared } }),
    remove: ({ _id }: SavedView) => remove.mutateAsync({ params: { viewId: _id } }),
    openWith: (viewId: string | null) => open.mutateAsync({ params: { list }, body: { viewId } }),
  }
}

type Opening = { list: string; search: string }
type StoredViewUsage = { at: number; openings: readonly Opening[] }

/** The view may have changed elsewhere. */
const freshMsMax = 60 * 60_000

const keyOf = (userId: string) => `cascade.views.${userId}`

const toOpenings = (views: readonly SavedView[]): Opening[] =>
  views.filter(view => view.isDefault).map(({ list, search }) => ({ list, search }))

function readOpenings(userId: string | undefined): { openings: readonly Opening[]; isFresh: boolean } {
  try {
    const { at, openings } = JSON.parse(localStore.getItem(keyOf(userId ?? '')) ?? '') as StoredViewUsage
    return { openings, isFresh: serverNow() - at < freshMsMax }
  } catch {
    return { openings: [], isFresh: false }
  }
}

function writeOpenings(userId: string, openings: readonly Opening[]): void {
  localStore.setItem(keyOf(userId), JSON.stringify({ at: serverNow(), openings } satisfies StoredViewUsage))
}
