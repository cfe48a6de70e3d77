import { describe, expect, it } from 'vitest'
import { createUndo } from './undo'

describe('what has to be undone', () => {
  it('is undone last first, a failure included', async () => {
    const undo = createUndo()
    const done: string[] = []
    undo.push(async () => done.push('first'))
    undo.push(async () => Promise.reject(new Error('broken')))
    undo.push(async () => done.push('last'))
    await undo.run()
    expect(done).toEqual(['last', 'first'])
  })

  it('is undone at once when it starts after the end', async () => {
    const undo = createUndo()
    await undo.run()
    const stopped = new Promise<void>(resolve => undo.push(async () => resolve()))
    await expect(stopped).resolves.toBeUndefined()
  })
})
