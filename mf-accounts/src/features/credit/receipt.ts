import type { Entry } from '../../shared/credit/attempt-keys'

/** What was booked, as it stays on screen. Balances are those after it, in points. */
export type Receipt = {
  entry: Entry
  /** Usernames: who paid, who got it, and the person who did it. */
  from: string
  to: string
  by: string
  at: Date
  fromBalance: number
  toBalance: number
}
