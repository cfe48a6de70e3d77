import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright'
import { expect } from 'vitest'

const stepOf = (ms: number) => Math.floor(ms / 30_000)

/** An authenticator app that a test adds on the page Security. */
export function createAuthenticator() {
  let secret = ''
  let usedStep = 0

  /** The next code that has not been used, as each is accepted once and one step early at most. */
  async function nextCode(): Promise<string> {
    usedStep = Math.max(usedStep + 1, stepOf(Date.now()) - 1)
    await expect.poll(() => stepOf(Date.now()) + 1, { timeout: 60_000 }).toBeGreaterThanOrEqual(usedStep)
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: usedStep * 30_000 })
  }
  return {
    nextCode,
    async add(page: Page): Promise<void> {
      await page.getByRole('button', { name: 'Add an authenticator app', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
      await dialog.getByLabel('Name').fill('Phone')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
      await dialog.getByLabel('Code of the app').fill(await nextCode())
      await dialog.getByRole('button', { name: 'Add an authenticator app' }).click()
      expect(await storeRecoveryCodes(page)).toHaveLength(10)
    },
  }
}

/** Confirms the dialog of new recovery codes. @returns the codes */
export async function storeRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Recovery codes' })
  await dialog.getByText('Each code signs you in once').waitFor()
  const codes = await dialog.getByRole('listitem').allTextContents()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'hidden' })
  return codes
}
