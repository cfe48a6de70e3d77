import type { BoardGame } from '@cascade/contracts/live'
import { useEffect, useEffectEvent, useState } from 'react'

export const idOf = ({ adminId, gameId }: Pick<BoardGame, 'adminId' | 'gameId'>) => `${adminId} ${gameId}`

/** Ids by worst-case payout, then stake, then name. */
export function byExposure(games: readonly BoardGame[]): string[] {
  const nameOf = ({ gameName, username }: BoardGame) => `${gameName} ${username}`
  return [...games]
    .sort((a, b) => b.worstBoosted - a.worstBoosted || b.stake - a.stake || nameOf(a).localeCompare(nameOf(b)))
    .map(idOf)
}

/** Keeps the previous order: drops removed games and appends new ones. */
export function inPlace(before: readonly string[], sorted: readonly string[]): string[] {
  const there = new Set(sorted)
  const known = new Set(before)
  return [...before.filter(id => there.has(id)), ...sorted.filter(id => !known.has(id))]
}

export const countMoved = (shown: readonly string[], sorted: readonly string[]) =>
  shown.filter((id, at) => sorted[at] !== id).length

/** Unattended wall displays re-sort too, but slowly enough that a tile can be read. */
const sortEveryMs = 10_000

/**
 * Display order of the games: re-sorted periodically, but pinned while the user is about to choose a game.
 * @returns also how many games are out of order while pinned
 */
export function useOrder(games: readonly BoardGame[], isHeld: boolean) {
  const sorted = byExposure(games)
  const [order, setOrder] = useState(sorted)
  const shown = inPlace(order, sorted)
  const sort = () => setOrder(sorted)
  const sortUnlessHeld = useEffectEvent(() => {
    if (!isHeld) sort()
  })
  useEffect(() => {
    const timer = setInterval(() => sortUnlessHeld(), sortEveryMs)
    return () => clearInterval(timer)
  }, [])
  return { order: shown, moved: isHeld ? countMoved(shown, sorted) : 0, sort }
}
