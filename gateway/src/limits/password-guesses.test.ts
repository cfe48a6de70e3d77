import { describe, expect, it } from 'vitest'
import { createGuessLimits } from './password-guesses'

function makeLimits(settings = { RATE_WRONG_PER_NETWORK: 5, RATE_WRONG_PER_MINUTE: 1_000 }) {
  const clock = { at: 10 * 60_000 }
  const limits = createGuessLimits(settings, () => clock.at)
  const waitOf = limits.waitSeconds
  const guess = (network: string, times: number) =>
    Array.from({ length: times }, () => {
      const wait = waitOf(network)
      clock.at += wait * 1000
      limits.recordWrong(network)
      return wait
    })
  return { clock, limits, waitOf, guess }
}

describe('wrong passwords of one network', () => {
  it('are free up to the limit, then cost 1, 2, 4 … 60 seconds', () => {
    const { guess } = makeLimits()
    expect(guess('a', 11)).toEqual([0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16])
    expect(Math.max(...guess('a', 200))).toBe(60)
  })

  it('do not affect other networks', () => {
    const { guess, waitOf } = makeLimits()
    guess('a', 20)
    expect(waitOf('b')).toBe(0)
  })

  it('are forgiven over time', () => {
    const { clock, guess, waitOf } = makeLimits()
    guess('a', 12)
    clock.at += 30 * 60_000
    expect(guess('a', 5)).toEqual([0, 0, 0, 0, 0])
    expect(waitOf('a')).toBe(0)
  })

  it('allow at most two guesses a minute in the long run', () => {
    const { clock, guess } = makeLimits()
    const begin = clock.at
    guess('a', 500)
    expect((clock.at - begin) / 60_000).toBeGreaterThan(240)
  })
})

describe('wrong passwords of one IPv6 /48', () => {
  const hostOf = (network: number) => `2001:db8:1:${network.toString(16)}::1`

  it('get no more attempts from 65,536 networks than from sixteen', () => {
    const { clock, limits, waitOf } = makeLimits()
    const guessAll = () => {
      let admitted = 0
      for (let network = 0; network < 65_536; network++) {
        if (waitOf(hostOf(network)) > 0) continue
        limits.recordWrong(hostOf(network))
        admitted++
      }
      return admitted
    }
    expect([guessAll(), guessAll()]).toEqual([16 * 5 + 1, 0])
    expect(waitOf('2001:db8:2::1')).toBe(0)
    clock.at += 1_000
    expect(guessAll()).toBe(1)
  })

  it('throttle only the network that sent them', () => {
    const { guess, waitOf } = makeLimits()
    guess(hostOf(1), 500)
    expect(waitOf(hostOf(2))).toBe(0)
  })
})

describe('wrong passwords of many networks at once', () => {
  it('leave three free attempts to each network and lock out none', () => {
    const { guess, waitOf } = makeLimits({ RATE_WRONG_PER_NETWORK: 20, RATE_WRONG_PER_MINUTE: 100 })
    for (let network = 0; network < 60; network += 1) guess(`n${network}`, 2)
    expect(waitOf('n0')).toBe(0)
    expect(guess('n0', 3)).toEqual([0, 0, 1])
    expect(guess('new', 3)).toEqual([0, 0, 0])
    expect(waitOf('quiet')).toBe(0)
  })

  it('stop counting when the minute is over', () => {
    const { clock, guess } = makeLimits({ RATE_WRONG_PER_NETWORK: 20, RATE_WRONG_PER_MINUTE: 100 })
    for (let network = 0; network < 60; network += 1) guess(`n${network}`, 2)
    clock.at += 60_000
    expect(guess('a', 10)).toEqual(Array(10).fill(0))
  })
})
