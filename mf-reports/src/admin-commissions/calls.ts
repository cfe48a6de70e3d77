import { reportsApi } from '@cascade/contracts/reports'
import { periodSource } from '../shared/period-filter'

/** The operator's share of play, by admin and game. */
export const adminCommissionsSource = () => periodSource(reportsApi.adminCommission)
