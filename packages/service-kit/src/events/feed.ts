import type { AnyEvent } from '@cascade/contracts'
import type { Db } from 'mongodb'
import type { CollectionPlan, Tx } from '../data/mongo'
import type { FeedCursorOptions } from './feed-cursor'

/** What a service keeps of another domain: its collections, and how that domain's events change them. */
export type Feed = Pick<FeedCursorOptions, 'producer' | 'feed' | 'name' | 'schemas'> & {
  plans: readonly CollectionPlan[]
  /** Collections among them that must outlive the producer's past, should it be put back to an earlier state. */
  kept?: readonly string[]
  /** Writes a batch, in the transaction that also moves the feed's cursor. */
  project: (db: Db, events: readonly AnyEvent[], tx: Tx) => Promise<void>
}
