import { expect, it } from 'vitest'
import { createGroupedRead } from './grouped-read'

it('shares the next query among all who ask while one is under way', async () => {
  const queries: string[][] = []
  const read = createGroupedRead(async ids => {
    queries.push(ids)
    await new Promise(resolve => setImmediate(resolve))
    return new Map(ids.map(id => [id, `value of ${id}`]))
  })
  const answers = await Promise.all(['a', 'b', 'c', 'b'].map(id => read([id])))
  expect(answers.map((found, at) => found.get(['a', 'b', 'c', 'b'][at] ?? ''))).toEqual([
    'value of a',
    'value of b',
    'value of c',
    'value of b',
  ])
  expect(queries).toEqual([['a'], ['b', 'c']])
})

it('asks for no more than a thousand ids at once, and for a long list by itself', async () => {
  const sizes: number[] = []
  const read = createGroupedRead(async ids => {
    sizes.push(ids.length)
    return new Map<string, string>()
  })
  const many = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}${at}`)
  await Promise.all(Array.from({ length: 25 }, (_, at) => read(many(100, `caller${at}-`))))
  expect(sizes).toEqual([100, 1_000, 1_000, 400])
  await read(many(5_000, 'list'))
  expect(sizes.at(-1)).toBe(5_000)
})

it('tells a failure to those of the group, and reads on for the next', async () => {
  let isDown = true
  const read = createGroupedRead(async ids => {
    if (isDown) throw new Error('down')
    return new Map(ids.map(id => [id, 1]))
  })
  await expect(read(['a'])).rejects.toThrow('down')
  isDown = false
  expect((await read(['a'])).get('a')).toBe(1)
})
