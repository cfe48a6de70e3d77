/** The result of one check, with a text for the reader. */
export type Finding = { name: FindingName; ok: boolean; text: string }

export type FindingName =
  | 'shape'
  | 'description'
  | 'hash'
  | 'signature'
  | 'commitment'
  | 'identity'
  | 'moment'
  | 'day'
  | 'bets'
  | 'version'
  | 'chooser'
  | 'changes'
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

/** @param otherwise text if it fails */
export const finding = (name: FindingName, ok: boolean, text: string, otherwise: string): Finding => ({
  name,
  ok,
  text: ok ? text : otherwise,
})

/** @param faults texts of the faults found; the first one is reported */
export const findingFromFaults = (
  name: FindingName,
  text: string,
  faults: readonly (string | false | undefined)[],
): Finding => {
  const fault = faults.find(each => typeof each === 'string')
  return finding(name, fault === undefined, text, fault ?? '')
}
