/** Messages of the games domain. Those of the specification are verbatim, including leading and trailing spaces. */
export const gameTexts = {
  fetchFailed: 'Failed to fetch games. Please try again later.',
  created: 'Game created successfully',
  createFailed: 'Failed to create game',
  updated: 'Game updated successfully',
  updateFailed: 'Failed to update game',
  deleted: 'Game deleted successfully',
  deleteFailed: ' Failed to Game deletion ',
  statusChanged: 'Game status updated successfully',
  statusFailed: 'Failed to update game status',
  missing: 'No game found with the provided ID.',
  none: 'No games available',
  noSuchTime: 'There is no such time.',
  stale: 'Somebody else has changed this game in the meantime.',
  busy: 'Players have open tickets in this game. Deactivate it, and delete it once the draw is settled.',
  noDescription: 'There is no such version.',
  descriptionStale: 'Somebody else has changed this description in the meantime.',
  descriptionChanged: 'Description saved. It counts from the next draw on.',
  intervalNotATime: 'There is no such time. Add it in Time Master first.',
  foreignPicture: 'This picture was not uploaded with this game.',
  optionsAreDescribed: 'The options of this game are written one by one. Change them in its description.',
  /** Placeholders: `return` and `bet`. */
  returnsTooMuch:
    'Under the policy random players would get back {return} % of what they stake. Lower the multiplier of {bet}, or let booster 2 come less often.',
  picturesFixDigits: 'A game with pictures keeps its number of digits.',
  percentagesUpdated: 'Updated successfully',
  percentagesFailed: 'An error occurred',
} as const
