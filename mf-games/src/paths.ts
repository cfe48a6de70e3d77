/** Every address of this remote, relative to `/{role}/`. */
export const paths = {
  times: 'timemaster',
  createTime: 'timemaster/create',
  games: 'gamemaster',
  createGame: 'gamemaster/create',
  editGame: 'gamemaster/edit/:id',
  describeGame: 'gamemaster/description/:id',
  percentages: 'winpercentage',
  /** Where mf-accounts makes admins. */
  createAdmin: 'admin/create',
} as const
