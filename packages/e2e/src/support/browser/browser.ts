import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { onTestFinished, type RunnerTestCase } from 'vitest'
import type { Session } from '../api'
import { acquireProfile, releaseProfile } from './profiles'

export type Visit = { page: Page; faults: string[] }
/** A visit that the caller ends. */
export type OpenVisit = Visit & { leave(): Promise<void> }
export type VisitOptions = {
  width?: number
  height?: number
  session?: Session
  /** From the test context, in concurrent tests. */
  onFinished?: typeof onTestFinished
}

/**
 * Opens a page in an isolated browser profile, with an optional session. `faults` collects page errors and console
 * errors. The profile is released when the test ends.
 */
export async function visit({ onFinished = onTestFinished, ...options }: VisitOptions = {}): Promise<Visit> {
  const opened = await openVisit(options)
  onFinished(async ({ task }) => {
    await explainFailure(task, opened)
    await opened.leave()
  })
  return opened
}

/** Like `visit`, but not tied to one test. */
export async function openVisit(options: Omit<VisitOptions, 'onFinished'> = {}): Promise<OpenVisit> {
  const { width = 1440, height = 900, session } = options
  const profile = await acquireProfile(session)
  const page = await profile.context.newPage()
  await page.setViewportSize({ width, height })
  const faults: string[] = []
  page.on('pageerror', error => faults.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error') faults.push(message.text())
  })
  return { page, faults, leave: () => releaseProfile(profile) }
}

/**
 * Adds URL, page text and screenshot to the error of a failed test. The test summary lists the screenshot even if a
 * retry passes.
 */
export async function explainFailure({ result }: Readonly<RunnerTestCase>, { page, faults }: Visit): Promise<void> {
  const error = result?.errors?.at(-1)
  if (result?.state !== 'fail' || !error) return
  const picture = `\nPicture: ${await saveScreenshot(page)}`
  error.message += (await describePage(page, faults)) + picture
  if (error.stack) error.stack += picture
}

/** Stores a screenshot and the page text next to it. */
async function saveScreenshot(page: Page): Promise<string> {
  const folder = join(tmpdir(), 'cascade-failed-pages')
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}`)
  const timeout = 5_000
  const [html] = await Promise.all([
    page.content().catch(String),
    page.screenshot({ path: `${path}.png`, timeout }).catch(() => undefined),
  ])
  await writeFile(`${path}.html`, html)
  return `${path}.png`
}

async function describePage(page: Page, faults: readonly string[]): Promise<string> {
  const pageText = await page
    .locator('body')
    .innerText({ timeout: 2_000 })
    .catch(() => 'nothing')
  return `\nThe page was at ${page.url()}. Its faults: ${faults.join('; ') || 'none'}. It showed:\n${pageText}`
}
