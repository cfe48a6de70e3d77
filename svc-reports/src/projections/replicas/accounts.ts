import { accountTreePlans, accountTreeSchemas, projectAccountTree } from '@cascade/service-kit'
import type { Projection } from '../runtime/generations'

/** The copy of the tree, for scope and names. All generations write the same one: the newest version wins. */
export const accountTreeProjection: Projection = {
  producer: 'accounts',
  plans: () => accountTreePlans,
  schemas: accountTreeSchemas,
  project: (db, _prefix, events, tx) => projectAccountTree(db, events, tx),
}
