import { imageBytesMax } from '@cascade/contracts/games'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makeAnimatedPng, makeAnimation, makeBomb, makeNoise, makePhotograph, makePicture } from '../testing/pictures'
import { cleanImage } from './clean-image'

const clean = async (bytes: Uint8Array | Promise<Uint8Array>, name = '') =>
  cleanImage({ fileName: name, bytes: await bytes })
const refusalOf = (bytes: Uint8Array | Promise<Uint8Array>, name?: string) =>
  clean(bytes, name).then(
    () => 'taken',
    (error: Error) => `${error.name}: ${error.message}`,
  )

describe('cleanImage', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('converts a %s picture to WebP', async kind => {
    const { bytes } = await clean(makePicture(kind), `picture.${kind}`)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 64, height: 48 })
  })

  it('applies the orientation and removes all metadata', async () => {
    const { bytes } = await clean(makePhotograph(), 'DCIM0001.JPG')
    const made = await sharp(bytes).metadata()
    expect([made.width, made.height]).toEqual([40, 80])
    expect([made.exif, made.icc, made.xmp, made.iptc, made.orientation]).toEqual(Array(5).fill(undefined))
    expect(bytes.includes('Somebody')).toBe(false)
  })

  it('scales to at most 512 pixels and keeps the aspect ratio', async () => {
    const { bytes } = await clean(makePicture('png', { width: 2000, height: 1000 }))
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 512, height: 256 })
  })

  it('names identical pictures by the same hash', async () => {
    const [first, again, other] = [
      await clean(makePicture('png')),
      await clean(makePicture('png')),
      await clean(makePicture('png', { width: 10, height: 10 })),
    ]
    expect(first.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(again.hash).toBe(first.hash)
    expect(other.hash).not.toBe(first.hash)
  })
})

describe('image rejection', () => {
  it('rejects an empty file', async () => {
    expect(await refusalOf(new Uint8Array())).toBe('ImageRejection: The file is empty.')
  })

  it('rejects a file over 2 MB', async () => {
    const noise = await makeNoise({ width: 1000, height: 1000 })
    expect(noise.length).toBeGreaterThan(imageBytesMax)
    expect(await refusalOf(noise, 'noise.png')).toBe('ImageRejection: The picture is larger than 2 MB.')
  })

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'],
    [
      'SVG with a declaration',
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['PDF', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'],
    ['TIFF', 'II*\0\b\0\0\0\0\0'],
    ['text', 'hello'],
  ])('rejects %s whatever its file name', async (_kind, text) => {
    const answer = 'ImageRejection: Only JPEG, PNG, WebP and GIF pictures are taken.'
    expect(await refusalOf(Buffer.from(text), 'photo.png')).toBe(answer)
  })

  it('rejects AVIF', async () => {
    const avif = sharp(await makePicture('png'))
      .avif()
      .toBuffer()
    expect(await refusalOf(avif)).toContain('Only JPEG, PNG, WebP and GIF')
  })

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('rejects a truncated %s picture', async kind => {
    const whole =
      kind === 'png' ? await makeNoise({ width: 60, height: 60 }) : await makePicture(kind, { width: 600, height: 600 })
    const half = whole.subarray(0, Math.floor(whole.length / 2))
    expect(await refusalOf(half, `half.${kind}`)).toBe('ImageRejection: The picture is damaged or incomplete.')
  })

  it('rejects a PNG with corrupted content', async () => {
    const bytes = await makeNoise({ width: 60, height: 60 })
    bytes.fill(7, 2000, 2400)
    expect(await refusalOf(bytes)).toBe('ImageRejection: The picture is damaged or incomplete.')
  })

  it.each(['gif', 'webp'] as const)('rejects an animated %s picture', async kind => {
    expect(await refusalOf(makeAnimation(kind), `moves.${kind}`)).toBe(
      'ImageRejection: Animated pictures are not taken.',
    )
  })

  it('rejects an animated PNG', async () => {
    expect(await refusalOf(makeAnimatedPng(), 'moves.png')).toBe('ImageRejection: Animated pictures are not taken.')
  })

  it('rejects a decompression bomb before decoding it', async () => {
    const bomb = makeBomb({ width: 60_000, height: 60_000 })
    expect(bomb.length).toBeLessThan(2000)
    const before = process.memoryUsage().rss
    expect(await refusalOf(bomb, 'bomb.png')).toBe(
      'ImageRejection: The picture has too many pixels: 16 million at most.',
    )
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
  })

  it.each([
    { width: 1, height: 16_000_000 },
    { width: 16_385, height: 1 },
  ])('rejects a picture of $width × $height pixels by its header', async size => {
    const answer = 'ImageRejection: The picture is too long: 16,384 pixels a side at most.'
    expect(await refusalOf(makeBomb(size), 'long.png')).toBe(answer)
  })

  it('rejects a file name of another picture type', async () => {
    const answer = 'ImageRejection: The file name does not match: this is a JPEG picture.'
    expect(await refusalOf(makePicture('jpeg'), 'photo.png')).toBe(answer)
    expect(await refusalOf(makePicture('jpeg'), 'photo.jpg.exe')).toBe(answer)
    expect(await refusalOf(makePicture('jpeg'), 'photo.JPEG')).toBe('taken')
    expect(await refusalOf(makePicture('jpeg'), 'photo')).toBe('taken')
  })
})
