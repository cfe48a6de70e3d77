/** One thing that was checked, in words for whoever asked. */
export type Finding = { name: FindingName; ok: boolean; text: string }

export type FindingName =
  | 'shape'
  | 'description'
  | 'hash'
  | 'signature'
  | 'commitment'
  | 'day'
  | 'confidential'
  | 'recomputed'
  | 'stakes'
  | 'liability'
  | 'budget'
  | 'candidates'
  | 'booster'
  | 'pick'
  | 'payout'
  | 'chain'
  | 'ticket'

/** @param otherwise what is wrong */
export const finding = (name: FindingName, ok: boolean, text: string, otherwise: string): Finding => ({
  name,
  ok,
  text: ok ? text : otherwise,
})
