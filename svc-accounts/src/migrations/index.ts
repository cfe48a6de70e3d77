import type { Migration } from '@cascade/service-kit'
import { dateHistoriesOfDeleted } from './date-histories-of-deleted'

/** The stored data of svc-accounts, from one version to the next. */
export const accountsMigrations: readonly Migration[] = [dateHistoriesOfDeleted]
