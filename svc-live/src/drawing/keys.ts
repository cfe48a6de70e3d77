import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { PublicJwk, type SeedChain } from '@cascade/contracts/live'
import { commitmentOf, daySeedBefore, deriveSeed } from '@cascade/draw-rules/draw'
import { createRecordSigner, type RecordSigner } from '@cascade/draw-rules/record'
import { addDays, businessDay } from '@cascade/service-kit'
import { z } from 'zod'
import type { DrawStore } from '../records/draw-store'
import type { PublishedChain } from '../records/record-store'

type Chain = DayChains[number]
/** Days of open draws: yesterday, today and tomorrow, and more during an outage. */
const daysInMemory = 4

const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const decodeTip = ({ tip }: Chain) => new Uint8Array(Buffer.from(tip, 'base64url'))
const lastDayOf = ({ firstDay, days }: Pick<Chain, 'firstDay' | 'days'>) => addDays(firstDay, days - 1)

/**
 * Seeds of draws. Each day has a seed, derived on first use and evicted some days later. A day's seed yields those of
 * earlier days, never of later ones. A draw's seed leaves the process only in its record, a day's seed only after its
 * draws, and neither is ever logged.
 * @param readChains reads the file; nothing of it is cached
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
    if (!secret) throw new Error(`seed ${keyId} of draw ${drawId} is not configured`)
    return deriveSeed(secret, drawId)
  }

  /** Seed key (chain and day) of a draw; undefined when the chains have ended. */
  function findKeyId(drawAtMs: number): string | undefined {
    const day = businessDay(new Date(drawAtMs), zone)
    const chain = chainAt(day)
    return chain && `${chain.kid}.${day}`
  }

  return {
    published,
    findKeyId,

    /** As `findKeyId`. @throws Error when the chains have ended: no draw can open then */
    keyIdAt(drawAtMs: number): string {
      const keyId = findKeyId(drawAtMs)
      if (!keyId) throw new Error('LIVE_DAY_SEEDS_FILE has no seed for this day')
      return keyId
    },

    daysLeft: (nowMs: number) =>
      daysBetween(businessDay(new Date(nowMs), zone), published.map(lastDayOf).sort().at(-1) ?? ''),

    has: (keyId: string) => loadDaySeed(keyId) !== undefined,

    /** @returns hex. @throws Error when the chain is not configured */
    reveal: (drawId: string, keyId: string) => toHex(seed(drawId, keyId)),

    /** SHA-256 of the seed, hex; may be published at any time. @throws Error as `reveal` */
    commitment: (drawId: string, keyId: string) => toHex(commitmentOf(seed(drawId, keyId))),

    /** The newest day of the chain up to `day` with its seed. Only for days whose draws are over. */
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

/** Draws without bets are drawn within this time or not at all. */
const idleDrawLateMs = 5 * 60_000
/** Bounds the cost of a public endpoint. */
const cacheMs = 30_000

type Seeds = ReturnType<typeof createSeeds>
type Deps = { draws: Pick<DrawStore, 'listOpen'>; clock: { now: () => number }; seeds: Seeds; zone: string }

/** Chains of day seeds for the public, each with the newest seed of a day whose draws are all drawn. */
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
 * Signs records with node:crypto's Ed25519: the same bytes as the JavaScript version, many times faster.
 * @throws RangeError when public and private key do not match
 */
export function createSigner(key: RecordKey): RecordSigner {
  createRecordSigner(key)
  const { kid: _kid, ...jwk } = key
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
  return { key: PublicJwk.parse(key), sign: message => new Uint8Array(sign(null, message, privateKey)) }
}

/** Reads the chains of day seeds. @throws Error on an invalid file; the message never contains its content */
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
    throw new Error('LIVE_DAY_SEEDS_FILE is not JSON')
  }
}

const KeyId = z.string().regex(/^[A-Za-z0-9._-]{1,50}$/)
const Base64Url = z.string().regex(/^[A-Za-z0-9_-]+$/)

/**
 * Chains of day seeds, oldest first. `tip` is the seed of the last day, 32 random bytes; all earlier ones derive from
 * it.
 */
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

export const RecordKey = PublicJwk.extend({ d: Base64Url.length(43) })
export type RecordKey = z.infer<typeof RecordKey>
