import type { Browser, BrowserContext, Page } from 'playwright'
import type { Session } from '../api'
import { listenToMessages } from '../messages'
import { url } from '../suite'
import { launchChromium } from './launch-chromium'

/** Default timeout of page waits; only failing tests reach it. */
const patienceMs = 45_000

/** A browser profile and a blank page in it for resetting the profile. */
export type Profile = { context: BrowserContext; desk: Page }

let browser: Promise<Browser> | undefined
/** The browser of this worker, for profiles of another kind. */
export const chromiumOfWorker = () => (browser ??= launchChromium())

/** Reset profiles for reuse; at most as many as were ever open at the same time. */
const free: Profile[] = []

/**
 * A clean profile, optionally signed in to `session`. Only the HTTP cache is kept: reloading everything took most of a
 * test's time.
 */
export async function acquireProfile(session: Session | undefined): Promise<Profile> {
  const profile = free.pop() ?? (await makeProfile())
  if (session) await signIn(profile, session)
  return profile
}

/** Resets a profile for the next test; closes it if that fails. */
export async function releaseProfile(profile: Profile): Promise<void> {
  const { context, desk } = profile
  try {
    for (const page of context.pages()) if (page !== desk) await page.close()
    await context.clearCookies()
    await openBlankPage(desk)
    await desk.evaluate(() => localStorage.clear())
    free.push(profile)
  } catch {
    await context.close()
  }
}

async function makeProfile(): Promise<Profile> {
  const context = await (await chromiumOfWorker()).newContext({
    acceptDownloads: true,
    // Responses of a service worker could not be intercepted; the phone test has its own profile.
    serviceWorkers: 'block',
    // Clicks on moving buttons can miss on a busy machine.
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(patienceMs)
  await listenToMessages(context)
  return { context, desk: await context.newPage() }
}

/** Storage of an origin is only accessible from a page of that origin. */
async function openBlankPage(desk: Page): Promise<void> {
  if (desk.url() === 'about:blank') await desk.goto(`${url}/remotes.json`)
}

/** Stores the token for all tabs and the download cookie, like the login. */
async function signIn({ context, desk }: Profile, { token }: Session): Promise<void> {
  const { hostname } = new URL(url)
  await context.addCookies([
    {
      name: 'session-token',
      value: token,
      domain: hostname,
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Strict',
    },
  ])
  await openBlankPage(desk)
  await desk.evaluate(value => localStorage.setItem('session-token', value), token)
}
