import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { actOn, answer, confirmDialog, field, findRow, rowOf, submit } from '../../support/accounts-screen'
import { api } from '../../support/suite'
import { visitorAs } from '../../support/visitor-as'
import { createAccount, fund, uniqueNumber } from '../../support/world'

describe('click targets', () => {
  const visitor = visitorAs('superadmin')

  it('in menus and dialogs have their final size from the first frame with reduced motion', async () => {
    const { username } = visitor.branch.admin
    const page = await visitor.open('admin', 'Admin')
    const row = await findRow(page, username)
    const menu = await watch(page, '.ant-dropdown', 'size')
    const dialog = await watch(page, '[role=dialog]', 'size')
    await actOn(page, row, 'Delete', username)
    const confirmation = await confirmDialog(
      page,
      'Delete Confirmation',
      `Are you sure you want to delete ${username}?`,
    )
    expect([await menu(), await dialog()]).toEqual([[expect.any(String)], [expect.any(String)]])
    await answer(confirmation, 'Cancel')
    // Toasts disappear even without an animation.
    await actOn(page, row, 'Edit', username)
    await field(page, 'First Name').fill(`Another ${uniqueNumber()}`)
    await submit(page).click()
    const toast = page.locator('.ant-message').getByText('User updated successfully!')
    await toast.waitFor()
    await toast.waitFor({ state: 'detached' })
  })

  it('in a row keep their position when surrounding rows disappear', async () => {
    const { superadmin, branch } = visitor
    await fund(api, superadmin, 'admin', branch.admin._id, 123_456.78)
    const { username } = await createAccount(api, superadmin, 'admin', superadmin.user._id)
    const page = await visitor.open('admin', 'Admin')
    const link = `a[aria-label="Credit Transfer ${username}"]`
    await page.locator(link).waitFor()
    const places = await watch(page, link, 'place')
    await page.getByPlaceholder('Username, name or unique id').fill(username)
    await rowOf(page, branch.admin.username).waitFor({ state: 'detached' })
    expect(await places()).toEqual([expect.any(String)])
  })
})

/** Samples every frame. The result resolves 20 frames later with all distinct sizes or left edges. */
async function watch(page: Page, selector: string, what: 'size' | 'place'): Promise<() => Promise<string[]>> {
  const watched = await page.evaluateHandle(
    ([wanted, isSize]) => {
      const seen = new Set<string>()
      const look = () => {
        for (const element of document.querySelectorAll(wanted)) {
          const { x, width, height } = element.getBoundingClientRect()
          if (element.checkVisibility()) seen.add(isSize ? `${width} × ${height}` : `${x}`)
        }
        requestAnimationFrame(look)
      }
      look()
      return seen
    },
    [selector, what === 'size'] as const,
  )
  return () =>
    watched.evaluate(async seen => {
      for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame)
      return [...seen]
    })
}
