/** Every address of this remote, relative to `/{role}/`. */
export const paths = {
  /** The board of all games. */
  games: 'game',
  /** Game and admin in either order: the code of a game is known by its look. Links write the game first. */
  live: 'game/:first/:second/:username',
  /** The same board on the whole screen. */
  wall: 'game/wall',
  draws: 'game/draws/:gameId/:adminId',
  draw: 'game/draw/:drawId',
  funTarget: 'funtarget',
  funRoullet: 'funroullet',
  onlinePlayers: 'onlineplayers',
  /** Where mf-accounts makes players. */
  createPlayer: 'player/create',
} as const
