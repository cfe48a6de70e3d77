import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

type Size = { width: number; height: number }
const plain = ({ width, height }: Size) => ({ create: { width, height, channels: 3 as const, background: '#c0392b' } })

export const makePicture = (kind: 'png' | 'jpeg' | 'webp' | 'gif', size: Size = { width: 64, height: 48 }) =>
  sharp(plain(size)).toFormat(kind).toBuffer()

/** A photo as from a phone: rotated, with author and copyright metadata. */
export const makePhotograph = () =>
  sharp(plain({ width: 80, height: 40 }))
    .withExif({ IFD0: { Artist: 'Somebody', Copyright: 'Somewhere' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** Incompressible noise. */
export function makeNoise({ width, height }: Size) {
  const pixels = Buffer.alloc(width * height * 3)
  let state = 42
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    pixels[at] = state >>> 24
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

export async function makeAnimation(kind: 'gif' | 'webp') {
  const frame = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer()
  const frames = await Promise.all(['#ff0000', '#00ff00'].map(frame))
  return sharp(frames, { join: { animated: true } })
    .toFormat(kind)
    .toBuffer()
}

/** A PNG with an animation chunk, which decoders ignore. */
export async function makeAnimatedPng() {
  const still = await makePicture('png')
  const animation = chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))
  const header = 8 + 25
  return Buffer.concat([still.subarray(0, header), animation, still.subarray(header)])
}

/** A few hundred bytes that decompress to the given size. */
export function makeBomb({ width, height }: Size) {
  const row = Buffer.alloc(1 + Math.ceil(width / 8))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const packed = deflateSync(Buffer.concat(Array.from({ length: 100 }, () => row)), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(checksum(body))
  return Buffer.concat([length, body, sum])
}

/** CRC-32 of the PNG standard. */
function checksum(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}
