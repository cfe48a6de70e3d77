import type { Browser, BrowserContext, Page } from 'playwright'
import type { Session } from '../api'
import { listenToMessages } from '../messages'
import { url } from '../suite'
import { launchChromium } from './launch-chromium'

/** How long a page may take to show what is waited for. Only a failing test waits so long. */
const patienceMs = 45_000

/** A browser profile, and a page in it that shows no screen: through it the profile is put in order. */
export type Profile = { context: BrowserContext; desk: Page }

let browser: Promise<Browser> | undefined
/** One Chromium for each worker; it ends with it. */
const chromiumOfWorker = () => (browser ??= launchChromium())

/** Put in order, and not in use. As many as tests of this worker ever had open at the same time. */
const free: Profile[] = []

/**
 * A profile as fresh as a new one, signed in to `session` if one is given: only what the browser has loaded may be in
 * its cache, as it is for whoever works with the suite; loading everything anew took most of a test's time.
 */
export async function takeProfile(session: Session | undefined): Promise<Profile> {
  const profile = free.pop() ?? (await makeProfile())
  if (session) await signIn(profile, session)
  return profile
}

/** For the next test; one that cannot be put in order goes. */
export async function giveBack(profile: Profile): Promise<void> {
  const { context, desk } = profile
  try {
    for (const page of context.pages()) if (page !== desk) await page.close()
    await context.clearCookies()
    await sitDown(desk)
    await desk.evaluate(() => localStorage.clear())
    free.push(profile)
  } catch {
    await context.close()
  }
}

async function makeProfile(): Promise<Profile> {
  const context = await (await chromiumOfWorker()).newContext({
    acceptDownloads: true,
    // What a worker answers could not be cut off; the test of the phone has its own profile.
    serviceWorkers: 'block',
    // A button that is still moving may miss its click on a busy machine.
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(patienceMs)
  await listenToMessages(context)
  return { context, desk: await context.newPage() }
}

/** What an origin stores can only be reached by a page of it. */
async function sitDown(desk: Page): Promise<void> {
  if (desk.url() === 'about:blank') await desk.goto(`${url}/remotes.json`)
}

/** What the login leaves in a browser: the token for every tab, and the cookie for downloads. */
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
  await sitDown(desk)
  await desk.evaluate(value => localStorage.setItem('session-token', value), token)
}
