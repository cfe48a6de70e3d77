/** Every address of this remote, relative to `/{role}/`. */
export const paths = {
  choose: 'game',
  /** Game and admin in either order: the code of a game is known by its look. */
  live: 'game/:first/:second/:username',
} as const
