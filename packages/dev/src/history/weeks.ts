import { dayIn } from '@cascade/contracts'

const dayMs = 86_400_000
/** A week can be closed some minutes after its last day. */
const graceMs = 10 * 60_000

/** Days since the Monday of the running week. */
export const daysSinceMonday = (nowMs: number, zone: string) =>
  (new Date(dayIn(zone, nowMs - graceMs)).getUTCDay() + 6) % 7

/** Days of a past with two whole weeks before the running one; its first day is not whole. */
export const daysOfTwoWeeks = (nowMs: number, zone: string) => daysSinceMonday(nowMs, zone) + 15

/** Sundays of the last two weeks that are over, of those that the past contains as a whole. */
export function wholeWeeks(nowMs: number, days: number, zone: string): string[] {
  const sundayAgo = daysSinceMonday(nowMs, zone) + 1
  const dayAgo = (count: number) => dayIn(zone, nowMs - graceMs - count * dayMs)
  return [sundayAgo + 7, sundayAgo].filter(ago => ago + 6 < days).map(dayAgo)
}
