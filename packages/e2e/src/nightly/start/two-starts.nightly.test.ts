import { join } from 'node:path'
import { demoPassword, freePort, provideNewestNode } from '@cascade/dev'
import { afterEach, describe, expect, it } from 'vitest'
import { apiAt } from '../../support/api'
import { npmStart, type Start } from '../../support/npm-start'
import { copyTree, type TreeCopy } from '../../support/tree-copy'

/** The first start builds everything. */
const startMs = 420_000
let tree: TreeCopy | undefined
let suite: Start | undefined

afterEach(async () => {
  await suite?.stop()
  await tree?.remove()
})

describe('the latest Node.js LTS', () => {
  it('starts the suite twice from one folder, and users can sign in each time', {
    timeout: 2 * startMs,
  }, async () => {
    const node = await provideNewestNode()
    tree = await copyTree()
    const port = await freePort()
    const ids: string[] = []
    for (const _start of ['first', 'second']) {
      const running = npmStart({ node, root: tree.folder, dataDir: join(tree.folder, '.data'), port })
      suite = running
      await expect
        .poll(() => running.hasEnded() || running.output().includes('Cascade is ready'), { timeout: startMs })
        .toBe(true)
      expect(running.output()).toContain('Cascade is ready')
      const { user } = await apiAt(`http://127.0.0.1:${port}`).login('master1', demoPassword)
      ids.push(user._id)
      await running.stop()
    }
    expect(ids[1]).toBe(ids[0])
  })
})
