import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { actOn, confirmDialog, findRow } from '../support/accounts-screen'
import { visitorAs } from '../support/visitor-as'

describe('for whoever wants no motion', () => {
  const visitor = visitorAs('superadmin')

  it('a menu and a dialog have the size in which they will be clicked from their first frame on', async () => {
    const page = await visitor.open('admin', 'Admin')
    const { username } = visitor.branch.admin
    const row = await findRow(page, username)
    const menuSizes = await watchSizes(page, '.ant-dropdown')
    const dialogSizes = await watchSizes(page, '[role=dialog]')
    await actOn(page, row, 'Delete', username)
    await confirmDialog(page, 'Delete Confirmation', `Are you sure you want to delete ${username}?`)
    expect([await menuSizes(), await dialogSizes()]).toEqual([[expect.any(String)], [expect.any(String)]])
  })
})

/** Looks in every frame from now on; answers each size that was seen until 20 frames after it is asked. */
async function watchSizes(page: Page, selector: string): Promise<() => Promise<string[]>> {
  const watch = await page.evaluateHandle(wanted => {
    const seen = new Set<string>()
    const look = () => {
      for (const element of document.querySelectorAll(wanted)) {
        const { width, height } = element.getBoundingClientRect()
        if (element.checkVisibility()) seen.add(`${width} × ${height}`)
      }
      requestAnimationFrame(look)
    }
    look()
    return seen
  }, selector)
  return () =>
    watch.evaluate(async seen => {
      for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame)
      return [...seen]
    })
}
