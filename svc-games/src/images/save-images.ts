import type { UploadedFile } from '@cascade/contracts'
import { AppError } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import { type CleanImage, cleanImage, ImageRefusal } from './clean-image'

/**
 * Checks and stores pictures, one after the other, so that one upload never decodes more than one at a time.
 * @returns their hashes, in order.
 * @throws AppError VALIDATION whose `errors` names each picture that is not taken, e.g. `images.2`; none is stored then.
 */
export async function saveImages(
  deps: Pick<GamesDeps, 'images' | 'now'>,
  files: readonly UploadedFile[],
): Promise<string[]> {
  const clean: CleanImage[] = []
  const refused: { index: number; reason: string }[] = []
  for (const [index, file] of files.entries()) {
    const made = await cleanImage(file).catch((error: unknown) => {
      if (!(error instanceof ImageRefusal)) throw error
      refused.push({ index, reason: error.message })
    })
    if (made) clean.push(made)
  }
  const [first] = refused
  if (first) {
    const errors = Object.fromEntries(refused.map(({ index, reason }) => [`images.${index}`, reason]))
    throw new AppError('VALIDATION', `Picture ${first.index + 1}: ${first.reason}`, { errors })
  }
  for (const image of clean) await deps.images.keep(image, deps.now())
  return clean.map(image => image.hash)
}
