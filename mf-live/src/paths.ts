/** Routes of this remote, relative to `/{role}/`. */
export const paths = {
  games: 'game',
  /** Game and admin in either order (see `parseOffering`); links write the game first. */
  live: 'game/:first/:second/:username',
  /** The board in full screen. */
  wall: 'game/wall',
  draws: 'game/draws/:gameId/:adminId',
  draw: 'game/draw/:drawId',
  funTarget: 'funtarget',
  funRoullet: 'funroullet',
  onlinePlayers: 'onlineplayers',
  /** A page of mf-accounts. */
  createPlayer: 'player/create',
} as const
