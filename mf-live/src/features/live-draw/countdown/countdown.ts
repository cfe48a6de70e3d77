/** Whole seconds left, rounded up: a new draw shows its full length, 0 means drawn. */
export function secondsLeft(deadlineMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((deadlineMs - nowMs) / 1000))
}

/** How long until the seconds left change. */
export function msUntilNextSecond(deadlineMs: number, nowMs: number): number {
  const leftMs = deadlineMs - nowMs
  return leftMs - (Math.ceil(leftMs / 1000) - 1) * 1000
}

/** `mm:ss`; an hour and more go on in minutes. */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}
