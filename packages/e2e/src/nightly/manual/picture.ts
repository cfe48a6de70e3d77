import type { Locator, Page } from 'playwright'
import sharp from 'sharp'
import { expect, vi } from 'vitest'
import { isSettled } from '../../support/browser/settled'

/** Minimum size of a picture in px. */
const least = { width: 760, height: 330 }
const around = 36

/** Screenshot of an element and its surroundings, with a ring around the element. */
export async function takePicture(page: Page, element: Locator): Promise<Buffer> {
  await expect.poll(() => isSettled(page)).toBe(true)
  // Retry: a new element can be re-rendered while it is scrolled into view.
  const box = await vi.waitFor(async () => {
    await element.scrollIntoViewIfNeeded({ timeout: 2_000 })
    return element.boundingBox()
  }, 20_000)
  const view = page.viewportSize()
  if (!box || !view) throw new Error('element is not visible')
  const ring = await page.evaluateHandle(({ x, y, width, height }) => {
    const drawn = document.createElement('div')
    Object.assign(drawn.style, {
      position: 'fixed',
      left: `${x - 6}px`,
      top: `${y - 6}px`,
      width: `${width + 12}px`,
      height: `${height + 12}px`,
      border: '3px solid #e5484d',
      borderRadius: '10px',
      boxSizing: 'border-box',
      pointerEvents: 'none',
      zIndex: '99999',
    })
    document.body.append(drawn)
    return drawn
  }, box)
  const along = (from: number, length: number, wanted: number, whole: number) => {
    const size = Math.min(whole, Math.max(wanted, length + 2 * around))
    return {
      from: Math.round(Math.max(0, Math.min(from + length / 2 - size / 2, whole - size))),
      size: Math.floor(size),
    }
  }
  const [h, v] = [along(box.x, box.width, least.width, view.width), along(box.y, box.height, least.height, view.height)]
  const clip = { x: h.from, y: v.from, width: h.size, height: v.size }
  const picture = await page.screenshot({ clip, caret: 'hide' })
  await ring.evaluate(drawn => drawn.remove())
  return sharp(picture).png({ palette: true, colours: 32, dither: 0, compressionLevel: 9, effort: 10 }).toBuffer()
}
