import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { leafHash, merklePath, merkleRoot, rootFromPath } from './ticket-tree'

const leaves = (count: number) => Array.from({ length: count }, (_, at) => leafHash(new TextEncoder().encode(`t${at}`)))
const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex')

/** The definition of RFC 6962, 2.1, implemented literally with another SHA-256. */
function rootByDefinition(entries: readonly string[]): Buffer {
  const sha = (...parts: (string | Buffer)[]) =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
  if (entries.length === 0) return sha('')
  if (entries.length === 1) return sha(Buffer.of(0), entries[0] ?? '')
  let k = 1
  while (k * 2 < entries.length) k *= 2
  return sha(Buffer.of(1), rootByDefinition(entries.slice(0, k)), rootByDefinition(entries.slice(k)))
}

describe('the tree of tickets', () => {
  it.each([0, 1, 2, 3, 4, 5, 7, 8, 9, 100, 511, 512, 513])('has the root of RFC 6962 for %s leaves', count => {
    expect(hex(merkleRoot(leaves(count)))).toBe(
      rootByDefinition(leaves(count).map((_, at) => `t${at}`)).toString('hex'),
    )
  })

  it('proves every leaf and nothing else', () => {
    for (let size = 1; size <= 40; size++) {
      const hashes = leaves(size)
      const root = hex(merkleRoot(hashes))
      for (const [index, hash] of hashes.entries()) {
        const path = merklePath(hashes, index)
        expect(hex(rootFromPath(hash, { index, size, path }))).toBe(root)
        expect(hex(rootFromPath(leafHash(hash), { index, size, path }))).not.toBe(root)
        expect(hex(rootFromPath(hash, { index, size, path: [...path, hash] }))).not.toBe(root)
        if (size > 1) expect(hex(rootFromPath(hash, { index: (index + 1) % size, size, path }))).not.toBe(root)
      }
    }
  })

  it.each([1, 511, 512, 513, 1024, 1025, 1300, 2600])(
    'is the same when computed in blocks of 512, for %s leaves',
    size => {
      const hashes = leaves(size)
      const blocks = Array.from({ length: Math.ceil(size / 512) }, (_, at) => hashes.slice(at * 512, (at + 1) * 512))
      const roots = blocks.map(merkleRoot)
      expect(hex(merkleRoot(roots))).toBe(hex(merkleRoot(hashes)))
      for (const index of [0, size >> 1, size - 1]) {
        const block = Math.floor(index / 512)
        const path = [...merklePath(blocks[block] ?? [], index % 512), ...merklePath(roots, block)]
        expect(path.map(hex)).toEqual(merklePath(hashes, index).map(hex))
      }
    },
  )
})
