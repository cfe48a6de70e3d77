import type { BoardGame } from '@cascade/contracts/live'
import { useEffect, useEffectEvent, useState } from 'react'

export const idOf = ({ adminId, gameId }: Pick<BoardGame, 'adminId' | 'gameId'>) => `${adminId} ${gameId}`

/** The dearest first; games that cost the same by name. */
export function byExposure(games: readonly BoardGame[]): string[] {
  const nameOf = ({ gameName, username }: BoardGame) => `${gameName} ${username}`
  return [...games]
    .sort((a, b) => b.worstBoosted - a.worstBoosted || b.stake - a.stake || nameOf(a).localeCompare(nameOf(b)))
    .map(idOf)
}

/** The same games where they stood before; new ones behind them. */
export function inPlace(before: readonly string[], sorted: readonly string[]): string[] {
  const there = new Set(sorted)
  const known = new Set(before)
  return [...before.filter(id => there.has(id)), ...sorted.filter(id => !known.has(id))]
}

export const countMoved = (shown: readonly string[], sorted: readonly string[]) =>
  shown.filter((id, at) => sorted[at] !== id).length

/** On a wall nobody points at anything, and still a tile should stay until it is read. */
const sortEveryMs = 10_000

/**
 * The order in which games stand: sorted now and then, and never while somebody is about to choose one.
 * @returns also how many would stand elsewhere while they are held
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
