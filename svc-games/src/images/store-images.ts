import type { UploadedFile } from '@cascade/contracts'
import { AppError, type Background, type Logger, startLoop } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import { type CleanImage, cleanImage, ImageRejection } from './clean-image'

/**
 * Checks and stores pictures one at a time, so that an upload never decodes two at once.
 * @returns their hashes, in order
 * @throws AppError VALIDATION whose `errors` has an entry per rejected picture, e.g. `images.2`; none is stored then
 */
export async function saveImages(
  deps: Pick<GamesDeps, 'images' | 'now'>,
  files: readonly UploadedFile[],
): Promise<string[]> {
  const clean: CleanImage[] = []
  const rejected: { index: number; reason: string }[] = []
  for (const [index, file] of files.entries()) {
    const image = await cleanImage(file).catch((error: unknown) => {
      if (!(error instanceof ImageRejection)) throw error
      rejected.push({ index, reason: error.message })
    })
    if (image) clean.push(image)
  }
  const [first] = rejected
  if (first) {
    const errors = Object.fromEntries(rejected.map(({ index, reason }) => [`images.${index}`, reason]))
    throw new AppError('VALIDATION', `Picture ${first.index + 1}: ${first.reason}`, { errors })
  }
  for (const image of clean) await deps.images.store(image, deps.now())
  return clean.map(image => image.hash)
}

const everyMs = 10 * 60_000
/** Longer than the time between storing a picture and storing its game, also on a slow connection. */
const graceMs = 60 * 60_000
const batchSize = 100

/** Removes pictures that no game uses: of rejected creates and of deleted games. */
export async function sweepImages(
  { images, games, now }: Pick<GamesDeps, 'images' | 'games' | 'now'>,
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(now().getTime() - graceMs)
  let after = ''
  while (!signal?.aborted) {
    const stale = await images.findStale(before, after, batchSize)
    const used = await games.findUsedImages(stale)
    for (const hash of stale) if (!used.has(hash)) await images.remove(hash, before)
    if (stale.length < batchSize) return
    after = stale.at(-1) ?? ''
  }
}

/** Safe to run on several replicas at once. */
export const startSweeping = (deps: GamesDeps, logger: Logger): Background =>
  startLoop(
    async signal => {
      await sweepImages(deps, signal)
      return undefined
    },
    { everyMs, logger, name: 'sweep-images' },
  )
