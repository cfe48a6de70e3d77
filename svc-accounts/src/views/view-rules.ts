import { viewsPerPerson } from '@cascade/contracts/accounts'
import { AppError, conflict, notFound } from '@cascade/service-kit'

export type KeptView = { id: string; list: string; name: string; search: string; shared: boolean }

/** All that one person keeps, in one document: bounded, and changed as a whole. */
export type KeptViews = {
  /** The account whose they are. */
  _id: string
  views: readonly KeptView[]
  /** The view that a list opens with: own, or shared by somebody above. */
  defaults: readonly { list: string; viewId: string }[]
  version: number
}

type Rest = Pick<KeptView, 'name' | 'search' | 'shared'>

export const noViews = (accountId: string): KeptViews => ({ _id: accountId, views: [], defaults: [], version: 0 })

/** @throws AppError CONFLICT for a name that the list has, UNPROCESSABLE when there are too many */
export function addView(kept: KeptViews, view: KeptView): KeptViews {
  requireFreeName(kept, view)
  if (kept.views.length >= viewsPerPerson) {
    throw new AppError('UNPROCESSABLE', `Nobody keeps more than ${viewsPerPerson} views. Please remove one first.`)
  }
  return { ...kept, views: [...kept.views, view] }
}

/** @throws AppError NOT_FOUND for one that is somebody else's or nobody's, CONFLICT for a name that the list has */
export function changeView(kept: KeptViews, id: string, rest: Rest): KeptViews {
  const changed = { ...ownView(kept, id), ...rest }
  requireFreeName(kept, changed)
  return { ...kept, views: kept.views.map(view => (view.id === id ? changed : view)) }
}

/** @throws AppError NOT_FOUND */
export function removeView(kept: KeptViews, id: string): KeptViews {
  ownView(kept, id)
  const defaults = kept.defaults.filter(({ viewId }) => viewId !== id)
  return { ...kept, views: kept.views.filter(view => view.id !== id), defaults }
}

/** @param id of a view that the person sees; null opens the list as it is */
export function openWith(kept: KeptViews, list: string, id: string | null): KeptViews {
  const others = kept.defaults.filter(each => each.list !== list)
  return { ...kept, defaults: id === null ? others : [...others, { list, viewId: id }] }
}

export function ownView({ views }: KeptViews, id: string): KeptView {
  const view = views.find(each => each.id === id)
  if (!view) throw notFound()
  return view
}

function requireFreeName({ views }: KeptViews, { id, list, name }: KeptView) {
  const taken = views.some(view => view.id !== id && view.list === list && view.name === name)
  if (taken) throw conflict('You have a view of this name.')
}
