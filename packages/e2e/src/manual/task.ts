import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { expect, it } from 'vitest'
import type { Session } from '../support/api'
import { visit } from '../support/browser/browser'
import { url } from '../support/suite'
import type { TaskTitle } from './contents'
import { markdownOf, type PageOfManual, textFile, wordsOf } from './page'
import { takePicture } from './picture'

/** Where `npm run manual` wants the pages; without it tasks are only gone through, and compared with the manual. */
const folder = process.env.MANUAL_PAGES

/** The hand of an operator who does a task and tells what they do. */
export type Hand = {
  page: Page
  /** Waits for what is to be pressed, shows it, and presses it. */
  press(sentence: string, target: Locator): Promise<void>
  /** Does something, then shows what is to be seen. */
  step(sentence: string, shown: Locator, act?: () => Promise<unknown>): Promise<void>
  /** A step that needs no picture. */
  say(sentence: string, act: () => Promise<unknown>): Promise<void>
}

type Start = {
  /** Who does it, and what comes of it. */
  intro: string
  /** Nobody where the task begins at the login. */
  as?: () => Promise<Session> | Session
  /** Below the area of whoever does it, e.g. `player`. */
  at: string
}

/** A test that goes through a task of the day as its page in the manual tells it, and writes that page. */
export function task(title: TaskTitle, { intro, as, at }: Start, steps: (hand: Hand) => Promise<void>): void {
  it(title, { timeout: 180_000 }, async () => {
    const session = await as?.()
    const { page, faults } = await visit({ width: 1180, height: 760, ...(session ? { session } : {}) })
    await page.goto(`${url}/${session ? `${session.user.role}/` : ''}${at}`)
    const told: PageOfManual = { title, intro, steps: [] }
    const tell = async (sentence: string, shown: Locator) => {
      const picture = folder ? await takePicture(page, shown) : undefined
      told.steps.push({ sentence, ...(picture ? { picture } : {}) })
    }
    await steps({
      page,
      async press(sentence, target) {
        await target.waitFor()
        await tell(sentence, target)
        await target.click()
      },
      async step(sentence, shown, act) {
        await act?.()
        await shown.waitFor()
        await tell(sentence, shown)
      },
      async say(sentence, act) {
        await act()
        told.steps.push({ sentence })
      },
    })
    expect(faults).toEqual([])
    if (!folder) return expect(wordsOf(await readFile(textFile, 'utf8'))).toContain(wordsOf(markdownOf(told)))
    await mkdir(folder, { recursive: true })
    const steps64 = told.steps.map(({ sentence, picture }) => ({ sentence, picture: picture?.toString('base64') }))
    await writeFile(join(folder, `${title}.json`), JSON.stringify({ ...told, steps: steps64 }))
  })
}
