/** Pictures that are taken, by the name of their loader, with the endings that files of this kind have. */
export const imageKinds = {
  jpeg: { name: 'a JPEG picture', endings: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  png: { name: 'a PNG picture', endings: ['png'] },
  webp: { name: 'a WebP picture', endings: ['webp'] },
  gif: { name: 'a GIF picture', endings: ['gif'] },
} as const
export type ImageKind = keyof typeof imageKinds

const ascii = (bytes: Uint8Array, from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1')

/** What a file is by its first bytes, whatever its name says; undefined for everything that is not taken. */
export function kindOf(bytes: Uint8Array): ImageKind | undefined {
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp'
  if (ascii(bytes, 0, 6) === 'GIF87a' || ascii(bytes, 0, 6) === 'GIF89a') return 'gif'
  return undefined
}

/** Whether the ending of a file's name says that it is something else. A name without an ending says nothing. */
export function isMisnamed(fileName: string, kind: ImageKind): boolean {
  const ending = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase()
  return ending !== undefined && !(imageKinds[kind].endings as readonly string[]).includes(ending)
}

/** An animated PNG says so in a chunk before its pixels, which decoders pass over. */
export function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const chunk = ascii(bytes, at + 4, at + 8)
    if (chunk === 'acTL') return true
    if (chunk === 'IDAT' || chunk === 'IEND') return false
  }
  return false
}
