/** Whole seconds left, rounded up: a new draw shows its full length, 0 means drawn. Both are milliseconds. */
export function secondsLeft(deadline: number, now: number): number {
  return Math.max(0, Math.ceil((deadline - now) / 1000))
}

/** Milliseconds until the seconds left change. */
export function untilNextSecond(deadline: number, now: number): number {
  const left = deadline - now
  return left - (Math.ceil(left / 1000) - 1) * 1000
}

/** `mm:ss`; an hour and more go on in minutes. */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}
