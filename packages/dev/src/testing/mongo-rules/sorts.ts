import type { Document } from 'mongodb'
import { nameOf, type Upstream } from './wire'

const isEquality = (value: unknown) => {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return true
  return Object.keys(value).every(key => !key.startsWith('$') || key === '$eq' || key === '$in')
}

/** An index provides a sort order after the fields with equality conditions, in one direction. */
function isSorted({ filter = {}, sort }: Document, index: Document): boolean {
  const isFree = ([field]: [string, unknown]) => !(field in filter && isEquality(filter[field]))
  const sortFields = Object.entries(sort as Document).filter(isFree)
  const indexFields = Object.entries(index).filter(isFree)
  const turn = Math.sign(Number(sortFields[0]?.[1] ?? 1) * Number(indexFields[0]?.[1] ?? 1))
  return sortFields.every(
    ([field, direction], at) =>
      indexFields[at]?.[0] === field && Number(indexFields[at]?.[1]) * turn === Number(direction),
  )
}

/** Reports each sorted find that no index serves, except of `small` collections. */
export function createSortCheck(upstream: Upstream, report: (violation: string) => void, small: readonly string[]) {
  const indexes = new Map<string, Promise<Document[]>>()
  const checks = new Set<Promise<void>>()

  async function check({ $db, find, filter = {}, sort }: Document) {
    const place = `${$db}.${find}`
    const read = () =>
      upstream.command({ listIndexes: find, $db }).then(
        ({ cursor }) => cursor.firstBatch,
        () => [],
      )
    const lookup = indexes.get(place) ?? read()
    indexes.set(place, lookup)
    if ((await lookup).some(({ key }: Document) => isSorted({ filter, sort }, key))) return
    report(`find in ${find} sorts without an index: ${JSON.stringify([Object.keys(filter), sort])}`)
  }

  return {
    watch(document: Document): void {
      const name = nameOf(document)
      if (name === 'createIndexes' || name === 'dropIndexes') indexes.delete(`${document.$db}.${document[name]}`)
      if (name === 'find' && nameOf(document.sort ?? {}) && !small.includes(document.find)) checks.add(check(document))
    },
    done: async (): Promise<void> => void (await Promise.all(checks)),
  }
}
