import { type TreeRole, treeRoles } from '@cascade/contracts'
import type { Measures } from './measures'
import { commissionLevels } from './play-lines'

/**
 * Commission of a child of the tree on the play below it, and what it owes its parent of this play: play − win minus the
 * commissions of its level and of all levels below. In hundredths.
 */
export function childShare(role: TreeRole, measures: Measures): { commission: bigint; net: bigint } {
  // Admins are above all levels that earn commission.
  const level = treeRoles.indexOf(role) - treeRoles.indexOf('superareamanager')
  const own = commissionLevels[level]
  const { play, win } = measures
  const net = commissionLevels.slice(Math.max(0, level)).reduce((rest, each) => rest - measures[each], play - win)
  return { commission: own ? measures[own] : 0n, net }
}
