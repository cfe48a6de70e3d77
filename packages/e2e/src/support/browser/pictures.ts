import sharp from 'sharp'

export type PictureFile = { name: string; mimeType: string; buffer: Buffer }

export async function makePicture(name: string, background: string): Promise<PictureFile> {
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** Incompressible noise, 3 bytes per pixel. */
export async function makeNoise(name: string, side: number): Promise<PictureFile> {
  const pixels = Buffer.alloc(side * side * 3)
  let state = 7
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    pixels[at] = state >>> 24
  }
  const raw = { width: side, height: side, channels: 3 as const }
  return { name, mimeType: 'image/png', buffer: await sharp(pixels, { raw }).png().toBuffer() }
}

/** RGB colour at the centre of a picture. */
export async function colourOf(bytes: Buffer): Promise<number[]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  return [...data.subarray(at, at + 3)]
}
