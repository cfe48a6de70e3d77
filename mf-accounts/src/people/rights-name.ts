import { standardRights } from '@cascade/contracts'
import type { RightsRow } from '@cascade/contracts/accounts'
import type { peopleTexts } from './texts'

/** Name of rights on screens. */
export function nameOfRights({ _id, name }: Pick<RightsRow, '_id' | 'name'>, text: typeof peopleTexts.text): string {
  const standard = standardRights.find(each => each === _id)
  return standard ? text(`rights_${standard}`) : name
}
