type Admin = { games: readonly string[]; gamesChosen?: boolean | undefined }

/** Whether an admin plays every game: nobody has chosen any for them yet. One whose last game was taken away has none. */
export const playsAllGames = ({ games, gamesChosen }: Admin): boolean => !gamesChosen && games.length === 0

/** Whether an admin plays a game. @param game by its `_id` */
export const playsGame = (admin: Admin, game: { _id: string }): boolean =>
  playsAllGames(admin) || admin.games.includes(game._id)
