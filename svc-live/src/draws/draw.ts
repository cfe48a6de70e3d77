/** A draw is a pure function of the clock: nobody starts or keeps it. */
export type Draw = {
  /** How many draws of this length there have been since 1970: draws are aligned to full minutes by that. */
  number: number
  startsAt: number
  /** Milliseconds since 1970 at which it is drawn and the next one opens. */
  drawAt: number
}

/** The draw that is open at `now` (milliseconds) in a game with a draw every `timecount` seconds. */
export function drawAt(now: number, timecount: number): Draw {
  const length = timecount * 1000
  const number = Math.floor(now / length)
  return { number, startsAt: number * length, drawAt: (number + 1) * length }
}

export const drawIdOf = (adminId: string, gameId: string, number: number) => `${adminId}_${gameId}_${number}`

/** Time left as `mm:ss`, whole seconds rounded up: a new draw shows its full length, never 00:00. */
export function countdown(now: number, drawAt: number): string {
  const seconds = Math.max(0, Math.ceil((drawAt - now) / 1000))
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`
}
