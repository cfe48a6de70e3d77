import { watchApi } from '@cascade/contracts/reports'
import { listSource, readQuery, useChange } from '@cascade/web-kit'

export const watchFilters = { state: 'open', rule: '', assignee: '' }

/** Players of the caller's subtree that a rule found, newest first. */
export const watchSource = listSource(watchApi.list)
export const rulesQuery = () => readQuery(watchApi.rules)

export const useChangeRow = () => useChange(watchApi.change, { refresh: [watchApi.list], alsoOnError: true })
export const useChangeRules = () => useChange(watchApi.setRules, { refresh: [watchApi.rules] })
