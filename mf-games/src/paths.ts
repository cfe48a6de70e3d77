/** Every address of this remote, relative to `/{role}/`. */
export const paths = {
  times: 'timemaster',
  createTime: 'timemaster/create',
  games: 'gamemaster',
} as const
