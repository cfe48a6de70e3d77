import { reportsApi } from '@cascade/contracts/reports'
import { periodFilters, periodSource } from '../shared/period-filter'

/** `id`: whose children are shown, the reader's own unless it is chosen; `role` is that account's. */
export const turnoverFilters = { ...periodFilters, id: '', role: '' }

/** Play, win, commissions and net of the accounts directly below one. */
export const turnoverSource = () => periodSource(reportsApi.turnover)
