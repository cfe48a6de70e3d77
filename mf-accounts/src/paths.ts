/**
 * Every address that this remote writes, relative to `/{role}/`, in the shapes of the specification; `:level` is the
 * base of an account level. What is read below a level is wider: `routing/parse-place.ts`.
 */
export const paths = {
  list: ':level',
  create: ':level/create',
  bulkCreate: ':level/bulkcreate',
  edit: ':level/edit/:id',
  credit: ':level/:action/:id',
  details: ':level/players/details/:id',
  statement: ':level/statement/:id',
  /** Rows of a details page; `level` is the row's own. */
  childEdit: ':level/players/:id/edit',
  childCredit: ':level/players/details/:id/:action',
  /** `level` and `id` are the parent's. */
  createBelow: ':level/players/details/:id/create',
  bulkCreateBelow: ':level/players/details/:id/bulkcreate',
  tree: 'tree',
  /** Where mf-live shows a draw, and mf-reports tickets and transactions. */
  draw: 'game/draw/:drawId',
  bets: 'gamehistory',
  transactions: 'transactionreport',
  profile: 'profile',
  editProfile: 'profile/edit',
} as const
