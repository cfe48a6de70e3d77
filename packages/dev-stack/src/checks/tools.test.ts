import { expect, it } from 'vitest'
import { describeMissing } from './tools'

it('one sentence names the tests that are skipped, what is missing, and the packages for apt and brew', () => {
  expect(describeMissing(['prometheus', 'chromium'])).toBe(
    'Skipping the tests of alerts and the browser tests, because these are not installed: Prometheus and Chromium ' +
      '(Debian: sudo apt install prometheus chromium; macOS: brew install prometheus google-chrome).',
  )
})
