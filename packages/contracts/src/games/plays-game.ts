/** Whether an admin plays a game: one without a list of games has them all. @param game by its `_id` */
export const playsGame = (admin: { games: readonly string[] }, game: { _id: string }): boolean =>
  admin.games.length === 0 || admin.games.includes(game._id)
