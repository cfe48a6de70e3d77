import { type WatchRuleId, type WatchRules, watchRuleIds } from '@cascade/contracts/reports'
import { findInAndOut } from './in-and-out'
import { findLimits } from './limits'
import { findNetwork } from './network'
import type { Evidence, PlayerFigures } from './player-figures'
import { findStakes } from './stakes'
import { findWins } from './wins'

type RuleTable = { [R in WatchRuleId]: (figures: PlayerFigures, settings: WatchRules[R]) => Evidence | undefined }

const rules: RuleTable = {
  stakes: findStakes,
  inAndOut: findInAndOut,
  wins: findWins,
  limits: findLimits,
  network: findNetwork,
}

/** The rules that find a player on the last of the days, with their evidence. */
export function findEvidence(figures: PlayerFigures, settings: WatchRules): Map<WatchRuleId, Evidence> {
  return new Map(
    watchRuleIds.flatMap(rule => {
      const evidence = applyRule(rule, figures, settings)
      return evidence ? [[rule, evidence] as const] : []
    }),
  )
}

function applyRule<R extends WatchRuleId>(rule: R, figures: PlayerFigures, settings: WatchRules) {
  return settings[rule].isOn ? rules[rule](figures, settings[rule]) : undefined
}
