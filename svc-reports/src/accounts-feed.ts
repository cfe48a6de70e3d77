import type { AnyEvent } from '@cascade/contracts'
import { TransferRecorded } from '@cascade/contracts/accounts'
import { accountTreeSchemas, projectAccountTree } from '@cascade/service-kit'
import type { ClientSession, Db } from 'mongodb'
import type { z } from 'zod'
import { writeRows } from './daybook/write-rows'
import { transactionRows, transactionsName } from './transactions/transaction-rows'

const transferType = TransferRecorded.shape.type.value

export const accountsFeedSchemas: Readonly<Record<string, z.ZodType<AnyEvent>>> = {
  ...accountTreeSchemas,
  [transferType]: TransferRecorded,
}

/** What the accounts domain tells: the tree, and every movement of points; one cursor for both keeps their order. */
export async function projectAccountsFeed(db: Db, events: readonly AnyEvent[], session: ClientSession): Promise<void> {
  await projectAccountTree(db, events, session)
  const transfers = events.filter((event): event is TransferRecorded => event.type === transferType)
  await writeRows(db, transactionsName, transfers.flatMap(transactionRows), session)
}
