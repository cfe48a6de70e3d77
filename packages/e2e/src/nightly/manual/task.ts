import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { expect, it } from 'vitest'
import type { Session } from '../../support/api'
import { visit } from '../../support/browser/browser'
import { url } from '../../support/suite'
import type { TaskTitle } from './contents'
import { markdownOf, type PageOfManual, textFile, wordsOf } from './page'
import { takePicture } from './picture'

/** Output folder of `npm run manual`. Without it, tasks run and are compared with the manual. */
const folder = process.env.MANUAL_PAGES

/** Actions of a task; each adds a sentence to the manual page. */
export type TaskActions = {
  page: Page
  /** Waits for an element, takes its picture and clicks it. */
  press(sentence: string, target: Locator): Promise<void>
  /** Runs `act`, then takes a picture of `element`. */
  step(sentence: string, element: Locator, act?: () => Promise<unknown>): Promise<void>
  say(sentence: string, act: () => Promise<unknown>): Promise<void>
}

type Start = {
  /** First paragraph: the role and the outcome. */
  intro: string
  /** The signed-in user; none if the task starts at the login page. */
  as?: () => Promise<Session> | Session
  /** Start path below the area of the user, for example `player`. */
  at: string
}

/** Defines a test that runs a task and writes or checks its manual page. */
export function task(title: TaskTitle, { intro, as, at }: Start, steps: (actions: TaskActions) => Promise<void>): void {
  it(title, { timeout: 180_000 }, async () => {
    const session = await as?.()
    const { page, faults } = await visit({ width: 1180, height: 760, ...(session ? { session } : {}) })
    await page.goto(`${url}/${session ? `${session.user.role}/` : ''}${at}`)
    const manualPage: PageOfManual = { title, intro, steps: [] }
    const addStep = async (sentence: string, element: Locator) => {
      const picture = folder ? await takePicture(page, element) : undefined
      manualPage.steps.push({ sentence, ...(picture ? { picture } : {}) })
    }
    await steps({
      page,
      async press(sentence, target) {
        await target.waitFor()
        await addStep(sentence, target)
        await target.click()
      },
      async step(sentence, element, act) {
        await act?.()
        await element.waitFor()
        await addStep(sentence, element)
      },
      async say(sentence, act) {
        await act()
        manualPage.steps.push({ sentence })
      },
    })
    expect(faults).toEqual([])
    if (!folder) return expect(wordsOf(await readFile(textFile, 'utf8'))).toContain(wordsOf(markdownOf(manualPage)))
    await mkdir(folder, { recursive: true })
    const steps64 = manualPage.steps.map(({ sentence, picture }) => ({
      sentence,
      picture: picture?.toString('base64'),
    }))
    await writeFile(join(folder, `${title}.json`), JSON.stringify({ ...manualPage, steps: steps64 }))
  })
}
