import { savedViewsMax } from '@cascade/contracts/accounts'
import { AppError, type CollectionSpec, conflict, isDuplicateKey, notFound, sleep } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

export const savedViewCollections: readonly CollectionSpec[] = [{ name: 'views', indexes: [] }]

const attemptsMax = 10
const pauseMsMax = 10

export function createSavedViewStore(db: Db) {
  const rows: Collection<SavedViews> = db.collection('views')

  async function save(before: SavedViews, after: SavedViews): Promise<boolean> {
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
    /** Omits accounts without views. */
    async findMany(accountIds: readonly string[]): Promise<SavedViews[]> {
      return rows.find({ _id: { $in: [...accountIds] } }).toArray()
    },
    /** Retries `decide` after a concurrent change. @throws AppError CONFLICT after ten attempts, and errors of `decide` */
    async change(accountId: string, decide: (saved: SavedViews) => SavedViews): Promise<SavedViews> {
      for (let count = 1; count <= attemptsMax; count++) {
        const before = (await rows.findOne({ _id: accountId })) ?? emptyViews(accountId)
        const after = decide(before)
        if (await save(before, after)) return after
        await sleep(Math.random() * pauseMsMax * count)
      }
      throw conflict('The views have just changed. Please try again.')
    },
  }
}

export type StoredView = { id: string; list: string; name: string; search: string; shared: boolean }

/** All views of one account, in one bounded document. */
export type SavedViews = {
  _id: string
  views: readonly StoredView[]
  /** Default view per list: own or shared by an ancestor. */
  defaults: readonly { list: string; viewId: string }[]
  version: number
}

type Rest = Pick<StoredView, 'name' | 'search' | 'shared'>

export const emptyViews = (accountId: string): SavedViews => ({ _id: accountId, views: [], defaults: [], version: 0 })

/** @throws AppError CONFLICT for a duplicate name, UNPROCESSABLE beyond the limit */
export function addView(saved: SavedViews, view: StoredView): SavedViews {
  requireFreeName(saved, view)
  if (saved.views.length >= savedViewsMax) {
    throw new AppError('UNPROCESSABLE', `Nobody keeps more than ${savedViewsMax} views. Please remove one first.`)
  }
  return { ...saved, views: [...saved.views, view] }
}

/** @throws AppError NOT_FOUND unless it is an own view, CONFLICT for a duplicate name */
export function changeView(saved: SavedViews, id: string, rest: Rest): SavedViews {
  const changed = { ...ownView(saved, id), ...rest }
  requireFreeName(saved, changed)
  return { ...saved, views: saved.views.map(view => (view.id === id ? changed : view)) }
}

/** @throws AppError NOT_FOUND */
export function removeView(saved: SavedViews, id: string): SavedViews {
  ownView(saved, id)
  const defaults = saved.defaults.filter(({ viewId }) => viewId !== id)
  return { ...saved, views: saved.views.filter(view => view.id !== id), defaults }
}

/** @param id of a visible view; null for no default */
export function setDefaultView(saved: SavedViews, list: string, id: string | null): SavedViews {
  const others = saved.defaults.filter(each => each.list !== list)
  return { ...saved, defaults: id === null ? others : [...others, { list, viewId: id }] }
}

export function ownView({ views }: SavedViews, id: string): StoredView {
  const view = views.find(each => each.id === id)
  if (!view) throw notFound()
  return view
}

function requireFreeName({ views }: SavedViews, { id, list, name }: StoredView) {
  const isUsed = views.some(view => view.id !== id && view.list === list && view.name === name)
  if (isUsed) throw conflict('You have a view of this name.')
}
