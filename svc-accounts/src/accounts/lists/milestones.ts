import type { Role } from '@cascade/contracts'
import type { Collection } from 'mongodb'
import type { StoredAccount } from '../account-store'
import type { OrderField } from '../account-writes'
import type { Range } from './counts'
import { compareKeys, keyOfStored } from './levels'

/** Unique ids are drawn at random: those that begin so are one in `apart` of all accounts. */
const sampledIds = { $gte: 'AA', $lt: 'AS' }
export const apart = 64

const youngMs = 30_000
const oldestMs = 10 * 60_000
const readWithinMs = 10_000

type Key = OrderField | 'usernameKey' | 'nameKey' | 'lastNameKey'
/** What lists are chosen and ordered by. */
const fields = {
  role: 1,
  parentId: 1,
  ancestry: 1,
  active: 1,
  deleted: 1,
  createdAt: 1,
  usernameKey: 1,
  usernameOrder: 1,
  nameKey: 1,
  lastNameKey: 1,
  uniqueId: 1,
  email: 1,
  phone: 1,
  cityKey: 1,
  commissionBp: 1,
  isLoggedIn: 1,
  lastLogin: 1,
}
export type Sampled = Pick<StoredAccount, '_id' | keyof typeof fields>

export type MilestoneStore = ReturnType<typeof createMilestones>

/** Keys of some accounts in their order, for one role or for all. */
export type Milestones = {
  /** About how many accounts there are. */
  size: number
  keysOf: (key: Key, role?: Role) => readonly string[]
  /** The accounts themselves, deleted ones too, by a field and then by id, rising. */
  sortedBy: (field: keyof Sampled) => readonly Sampled[]
}

/**
 * A random sample of all accounts, by which long lists are cut into short stretches: between two milestones stand 64
 * accounts on average. They say what is read together, never what is answered, so that they may be old, and may name
 * accounts that are gone. A process keeps them in memory: about 16,000 for a million accounts.
 */
export function createMilestones(rows: Collection<StoredAccount>, now = () => performance.now()) {
  let known: { milestones: Milestones; at: number } | undefined
  let reading: Promise<Milestones> | undefined

  async function read(): Promise<Milestones> {
    const at = now()
    const found = rows.find({ uniqueId: sampledIds }, { batchSize: 20_000, maxTimeMS: readWithinMs })
    const milestones = milestonesOf(await found.project<Sampled>(fields).toArray())
    known = { milestones, at }
    return milestones
  }

  function renew(): Promise<Milestones> {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }

  // Beside an answer, to which it does not matter whether it succeeds.
  const renewBeside = () => void renew().catch(() => undefined)

  return {
    async current(): Promise<Milestones> {
      if (!known || now() - known.at > oldestMs) return renew()
      if (now() - known.at > youngMs) renewBeside()
      return known.milestones
    },
    /** Where far more accounts were found than the milestones had promised. */
    renewBeside,
  }
}

function milestonesOf(sample: readonly Sampled[]): Milestones {
  const sorted = new Map<string, readonly string[]>()
  const samples = new Map<string, readonly Sampled[]>()
  return {
    size: sample.length * apart,
    sortedBy(field) {
      const made = samples.get(field) ?? [...sample].sort(asStored(field))
      samples.set(field, made)
      return made
    },
    keysOf(key, role) {
      const name = `${key}|${role ?? ''}`
      const known = sorted.get(name)
      if (known) return known
      const keys = sample.filter(row => role === undefined || row.role === role).map(row => row[key])
      const made = [...new Set(keys)].sort(byCodePoint)
      sorted.set(name, made)
      return made
    },
  }
}

/** In the order of the database, which compares texts by their bytes: here some signs stand in another order. */
const asStored = (field: keyof Sampled) => (a: Sampled, b: Sampled) => {
  const [one, other] = [keyOfStored(a[field]), keyOfStored(b[field])]
  const areTexts = typeof one === 'string' && typeof other === 'string'
  const order = areTexts ? Buffer.compare(Buffer.from(one), Buffer.from(other)) : compareKeys(one, other)
  return order || compareKeys(a._id, b._id)
}

/** Those of some keys in order that cut a range into parts. */
export function within(keys: readonly string[], { $gt, $gte, $lt }: Range): readonly string[] {
  const from = $gt ?? $gte
  const low = from === undefined ? 0 : firstAt(keys, key => key > from)
  const high = $lt === undefined ? keys.length : firstAt(keys, key => key >= $lt)
  return keys.slice(low, Math.max(low, high))
}

function firstAt(keys: readonly string[], isThere: (key: string) => boolean): number {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isThere(keys[middle] as string)) high = middle
    else low = middle + 1
  }
  return low
}

const byCodePoint = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
