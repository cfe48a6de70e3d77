import { businessClock, type Time } from './zone'

const count = new Intl.NumberFormat('en-US')

/** `YYYY-MM-DD HH:mm:ss` in the business zone; empty without a time. */
export const formatDateTime = (time: Time) => businessClock(time)
/** `YYYY-MM-DD` in the business zone. */
export const formatDate = (time: Time) => businessClock(time).slice(0, 10)
/** Whole number with grouped thousands. */
export const formatCount = (value: number) => count.format(value)
