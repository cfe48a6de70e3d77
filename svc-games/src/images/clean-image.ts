import { createHash } from 'node:crypto'
import type { UploadedFile } from '@cascade/contracts'
import { imageBytesMax, imagePixelsMax } from '@cascade/contracts/games'

/** Loaders of the accepted formats. The library supports fifty, some of which run scripts or open files. */
const allowedLoaders = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
]
type Sharp = typeof import('sharp')['default']
let library: Promise<Sharp> | undefined

/** Loaded on first use: 15 MB that most processes never need. */
async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: allowedLoaders })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** Longest side of a stored picture, in pixels. */
const sidePixelsMax = 512
/** Longest side of an uploaded picture: each row costs time, however short it is. */
const inputSidePixelsMax = 16_384
const decodeTimeoutSeconds = 10

export type CleanImage = { bytes: Buffer<ArrayBuffer>; hash: string }

/** A rejected picture; the message is for the user. */
export class ImageRejection extends Error {
  override name = 'ImageRejection'
}

/**
 * Validates a picture by its content and re-encodes it: upright, at most 512 pixels a side, without metadata, as WebP.
 * @throws ImageRejection
 */
export async function cleanImage({ fileName, bytes }: Pick<UploadedFile, 'fileName' | 'bytes'>): Promise<CleanImage> {
  if (bytes.length === 0) throw new ImageRejection('The file is empty.')
  if (bytes.length > imageBytesMax) throw new ImageRejection('The picture is larger than 2 MB.')
  const kind = detectKind(bytes)
  if (!kind) throw new ImageRejection('Only JPEG, PNG, WebP and GIF pictures are taken.')
  if (isMisnamed(fileName, kind))
    throw new ImageRejection(`The file name does not match: this is ${imageKinds[kind].name}.`)
  library ??= loadSharp()
  const sharp = await library
  await assertStill(sharp, kind, bytes)
  const output = await sharp(bytes, { limitInputPixels: imagePixelsMax, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: decodeTimeoutSeconds })
    .autoOrient()
    .resize({ width: sidePixelsMax, height: sidePixelsMax, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 85 })
    .toBuffer()
    .catch(() => {
      throw new ImageRejection('The picture is damaged or incomplete.')
    })
  const stored = Buffer.from(output)
  return { bytes: stored, hash: createHash('sha256').update(stored).digest('hex') }
}

/** Reads only the header, so that nothing is decoded before its size is known. */
async function assertStill(sharp: Sharp, kind: ImageKind, bytes: Uint8Array): Promise<void> {
  const { width, height, pages } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new ImageRejection('The picture is damaged or incomplete.')
    })
  if (width * height > imagePixelsMax) throw new ImageRejection('The picture has too many pixels: 16 million at most.')
  if (Math.max(width, height) > inputSidePixelsMax) {
    throw new ImageRejection('The picture is too long: 16,384 pixels a side at most.')
  }
  const isAnimated = (pages ?? 1) > 1 || (kind === 'png' && isAnimatedPng(bytes))
  if (isAnimated) throw new ImageRejection('Animated pictures are not taken.')
}

const imageKinds = {
  jpeg: { name: 'a JPEG picture', endings: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  png: { name: 'a PNG picture', endings: ['png'] },
  webp: { name: 'a WebP picture', endings: ['webp'] },
  gif: { name: 'a GIF picture', endings: ['gif'] },
} as const
type ImageKind = keyof typeof imageKinds

const ascii = (bytes: Uint8Array, from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1')

/** The format by magic bytes; undefined if it is not accepted. */
function detectKind(bytes: Uint8Array): ImageKind | undefined {
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp'
  if (ascii(bytes, 0, 6) === 'GIF87a' || ascii(bytes, 0, 6) === 'GIF89a') return 'gif'
  return undefined
}

function isMisnamed(fileName: string, kind: ImageKind): boolean {
  const ending = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase()
  return ending !== undefined && !(imageKinds[kind].endings as readonly string[]).includes(ending)
}

/** Looks for the `acTL` chunk before the pixels, which decoders ignore. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const chunk = ascii(bytes, at + 4, at + 8)
    if (chunk === 'acTL') return true
    if (chunk === 'IDAT' || chunk === 'IEND') return false
  }
  return false
}
