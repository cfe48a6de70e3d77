import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { launchChromium } from '../../support/browser/launch-chromium'
import type { Driver } from './driver'

type Action = { type: string; x?: number; y?: number; value?: string }
const control = '\uE009'

/** Starts Chromium. @param folder empty, for its downloads */
export async function launchChromiumDriver(folder: string): Promise<Driver> {
  const downloads = join(folder, 'downloads')
  await mkdir(downloads)
  const browser = await launchChromium()
  // Clicks on moving buttons can miss.
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  page.on('download', async file => {
    const partial = join(folder, 'partial')
    await file.saveAs(partial)
    await rename(partial, join(downloads, file.suggestedFilename()))
  })
  const keyOf = ({ value = '' }: Action) => (value === control ? 'Control' : value)
  const act: Record<string, (action: Action) => Promise<void>> = {
    pointerMove: ({ x = 0, y = 0 }) => page.mouse.move(x, y),
    pointerDown: () => page.mouse.down(),
    pointerUp: () => page.mouse.up(),
    keyDown: action => page.keyboard.down(keyOf(action)),
    keyUp: action => page.keyboard.up(keyOf(action)),
  }
  return {
    downloads,
    async goTo(url) {
      await page.goto(url)
    },
    evaluate: expression => page.evaluate(expression),
    async perform(sources) {
      for (const { actions } of sources as { actions: Action[] }[])
        for (const action of actions) await act[action.type]?.(action)
    },
    resize: (width, height) => page.setViewportSize({ width, height }),
    takePicture: () => page.screenshot(),
    close: () => browser.close(),
  }
}
