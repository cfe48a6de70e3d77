import type { LevelRole } from '../levels/levels'

type CreditAction = 'credittransfer' | 'creditadjust'

/** Every address of these screens inside one role's area, in the shapes of the specification. */
export function linksOf(viewer: string) {
  const base = (level: LevelRole) => `/${viewer}/${level}`
  return {
    list: base,
    create: (level: LevelRole) => `${base(level)}/create`,
    bulkCreate: (level: LevelRole) => `${base(level)}/bulkcreate`,
    edit: (level: LevelRole, id: string) => `${base(level)}/edit/${id}`,
    credit: (level: LevelRole, action: CreditAction, id: string) => `${base(level)}/${action}/${id}`,
    details: (level: LevelRole, id: string) => `${base(level)}/players/details/${id}`,
    statement: (level: LevelRole, id: string) => `${base(level)}/statement/${id}`,
    /** Rows of a details page; `level` is the row's own. */
    childEdit: (level: LevelRole, id: string) => `${base(level)}/players/${id}/edit`,
    childCredit: (level: LevelRole, action: CreditAction, id: string) =>
      `${base(level)}/players/details/${id}/${action}`,
    /** `level` and `id` are the parent's. */
    createBelow: (level: LevelRole, id: string) => `${base(level)}/players/details/${id}/create`,
    bulkCreateBelow: (level: LevelRole, id: string) => `${base(level)}/players/details/${id}/bulkcreate`,
    profile: `/${viewer}/profile`,
    editProfile: `/${viewer}/profile/edit`,
    dashboard: `/${viewer}/dashboard`,
  }
}
export type Links = ReturnType<typeof linksOf>
