import { accountTreeCollections, accountTreeSchemas, projectAccountTree } from '@cascade/service-kit'
import type { Projection } from '../runtime/generations'

/** The account tree, for scope and names. Shared by all generations: the newest version of an account wins. */
export const accountTreeProjection: Projection = {
  producer: 'accounts',
  collections: () => accountTreeCollections,
  schemas: accountTreeSchemas,
  project: (db, _prefix, events, tx) => projectAccountTree(db, events, tx),
}
