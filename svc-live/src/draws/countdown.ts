/** Time left as `mm:ss`, whole seconds rounded up: a new draw shows its full length, never 00:00. */
export function countdown(nowMs: number, drawAtMs: number): string {
  const seconds = Math.max(0, Math.ceil((drawAtMs - nowMs) / 1000))
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`
}
