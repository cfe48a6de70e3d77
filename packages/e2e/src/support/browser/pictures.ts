import sharp from 'sharp'

export type PictureFile = { name: string; mimeType: string; buffer: Buffer }

/** A picture of one colour, as a file that a browser may choose. */
export async function makePicture(name: string, background: string): Promise<PictureFile> {
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** Noise, which no compression makes small: three bytes a pixel. */
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

/** The middle of a picture, as red, green and blue. */
export async function colourOf(bytes: Buffer): Promise<number[]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  return [...data.subarray(at, at + 3)]
}
