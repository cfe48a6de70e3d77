import { viewsPerPerson } from '@cascade/contracts/accounts'
import { AppError, type CollectionPlan, conflict, isDuplicateKey, notFound, sleep } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

export const viewPlans: readonly CollectionPlan[] = [{ name: 'views', indexes: [] }]

const attempts = 10
/** Full jitter: spreads the retries of two tabs. */
const longestPauseMs = 10

export function createViewStore(db: Db) {
  const rows: Collection<KeptViews> = db.collection('views')

  async function save(before: KeptViews, after: KeptViews): Promise<boolean> {
    const next = { ...after, version: before.version + 1 }
    if (before.version > 0) {
      return (await rows.replaceOne({ _id: before._id, version: before.version }, next)).matchedCount === 1
    }
    try {
      await rows.insertOne(next)
      return true
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
  }

  return {
    /** What each of these accounts keeps; those that keep nothing are left out. */
    async findMany(accountIds: readonly string[]): Promise<KeptViews[]> {
      return rows.find({ _id: { $in: [...accountIds] } }).toArray()
    },
    /** Decides again when another tab was faster. @throws AppError CONFLICT when it is so each time, and what `decide` throws */
    async change(accountId: string, decide: (kept: KeptViews) => KeptViews): Promise<KeptViews> {
      for (let count = 1; count <= attempts; count++) {
        const before = (await rows.findOne({ _id: accountId })) ?? noViews(accountId)
        const after = decide(before)
        if (await save(before, after)) return after
        await sleep(Math.random() * longestPauseMs * count)
      }
      throw conflict('The views have just changed. Please try again.')
    },
  }
}

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
