import { describe, expect, it } from 'vitest'
import { describeMissing } from './tools'

describe('describeMissing', () => {
  it('names the skipped tests, the missing programs and their apt and brew packages', () => {
    expect(describeMissing(['prometheus', 'chromium'])).toBe(
      'Skipping the tests of alerts and the browser tests, because these are not installed: Prometheus and Chromium ' +
        '(Debian: sudo apt install prometheus chromium; macOS: brew install prometheus google-chrome).',
    )
  })
})
