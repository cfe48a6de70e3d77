/** Every address of this remote, relative to `/{role}/`. */
export const paths = {
  games: 'game',
  /** Game and admin in either order: the code of a game is known by its look. Links write the game first. */
  live: 'game/:first/:second/:username',
  draw: 'game/draw/:drawId',
} as const
