import { caseApi } from '@cascade/contracts/reports'
import { listSource, readQuery, useChange } from '@cascade/web-kit'

export const caseFilters = { state: 'open', assignee: '' }

/** Cases of the caller's subtree, newest first. */
export const casesSource = () => listSource(caseApi.list)
export const caseQuery = (id: string) => readQuery(caseApi.read, { params: { id } })

const refresh = { refresh: [caseApi.list, caseApi.read], alsoOnError: true }
export const useOpenCase = () => useChange(caseApi.create, refresh)
export const useAnswerCase = () => useChange(caseApi.answer, refresh)
export const useAssignCase = () => useChange(caseApi.assign, refresh)
export const useCloseCase = () => useChange(caseApi.close, refresh)
