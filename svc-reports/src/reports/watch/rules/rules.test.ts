import { toHundredths } from '@cascade/contracts'
import { type WatchRules, watchPastDays, watchRuleDefaults } from '@cascade/contracts/reports'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findEvidence } from './find-evidence'
import { emptyDay, type PlayerDay } from './player-figures'

const points = fc.integer({ min: 1, max: 1_000_000 }).map(each => BigInt(each) * 100n)
const quietDays = (count: number) => Array.from({ length: count }, emptyDay)
const playDay = (play: bigint, tickets = 10n): PlayerDay => ({ ...emptyDay(), play, tickets })
/** The days up to the last one, filled up with days without anything. */
const daysOf = (...days: readonly PlayerDay[]) => [...quietDays(watchPastDays + 1 - days.length), ...days]
const none = { days: daysOf(), rejections: 0, networkPlayers: 0 }
const find = <R extends keyof WatchRules>(rule: R, days: readonly PlayerDay[], settings: Partial<WatchRules[R]> = {}) =>
  findEvidence({ ...none, days }, { ...watchRuleDefaults, [rule]: { ...watchRuleDefaults[rule], ...settings } }).get(
    rule,
  )

describe('the rule of sudden stakes', () => {
  it('finds a day of at least so many times the usual play, and no smaller one', () => {
    const past = fc.array(points, { minLength: 5, maxLength: watchPastDays })
    fc.assert(
      fc.property(past, fc.integer({ min: 2, max: 50 }), fc.bigInt({ min: 0n, max: 1_000n }), (plays, factor, less) => {
        const sum = plays.reduce((total, play) => total + play, 0n)
        const count = BigInt(plays.length)
        // The smallest whole amount that is enough.
        const enough = (sum * BigInt(factor) + count - 1n) / count
        const dayWith = (play: bigint) => daysOf(...plays.map(each => playDay(each)), playDay(play))
        const settings = { factor, playMin: 0 }
        expect(find('stakes', dayWith(enough + less), settings)).toMatchObject({ days: plays.length })
        expect(find('stakes', dayWith(enough - 1n - (less % enough)), settings)).toBeUndefined()
      }),
    )
  })

  it('finds no player who plays alike on all days, whatever the amount and the days without play', () => {
    const days = fc.array(fc.boolean(), { minLength: watchPastDays, maxLength: watchPastDays })
    fc.assert(
      fc.property(days, points, (plays, play) => {
        const past = plays.map(isDay => (isDay ? playDay(play) : emptyDay()))
        expect(find('stakes', [...past, playDay(play)], { daysMin: 1 })).toBeUndefined()
      }),
    )
  })

  it.each([
    [
      '5,000 after five days of 1,000',
      [1_000, 1_000, 1_000, 1_000, 1_000, 5_000],
      { play: 5_000, usual: 1_000, days: 5 },
    ],
    ['4,999.99 after them', [1_000, 1_000, 1_000, 1_000, 1_000, 4_999.99], undefined],
    ['a past of four days only', [1_000, 1_000, 1_000, 1_000, 90_000], undefined],
    ['999 after days of 1', [1, 1, 1, 1, 1, 999], undefined],
  ])('knows the answer for %s', (_case, plays, expected) => {
    expect(find('stakes', daysOf(...plays.map(play => playDay(toHundredths(play)))))).toEqual(expected)
  })
})

describe('the rule of credit in and out', () => {
  const moved = (amounts: Partial<PlayerDay>) => ({ ...emptyDay(), ...amounts })

  it('finds credit that came and went within the days, in any parts, with play of at most a percentage', () => {
    const percent = fc.integer({ min: 0, max: 100 })
    const settings = { amountMin: 0, days: 3 }
    fc.assert(
      fc.property(points, points, percent, percent, fc.integer({ min: 0, max: 2 }), (came, went, most, real, at) => {
        const amount = came < went ? came : went
        const days = [emptyDay(), emptyDay(), moved({ out: went })]
        days[at] = { ...(days[at] ?? emptyDay()), in: came, play: (amount * BigInt(real)) / 100n }
        const evidence = find('inAndOut', daysOf(...days), { ...settings, playPercentMax: most })
        expect(evidence !== undefined).toBe(real <= most)
      }),
    )
  })

  it.each([
    ['1,000 in and out on one day', [{ in: 100_000n, out: 100_000n }], { in: 1_000, out: 1_000, play: 0, days: 3 }],
    [
      '1,000 in, out two days later',
      [{ in: 100_000n }, {}, { out: 100_000n }],
      { in: 1_000, out: 1_000, play: 0, days: 3 },
    ],
    ['1,000 in, out three days later', [{ in: 100_000n }, {}, {}, { out: 100_000n }], undefined],
    ['a day after credit went out', [{ in: 100_000n, out: 100_000n }, { in: 100_000n }], undefined],
    ['credit that only came in', [{ in: 100_000n }], undefined],
    ['credit that only went out', [{ out: 100_000n }], undefined],
    [
      'play of a tenth of it',
      [{ in: 100_000n, play: 10_000n, out: 100_000n }],
      { in: 1_000, out: 1_000, play: 100, days: 3 },
    ],
    ['play of more', [{ in: 100_000n, play: 10_001n, out: 100_000n }], undefined],
    ['999.99', [{ in: 99_999n, out: 99_999n }], undefined],
  ] as const)('knows the answer for %s', (_case, days, expected) => {
    expect(find('inAndOut', daysOf(...days.map(moved)))).toEqual(expected)
  })
})

describe('the rule of wins beyond the odds', () => {
  /** Wins of equal bets on one of `multiplier` options, drawn by a seed. */
  function play(
    seed: number,
    { tickets, multiplier, chance }: { tickets: number; multiplier: number; chance: number },
  ) {
    let state = seed
    const random = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state / 2_147_483_648
    }
    const hits = Array.from({ length: tickets }, random).filter(drawn => drawn < chance).length
    return { ...playDay(BigInt(tickets) * 1_000n, BigInt(tickets)), win: BigInt(hits * multiplier) * 1_000n }
  }
  const days = (seed: number, tickets: readonly number[], options: { multiplier: number; chance: number }) =>
    daysOf(...tickets.map((each, at) => play(seed + at, { tickets: each, ...options })))
  const seed = fc.integer({ min: 1, max: 2_000_000_000 })
  const options = fc.integer({ min: 2, max: 36 })

  it('finds no player with the luck of fair odds, of few tickets or of many', () => {
    const tickets = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 7 })
    fc.assert(
      fc.property(seed, tickets, options, (from, counts, multiplier) => {
        const fair = days(from, counts, { multiplier, chance: 1 / multiplier })
        expect(find('wins', fair, { multiplier, winMin: 0 })).toBeUndefined()
      }),
    )
  })

  it('finds a player who wins a third of many tickets that pay 10 to 36 times the stake', () => {
    fc.assert(
      fc.property(seed, fc.integer({ min: 10, max: 36 }), (from, multiplier) => {
        const evidence = find('wins', days(from, [150, 150, 150], { multiplier, chance: 1 / 3 }), { multiplier })
        expect(evidence).toMatchObject({ play: 4_500, tickets: 450, days: 7 })
        expect(evidence?.win).toBeGreaterThan(evidence?.luck ?? 0)
      }),
    )
  })

  it('finds a player with still higher wins of the same play', () => {
    fc.assert(
      fc.property(seed, points, options, (from, more, multiplier) => {
        const [day] = days(from, [100], { multiplier, chance: 1 / 4 }).slice(-1)
        const luckier = { ...emptyDay(), ...day, win: (day?.win ?? 0n) + more }
        const isFound = (each: PlayerDay) => find('wins', daysOf(each), { multiplier }) !== undefined
        if (day && isFound(day)) expect(isFound(luckier)).toBe(true)
      }),
    )
  })

  it.each([
    ['one ticket that pays its 36 times', { tickets: 1n, play: 10_000n, win: 360_000n }, false],
    ['100 tickets that pay 7 times their stakes', { tickets: 100n, play: 100_000n, win: 700_000n }, true],
    ['100 tickets that pay 5 times their stakes', { tickets: 100n, play: 100_000n, win: 500_000n }, false],
    ['10,000 tickets that pay twice their stakes', { tickets: 10_000n, play: 1_000_000n, win: 2_000_000n }, true],
    ['10,000 tickets that pay 1.2 times their stakes', { tickets: 10_000n, play: 1_000_000n, win: 1_200_000n }, false],
    ['a win of less than the minimum', { tickets: 1_000n, play: 1_000n, win: 99_999n }, false],
    ['a win without play in the period', { tickets: 0n, play: 0n, win: 700_000n }, false],
  ] as const)('knows the answer for %s', (_case, day, isFound) => {
    expect(find('wins', daysOf({ ...emptyDay(), ...day })) !== undefined).toBe(isFound)
  })
})

describe('the rule of limits reached', () => {
  it('finds so many rejected bets of the day, and no fewer', () => {
    const times = fc.integer({ min: 0, max: 1_000 })
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 1_000 }), (rejections, timesMin) => {
        const settings = { ...watchRuleDefaults, limits: { isOn: true, timesMin } }
        const evidence = findEvidence({ ...none, rejections }, settings).get('limits')
        expect(evidence).toEqual(rejections >= timesMin ? { times: rejections } : undefined)
      }),
    )
  })
})

describe('the rule of many players in one network', () => {
  it('finds a player beside so many at one address, and beside no fewer', () => {
    const players = fc.integer({ min: 0, max: 1_000 })
    fc.assert(
      fc.property(players, fc.integer({ min: 2, max: 1_000 }), (networkPlayers, playersMin) => {
        const settings = { ...watchRuleDefaults, network: { isOn: true, playersMin } }
        const evidence = findEvidence({ ...none, networkPlayers }, settings).get('network')
        expect(evidence).toEqual(networkPlayers >= playersMin ? { players: networkPlayers } : undefined)
      }),
    )
  })
})

describe('a rule that is switched off', () => {
  it('finds nothing, while the others do', () => {
    const days = daysOf(...Array.from({ length: 5 }, () => playDay(100_000n)), {
      ...{ play: 9_000_000n, tickets: 9_000n, win: 99_000_000n, in: 95_000_000n, out: 99_000_000n },
    })
    const all = ['stakes', 'inAndOut', 'wins', 'limits', 'network'] as const
    const settingsOf = (off: string) =>
      Object.fromEntries(
        Object.entries(watchRuleDefaults).map(([rule, each]) => [rule, { ...each, isOn: rule !== off }]),
      ) as WatchRules
    for (const off of ['', ...all]) {
      const found = [...findEvidence({ days, rejections: 3, networkPlayers: 10 }, settingsOf(off)).keys()]
      expect(found).toEqual(all.filter(rule => rule !== off))
    }
  })
})
