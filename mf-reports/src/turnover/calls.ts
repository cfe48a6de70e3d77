import { reportsApi } from '@cascade/contracts/reports'
import { periodFilters, periodSource } from '../shared/period-filter'

/** `id`: account whose children are shown, by default the reader; `role`: level of that account. */
export const turnoverFilters = { ...periodFilters, id: '', role: '' }

/** Play, win, commissions and net of the children of an account. */
export const turnoverSource = () => periodSource(reportsApi.turnover)
