import { AppError } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import { type CleanImage, cleanImage, ImageRefusal } from './clean-image'

/**
 * Checks and stores pictures, one after the other, so that one upload never decodes more than one at a time.
 * @returns their hashes, in order.
 * @throws AppError VALIDATION whose `errors` names each picture that is not taken, e.g. `images.2`; none is stored then.
 */
export async function saveImages(deps: Pick<GamesDeps, 'images' | 'now'>, files: readonly File[]): Promise<string[]> {
  const clean: CleanImage[] = []
  const errors: Record<string, string> = {}
  for (const [index, file] of files.entries()) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    await cleanImage({ name: file.name, bytes }).then(
      image => clean.push(image),
      (error: unknown) => {
        if (!(error instanceof ImageRefusal)) throw error
        errors[`images.${index}`] = error.message
      },
    )
  }
  const [first] = Object.entries(errors)
  if (first) throw new AppError('VALIDATION', `Picture ${Number(first[0].slice(7)) + 1}: ${first[1]}`, { errors })
  for (const image of clean) await deps.images.keep(image, deps.now())
  return clean.map(image => image.hash)
}
