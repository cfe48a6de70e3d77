import type { Migration } from '@cascade/service-kit'
import { moveListsFromLeaves } from './move-lists-from-leaves'

/** The stored data of svc-live, from one version to the next. */
export const liveMigrations: readonly Migration[] = [moveListsFromLeaves]
