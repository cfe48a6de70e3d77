import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { PublicJwk, type SeedChain } from '@cascade/contracts/live'
import { commitmentOf, daySeedBefore, seedOf } from '@cascade/draw-rules/draw'
import { type RecordSigner, signerOf } from '@cascade/draw-rules/record'
import { addDays, businessDay } from '@cascade/service-kit'
import { z } from 'zod'
import type { DrawStore } from '../records/draw-store'
import type { PublishedChain } from '../records/record-store'

type Chain = DayChains[number]
/** Draws of yesterday, today and tomorrow at most, unless some wait for an outage to end. */
const daysInMemory = 4

const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const decodeTip = ({ tip }: Chain) => new Uint8Array(Buffer.from(tip, 'base64url'))
const lastDayOf = ({ firstDay, days }: Pick<Chain, 'firstDay' | 'days'>) => addDays(firstDay, days - 1)

export type Seeds = ReturnType<typeof createSeeds>

/**
 * Seeds of draws: each day has a seed of its own, which is read when the first draw of the day needs it and forgotten
 * some days later. From a day's seed those of the days before follow, and none of a day to come. A draw's seed leaves
 * this process only within its record, that of a day only when its draws are over; neither ever a log.
 * @param readChains reads the file of the chains anew; nothing of it is kept
 */
export function createSeeds(readChains: () => DayChains, zone: string) {
  const daySeeds = new Map<string, Uint8Array>()
  const published = readChains().map((chain): PublishedChain => {
    const { kid, firstDay, days } = chain
    return { kid, firstDay, days, anchor: toHex(daySeedBefore(decodeTip(chain), days)) }
  })

  const chainAt = (day: string) => published.findLast(chain => chain.firstDay <= day && day <= lastDayOf(chain))

  function loadDaySeed(keyId: string): Uint8Array | undefined {
    const cached = daySeeds.get(keyId)
    if (cached) return cached
    const [, kid, day = ''] = /^(.+)\.(\d{4}-\d{2}-\d{2})$/.exec(keyId) ?? []
    const chain = readChains().find(each => each.kid === kid)
    if (!chain || day < chain.firstDay || day > lastDayOf(chain)) return undefined
    const seed = daySeedBefore(decodeTip(chain), daysBetween(day, lastDayOf(chain)))
    daySeeds.set(keyId, seed)
    for (const [oldest] of daySeeds) {
      if (daySeeds.size <= daysInMemory) break
      daySeeds.delete(oldest)
    }
    return seed
  }

  function seed(drawId: string, keyId: string): Uint8Array {
    const secret = loadDaySeed(keyId)
    if (!secret) throw new Error(`The seed ${keyId}, under which draw ${drawId} was opened, is not configured.`)
    return seedOf(secret, drawId)
  }

  /** Under which day of which chain a draw opens; undefined when the chains are used up. */
  function findKeyId(drawAtMs: number): string | undefined {
    const day = businessDay(new Date(drawAtMs), zone)
    const chain = chainAt(day)
    return chain && `${chain.kid}.${day}`
  }

  return {
    published,
    findKeyId,

    /** As `findKeyId`. @throws Error when the chains are used up: no draw can open then */
    keyIdAt(drawAtMs: number): string {
      const keyId = findKeyId(drawAtMs)
      if (!keyId) throw new Error('LIVE_DAY_SEEDS_FILE has no seed for a draw of this day.')
      return keyId
    },

    /** Days after `nowMs` for which there are seeds; negative when they are used up. */
    daysLeft: (nowMs: number) =>
      daysBetween(businessDay(new Date(nowMs), zone), published.map(lastDayOf).sort().at(-1) ?? ''),

    /** Whether a draw that opened under this name can be drawn. */
    has: (keyId: string) => loadDaySeed(keyId) !== undefined,

    /** @returns hex. @throws Error when its chain is not configured any more. */
    reveal: (drawId: string, keyId: string) => toHex(seed(drawId, keyId)),

    /** SHA-256 of the seed, hex: may be shown at any time. @throws Error as `reveal`. */
    commitment: (drawId: string, keyId: string) => toHex(commitmentOf(seed(drawId, keyId))),

    /** The newest day of a chain up to `day`, with its seed: for days whose draws are over. */
    revealUpTo({ kid, firstDay, days }: PublishedChain, day: string): { day: string; seed: string } | null {
      if (day < firstDay) return null
      const last = lastDayOf({ firstDay, days })
      const newest = day < last ? day : last
      const secret = loadDaySeed(`${kid}.${newest}`)
      return secret ? { day: newest, seed: toHex(secret) } : null
    },
  }
}

const dayMs = 86_400_000
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/** Draws without a bet are drawn within this time or left out. */
const idleDrawLateMs = 5 * 60_000
/** Whoever asks has what was true a moment ago: anybody may ask, as often as they like. */
const cacheMs = 30_000

type Deps = { draws: Pick<DrawStore, 'listOpen'>; clock: { now: () => number }; seeds: Seeds; zone: string }

/** Chains of day seeds as anybody may see them: each with the newest seed of a day of which every draw is drawn. */
export function createPublicChains({ draws, clock, seeds, zone }: Deps) {
  let cached: { chains: Promise<SeedChain[]>; atMs: number } | undefined

  async function read(): Promise<SeedChain[]> {
    const [oldest] = await draws.listOpen()
    const openMs = Math.min(oldest?.drawAt.getTime() ?? Number.POSITIVE_INFINITY, clock.now() - idleDrawLateMs)
    const lastDay = addDays(businessDay(new Date(openMs), zone), -1)
    return seeds.published.map(chain => ({ ...chain, zone, revealed: seeds.revealUpTo(chain, lastDay) }))
  }

  return (): Promise<SeedChain[]> => {
    const atMs = performance.now()
    if (cached && atMs - cached.atMs < cacheMs) return cached.chains
    const chains = read()
    cached = { chains, atMs }
    chains.catch(() => {
      cached = undefined
    })
    return chains
  }
}

/**
 * Signs records with the platform's Ed25519, which is many times faster than one in JavaScript and gives the same bytes.
 * @throws RangeError when the two halves of the key do not belong together.
 */
export function createSigner(key: RecordKey): RecordSigner {
  signerOf(key)
  const { kid: _kid, ...jwk } = key
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
  return { key: PublicJwk.parse(key), sign: message => new Uint8Array(sign(null, message, privateKey)) }
}

/** Reads the chains of day seeds. @throws Error, without a word of what the file holds, when it is not what it must be */
export function readDayChains(file: string): DayChains {
  const parsed = DayChains.safeParse(parseJsonFile(file))
  if (parsed.success) return parsed.data
  const [fault] = parsed.error.issues
  throw new Error(`LIVE_DAY_SEEDS_FILE: ${fault?.path.join('.')} ${fault?.message}`)
}

function parseJsonFile(file: string): unknown {
  const text = readFileSync(file, 'utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('LIVE_DAY_SEEDS_FILE is not JSON.')
  }
}

const KeyId = z.string().regex(/^[A-Za-z0-9._-]{1,50}$/)
const Base64Url = z.string().regex(/^[A-Za-z0-9_-]+$/)

/** Chains of day seeds, oldest first. `tip` is the seed of the last day, 32 random bytes: all others follow from it. */
export const DayChains = z
  .array(
    z.strictObject({
      kid: KeyId,
      firstDay: z.iso.date(),
      days: z.number().int().min(1).max(40_000),
      tip: Base64Url.length(43, 'needs 32 bytes'),
    }),
  )
  .min(1)
  .max(20)
export type DayChains = z.infer<typeof DayChains>

/** The private Ed25519 key that records are signed with. */
export const RecordKey = PublicJwk.extend({ d: Base64Url.length(43) })
export type RecordKey = z.infer<typeof RecordKey>
