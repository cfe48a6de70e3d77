import type { Document } from 'mongodb'
import { nameOf } from './sessions'
import type { Upstream } from './wire'

type Key = [field: string, direction: number][]

const isEquality = (value: unknown) => {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return true
  const operators = Object.keys(value).filter(key => key.startsWith('$'))
  return operators.length === 0 || operators.every(operator => operator === '$eq' || operator === '$in')
}

/** Whether an index gives the order of a find: equalities first, then its sort in one direction. */
export function isSorted({ filter = {}, sort }: Document, index: Key): boolean {
  const equal = new Set(Object.keys(filter).filter(field => isEquality(filter[field])))
  const wanted = Object.entries(sort as Document).filter(([field]) => !equal.has(field))
  const start = index.findIndex(([field]) => !equal.has(field))
  if (wanted.length === 0) return start !== 0
  const turn = start < 0 ? 0 : Number(wanted[0]?.[1]) * (index[start]?.[1] ?? 0)
  const rest = start < 0 ? [] : index.slice(start).filter(([field]) => !equal.has(field))
  return wanted.every(
    ([field, direction], at) => rest[at]?.[0] === field && rest[at]?.[1] === Number(direction) * Math.sign(turn),
  )
}

/** Reports each sorted find that no index serves; its range comes after the sort, so that any index may do. */
export function createSortCheck(
  upstream: Upstream,
  report: (violation: string) => void,
  small: readonly string[] = [],
) {
  const indexes = new Map<string, Promise<Key[]>>()
  const checks = new Set<Promise<void>>()

  async function read($db: string, collection: string): Promise<Key[]> {
    const { cursor } = await upstream.command({ listIndexes: collection, $db })
    return (cursor.firstBatch as Document[]).map(({ key }) =>
      Object.entries(key as Document).map(([field, direction]) => [field, Number(direction)]),
    )
  }

  async function check(document: Document) {
    const place = `${document.$db}.${document.find}`
    const known = indexes.get(place) ?? read(document.$db, document.find)
    indexes.set(place, known)
    const keys = await known.catch(() => [])
    if (keys.some(key => isSorted(document, key))) return
    const fields = JSON.stringify([Object.keys(document.filter ?? {}), document.sort])
    report(`find in ${document.find} sorts without an index: ${fields}`)
  }

  return {
    watch(document: Document): void {
      const name = nameOf(document)
      if (name === 'createIndexes' || name === 'dropIndexes') indexes.delete(`${document.$db}.${document[name]}`)
      if (name !== 'find' || small.includes(document.find) || Object.keys(document.sort ?? {}).length === 0) return
      const own = check(document).finally(() => checks.delete(own))
      checks.add(own)
    },
    done: async (): Promise<void> => void (await Promise.all(checks)),
  }
}
