/** Figures of a player on a business day, in hundredths; `tickets` is a count. `in` and `out`: credit, without play. */
export type PlayerDay = { play: bigint; win: bigint; tickets: bigint; in: bigint; out: bigint }

/**
 * `days`: consecutive, the day in question last. Of that day: `rejections`, bets that a limit rejected, and
 * `networkPlayers`, players of the branch who signed in from the same address, the player included.
 */
export type PlayerFigures = { days: readonly PlayerDay[]; rejections: number; networkPlayers: number }

export type Evidence = Record<string, number>

export const emptyDay = (): PlayerDay => ({ play: 0n, win: 0n, tickets: 0n, in: 0n, out: 0n })

export const lastDay = ({ days }: PlayerFigures): PlayerDay => days.at(-1) ?? emptyDay()

export const sumOf = (days: readonly PlayerDay[], name: keyof PlayerDay): bigint =>
  days.reduce((sum, day) => sum + day[name], 0n)
