import type { LiveChange, LiveGame, LiveOption } from './live-game'

type OptionChanges = NonNullable<LiveChange['data']>

/**
 * Applies a change to a live game. Unchanged options keep their identity, so that a screen re-renders only the others.
 * @returns the same state for an old change; undefined if an earlier change is missing
 */
export function applyLiveChange(game: LiveGame, change: LiveChange): LiveGame | undefined {
  const { epoch, number } = change.feed
  if (epoch !== game.feed.epoch) return undefined
  if (number <= game.feed.number) return game
  if (number !== game.feed.number + 1) return undefined
  const { cleared = false, data, dataColors, dataCardTypes, ...figures } = change
  return {
    ...game,
    ...figures,
    data: changed(game.data, data, cleared),
    dataColors: changed(game.dataColors, dataColors, cleared),
    dataCardTypes: changed(game.dataCardTypes, dataCardTypes, cleared),
  }
}

function changed(options: LiveOption[], changes: OptionChanges | undefined, cleared: boolean): LiveOption[] {
  if (!changes && !cleared) return options
  const fresh = cleared ? options.map(emptied) : [...options]
  for (const { index, ...figures } of changes ?? []) {
    const option = fresh[index]
    if (option) fresh[index] = { ...option, ...figures }
  }
  return fresh
}

const emptied = (option: LiveOption): LiveOption =>
  option.sum === 0 && option.liability === 0 ? option : { ...option, sum: 0, liability: 0, liabilityBoosted: 0 }
