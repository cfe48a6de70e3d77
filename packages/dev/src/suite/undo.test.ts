import { describe, expect, it } from 'vitest'
import { createUndo } from './undo'

describe('createUndo', () => {
  it('runs steps last to first, and continues after a failure', async () => {
    const undo = createUndo()
    const done: string[] = []
    undo.push(async () => done.push('first'))
    undo.push(async () => Promise.reject(new Error('broken')))
    undo.push(async () => done.push('last'))
    await undo.run()
    expect(done).toEqual(['last', 'first'])
  })

  it('runs a step at once that is added after the end', async () => {
    const undo = createUndo()
    await undo.run()
    const stopped = new Promise<void>(resolve => undo.push(async () => resolve()))
    await expect(stopped).resolves.toBeUndefined()
  })
})
