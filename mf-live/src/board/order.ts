import type { BoardGame } from '@cascade/contracts/live'
import { useEffect, useEffectEvent, useState } from 'react'

export const idOf = ({ adminId, gameId }: Pick<BoardGame, 'adminId' | 'gameId'>) => `${adminId} ${gameId}`

/** Ids by worst-case payout, then stake, then name. */
export function sortByExposure(games: readonly BoardGame[]): string[] {
  const nameOf = ({ gameName, username }: BoardGame) => `${gameName} ${username}`
  return [...games]
    .sort((a, b) => b.worstBoosted - a.worstBoosted || b.stake - a.stake || nameOf(a).localeCompare(nameOf(b)))
    .map(idOf)
}

/** Keeps the previous order: drops removed games and appends new ones. */
export function keepOrder(before: readonly string[], sorted: readonly string[]): string[] {
  const current = new Set(sorted)
  const previous = new Set(before)
  return [...before.filter(id => current.has(id)), ...sorted.filter(id => !previous.has(id))]
}

export const countMoved = (visible: readonly string[], sorted: readonly string[]) =>
  visible.filter((id, at) => sorted[at] !== id).length

/** Unattended wall displays re-sort too, but slowly enough that a tile can be read. */
const sortIntervalMs = 10_000

/**
 * Display order of the games: re-sorted periodically, but pinned while the user is about to choose a game.
 * @returns also how many games are out of order while pinned
 */
export function useOrder(games: readonly BoardGame[], isPinned: boolean) {
  const sorted = sortByExposure(games)
  const [order, setOrder] = useState(sorted)
  const visible = keepOrder(order, sorted)
  const sort = () => setOrder(sorted)
  const sortUnlessPinned = useEffectEvent(() => {
    if (!isPinned) sort()
  })
  useEffect(() => {
    const timer = setInterval(() => sortUnlessPinned(), sortIntervalMs)
    return () => clearInterval(timer)
  }, [])
  return { order: visible, moved: isPinned ? countMoved(visible, sorted) : 0, sort }
}
