import { createHash, generateKeyPairSync } from 'node:crypto'
import { createRecordSigner } from '@cascade/draw-rules/record'
import { describe, expect, it } from 'vitest'
import { createPublicChains, createSeeds, createSigner, DayChains, RecordKey } from './keys'

const tip = (byte: number) => Buffer.alloc(32, byte).toString('base64url')
const chains: DayChains = [
  { kid: 'old', firstDay: '2026-02-01', days: 28, tip: tip(1) },
  { kid: 'new', firstDay: '2026-03-01', days: 10, tip: tip(2) },
]
const at = (day: string) => Date.parse(`${day}T12:00:00.000Z`)
const sha = (hex: string) => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex')

describe('the store of seeds', () => {
  const seeds = createSeeds(() => chains, 'UTC')

  it("uses the seed of the draw's day, from the chain that covers it", () => {
    expect([seeds.keyIdAt(at('2026-02-28')), seeds.keyIdAt(at('2026-03-01'))]).toEqual([
      'old.2026-02-28',
      'new.2026-03-01',
    ])
    expect(seeds.reveal('d1', 'new.2026-03-01')).not.toBe(seeds.reveal('d1', 'new.2026-03-02'))
    expect(seeds.reveal('d1', 'new.2026-03-01')).toMatch(/^[0-9a-f]{64}$/)
    expect(seeds.commitment('d1', 'new.2026-03-01')).toBe(sha(seeds.reveal('d1', 'new.2026-03-01')))
  })

  it("hashes a day's seed to that of the day before, down to the published anchor", () => {
    const [, chain] = seeds.published
    if (!chain) throw new Error('no chain')
    const ofDay = (day: string) => seeds.revealUpTo(chain, day)?.seed ?? ''
    expect(sha(ofDay('2026-03-02'))).toBe(ofDay('2026-03-01'))
    expect(sha(ofDay('2026-03-01'))).toBe(chain.anchor)
    expect(seeds.revealUpTo(chain, '2026-02-28')).toBeNull()
    expect(seeds.revealUpTo(chain, '2027-01-01')?.day).toBe('2026-03-10')
  })

  it('has no seed after the chains have ended, and reports the days left in advance', () => {
    expect(seeds.daysLeft(at('2026-03-07'))).toBe(3)
    expect(seeds.findKeyId(at('2026-03-11'))).toBeUndefined()
    expect(() => seeds.keyIdAt(at('2026-03-11'))).toThrow('LIVE_DAY_SEEDS_FILE')
    expect([seeds.has('new.2026-03-10'), seeds.has('new.2026-03-11'), seeds.has('lost.2026-03-01')]).toEqual([
      true,
      false,
      false,
    ])
    expect(() => seeds.reveal('d1', 'lost')).toThrow('lost')
  })

  it('rejects a seed without 32 bytes', () => {
    expect(DayChains.safeParse([{ ...chains[0], tip: 'c2hvcnQ' }]).success).toBe(false)
    expect(DayChains.safeParse([]).success).toBe(false)
  })
})

describe('the publication of seeds', () => {
  const newestRevealed = async (now: string, openAt?: string) => {
    const open = async () => (openAt ? [{ drawAt: new Date(openAt) }] : []) as never
    const seeds = createSeeds(() => chains, 'UTC')
    const [, chain] = await createPublicChains({
      draws: { listOpen: open },
      clock: { now: () => Date.parse(now) },
      seeds,
      zone: 'UTC',
    })()
    return chain?.revealed?.day ?? null
  }

  it("publishes a day's seed when the day and the grace period of its last draws are over", async () => {
    expect(await newestRevealed('2026-03-01T23:59:59.000Z')).toBeNull()
    expect(await newestRevealed('2026-03-02T00:04:59.000Z')).toBeNull()
    expect(await newestRevealed('2026-03-02T00:05:00.000Z')).toBe('2026-03-01')
  })

  it('publishes chains with their time zone', async () => {
    const seeds = createSeeds(() => chains, 'Asia/Kolkata')
    const draws = { listOpen: async () => [] }
    const clock = { now: () => at('2026-03-01') }
    const published = await createPublicChains({ draws, clock, seeds, zone: 'Asia/Kolkata' })()
    expect(published.map(({ kid, zone }) => [kid, zone])).toEqual([
      ['old', 'Asia/Kolkata'],
      ['new', 'Asia/Kolkata'],
    ])
  })

  it("withholds a day's seed while a draw of that day is not drawn", async () => {
    expect(await newestRevealed('2026-03-05T12:00:00.000Z', '2026-03-03T23:59:00.000Z')).toBe('2026-03-02')
    expect(await newestRevealed('2026-03-05T12:00:00.000Z', '2026-03-05T12:01:00.000Z')).toBe('2026-03-04')
  })
})

describe('the signer', () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const key = RecordKey.parse({ ...privateKey.export({ format: 'jwk' }), kid: 'live-1' })

  it('signs exactly like the draw rules, byte for byte', () => {
    const message = new TextEncoder().encode('cascade.draw.v2 live-1 00')
    expect(createSigner(key).sign(message)).toEqual(createRecordSigner(key).sign(message))
    expect(createSigner(key).key).not.toHaveProperty('d')
  })

  it('rejects a key pair that does not match', () => {
    const other = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
    expect(() => createSigner({ ...key, x: other.x as string })).toThrow(RangeError)
  })
})
