import { expect, it } from 'vitest'
import { knownShapes } from './known-commands'
import { shapesOf } from './shapes'

const unknown = (commandName: string, command: object) =>
  shapesOf({ commandName, command }).filter(shape => !knownShapes.has(shape))

it('shapesOf returns name, options and operators of a command, but no values', () => {
  const lsid = { id: 1 }
  expect(unknown('find', { find: 'rows', filter: { at: { $gte: new Date() } }, sort: { at: -1 }, lsid })).toEqual([])
  expect(unknown('insert', { insert: 'rows', documents: [{ $odd: 1 }], ordered: true, autocommit: false })).toEqual([])
  expect(unknown('find', { find: 'rows', filter: { $where: 'true' }, allowPartialResults: true })).toEqual([
    'find: allowPartialResults',
    '$where',
  ])
  expect(unknown('create', { create: 'rows', autocommit: false })).toEqual(['create in a transaction'])
  const index = { key: { word: 'text' }, name: 'words', weights: {} }
  expect(unknown('createIndexes', { createIndexes: 'rows', indexes: [index] })).toEqual(['createIndexes: weights'])
  expect(unknown('mapReduce', { mapReduce: 'rows' })).toEqual(['mapReduce'])
})
