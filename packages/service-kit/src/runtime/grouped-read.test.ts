import { describe, expect, it } from 'vitest'
import { createGroupedRead } from './grouped-read'

describe('a grouped read', () => {
  it('shares one query among callers of one turn, and the next among callers that arrive while it runs', async () => {
    const queries: string[][] = []
    const read = createGroupedRead(async ids => {
      queries.push(ids)
      await new Promise(resolve => setImmediate(resolve))
      return new Map(ids.map(id => [id, `value of ${id}`]))
    })
    const textOf = async (id: string) => (await read([id])).get(id)
    const first = [textOf('a'), textOf('b')]
    await Promise.resolve()
    await Promise.resolve()
    const answers = await Promise.all([...first, ...['c', 'd', 'c'].map(textOf)])
    expect(answers).toEqual(['a', 'b', 'c', 'd', 'c'].map(id => `value of ${id}`))
    expect(queries).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  it('reads at most 1,000 ids per shared query, and a large list in its own query', async () => {
    const sizes: number[] = []
    const read = createGroupedRead(async ids => {
      sizes.push(ids.length)
      return new Map<string, string>()
    })
    const many = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}${at}`)
    await Promise.all(Array.from({ length: 25 }, (_, at) => read(many(100, `caller${at}-`))))
    expect(sizes).toEqual([1_000, 1_000, 500])
    await read(many(5_000, 'list'))
    expect(sizes.at(-1)).toBe(5_000)
  })

  it('rejects all callers of a failed query and continues with the next', async () => {
    let isDown = true
    const read = createGroupedRead(async ids => {
      if (isDown) throw new Error('down')
      return new Map(ids.map(id => [id, 1]))
    })
    await expect(read(['a'])).rejects.toThrow('down')
    isDown = false
    expect((await read(['a'])).get('a')).toBe(1)
  })
})
