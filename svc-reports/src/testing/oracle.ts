import type { PlayFact } from './play-facts'

/** A fact with the commissions of the four levels, in hundredths. */
export type EarningFact = PlayFact & { shares: readonly bigint[] }

/** Computes commissions fact by fact: each gets what it adds to the rounded total of its player and level. */
export function createEarnings() {
  const earned = new Map<string, bigint>()
  return (fact: PlayFact): EarningFact => {
    const shares = fact.rates.map((rate, level) => {
      const key = `${fact.chain.at(-1)}|${level}`
      const before = earned.get(key) ?? 0n
      const after = before + fact.play * BigInt(rate)
      earned.set(key, after)
      return round(after) - round(before)
    })
    return { ...fact, shares }
  }
}

/** Which facts to count: those of some days, recorded until a time, along an edge. */
export type Question = {
  from: string
  to: string
  until?: Date | undefined
  gameId?: string
  /** Undefined counts everything. The parent `*` is the root, `any` is any parent. */
  edge?: { parent: string; child: string } | undefined
}

const passes = (chain: readonly string[], { parent, child }: { parent: string; child: string }) =>
  chain.some((id, index) => id === child && (parent === 'any' || (chain[index - 1] ?? '*') === parent))

const factsFor = (facts: readonly EarningFact[], { from, to, until, gameId, edge }: Question) =>
  facts.filter(
    fact =>
      fact.day >= from &&
      fact.day <= to &&
      (!until || fact.at <= until) &&
      (!gameId || fact.gameId === gameId) &&
      (!edge || passes(fact.chain, edge)),
  )

export function countFigures(facts: readonly EarningFact[], question: Question) {
  const found = factsFor(facts, question)
  const sum = (of: (fact: EarningFact) => bigint) => found.reduce((total, fact) => total + of(fact), 0n)
  const play = sum(fact => fact.play)
  const win = sum(fact => fact.win)
  const shares = [0, 1, 2, 3].map(level => sum(fact => fact.shares[level] ?? 0n))
  const commission = shares.reduce((total, share) => total + share, 0n)
  const points = (hundredths: bigint) => Number(hundredths) / 100
  const [supercom = 0n, distcom = 0n, retailcom = 0n, usercom = 0n] = shares
  return {
    playPoints: points(play),
    winPoints: points(win),
    endPoints: points(play - win),
    supercom: points(supercom),
    distcom: points(distcom),
    retailcom: points(retailcom),
    usercom: points(usercom),
    commission: points(commission),
    net: points(play - win - commission),
  }
}

const round = (parts: bigint) => parts / 10_000n + (parts % 10_000n >= 5_000n ? 1n : 0n)
