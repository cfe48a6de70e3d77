import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { chiSquare, chiSquareBound } from '../testing/chi-square'
import { commitmentOf, deriveSeed, uniformBelow } from './seed'

const seeds = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => createHmac('sha256', name).update(String(index)).digest())

/** An independent implementation with another library. */
function byHand(seed: Buffer, purpose: string, count: number): number {
  const fair = 2 ** 32 - (2 ** 32 % count)
  for (let block = 0; ; block++) {
    const bytes = createHmac('sha256', seed).update(`${purpose}/${block}`).digest()
    for (let at = 0; at < 32; at += 4) if (bytes.readUInt32BE(at) < fair) return bytes.readUInt32BE(at) % count
  }
}

describe('uniformBelow', () => {
  it('returns the first unbiased word of the stream', () => {
    for (const seed of seeds(50, 'words')) {
      for (const count of [1, 2, 10, 38, 1000, 3 * 2 ** 30, 2 ** 31 + 1, 2 ** 32]) {
        expect(uniformBelow(seed, 'pick', count)).toBe(byHand(seed, 'pick', count))
      }
    }
  })

  it('is uniform where a plain modulo would be biased', () => {
    // A plain modulo would give the first third half of all choices.
    const thirds = [0, 0, 0]
    for (const seed of seeds(6000, 'thirds')) {
      const third = Math.floor(uniformBelow(seed, 'pick', 3 * 2 ** 30) / 2 ** 30)
      thirds[third] = (thirds[third] ?? 0) + 1
    }
    expect(chiSquare(thirds)).toBeLessThan(chiSquareBound(3))
  })

  it('continues with the next block if every word of one is rejected', () => {
    // Half of all words are rejected, so that one seed in 256 uses up its first eight.
    const used = seeds(3000, 'blocks').filter(seed => {
      const words = createHmac('sha256', seed).update('pick/0').digest()
      return [0, 4, 8, 12, 16, 20, 24, 28].every(at => words.readUInt32BE(at) >= 2 ** 31 + 1)
    })
    expect(used.length).toBeGreaterThan(0)
    for (const seed of used) expect(uniformBelow(seed, 'pick', 2 ** 31 + 1)).toBe(byHand(seed, 'pick', 2 ** 31 + 1))
  })

  it('returns different numbers for different purposes', () => {
    const [seed = Buffer.alloc(32)] = seeds(1, 'purposes')
    const choices = ['pick', 'booster', 'a', 'b'].map(purpose => uniformBelow(seed, purpose, 2 ** 32))
    expect(new Set(choices).size).toBe(4)
  })

  it.each([0, -1, 1.5, 2 ** 32 + 1, Number.NaN])('rejects a count of %s', count => {
    expect(() => uniformBelow(new Uint8Array(32), 'pick', count)).toThrow(RangeError)
  })
})

describe('a seed', () => {
  const secret = new Uint8Array(32).fill(7)

  it('is the HMAC-SHA-256 of the draw id under the secret, and its commitment the SHA-256 of the seed', () => {
    const seed = deriveSeed(secret, 'a1_MNOQqWWi_7')
    expect(Buffer.from(seed).toString('hex')).toBe(createHmac('sha256', secret).update('a1_MNOQqWWi_7').digest('hex'))
    expect(Buffer.from(commitmentOf(new TextEncoder().encode('abc'))).toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })

  it('is not derived from a short secret', () => {
    expect(() => deriveSeed(new Uint8Array(31), 'a1_MNOQqWWi_7')).toThrow(RangeError)
  })
})
