/** Routes of this remote, relative to `/{role}/`. */
export const paths = {
  times: 'timemaster',
  createTime: 'timemaster/create',
  games: 'gamemaster',
  createGame: 'gamemaster/create',
  editGame: 'gamemaster/edit/:id',
  describeGame: 'gamemaster/description/:id',
  percentages: 'winpercentage',
  /** A page of mf-accounts. */
  createAdmin: 'admin/create',
} as const
