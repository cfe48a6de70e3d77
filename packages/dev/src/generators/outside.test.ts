import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repository } from '../build/packages'
import { generateConsumer } from './consumer'
import { outsideFolder } from './outside'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cascade-outside-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a new repository', () => {
  it('has the name of its folder as id', () => {
    expect(outsideFolder(join(folder, 'top-balances'))).toEqual({
      folder: join(folder, 'top-balances'),
      id: 'top-balances',
      title: 'Top Balances',
    })
  })

  it('has a plain name, an empty folder, and is outside of this one', () => {
    mkdirSync(join(folder, 'full'))
    writeFileSync(join(folder, 'full', 'file'), '')
    expect(() => outsideFolder('')).toThrow('Give the folder of the new repository')
    expect(() => outsideFolder(join(folder, 'Loyalty_1'))).toThrow('Loyalty_1: the name has small letters')
    expect(() => outsideFolder(join(folder, 'a'.repeat(41)))).toThrow('at most 40')
    expect(() => outsideFolder(join(repository, 'loyalty'))).toThrow('is inside this repository')
    expect(() => outsideFolder(join(folder, 'full'))).toThrow('full is not an empty folder.')
  })

  it('cannot have the name of one of our services', async () => {
    await expect(generateConsumer(join(folder, 'live'))).rejects.toThrow('live is the name of a part of the suite')
  })
})
