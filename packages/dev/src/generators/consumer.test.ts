import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { repository } from '../build/packages'
import { generateConsumer } from './consumer'

const inside = join(repository, 'packages', 'loyalty')
const parent = dirname(repository.replace(/\/$/, ''))
const isNoName = 'is no name of a service: small letters, digits and hyphens, and no part of the suite.'

it.each([
  ['inside of the repository', inside, `${inside} is inside of this repository: choose a folder outside.`],
  ['that is not empty', parent, `${parent} is not empty: choose a new folder.`],
  ['with capital letters', join(parent, 'Loyalty'), `Loyalty ${isNoName}`],
  ['with the name of a domain', join(parent, 'live'), `live ${isNoName}`],
])('the generator of a consumer rejects a folder %s in one sentence', async (_what, folder, sentence) => {
  await expect(generateConsumer(folder)).rejects.toThrow(sentence)
})
