import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import {
  type CollectionRows,
  type DomainName,
  domainNames,
  type InstallationMode,
  installationCallsOf,
} from '@cascade/contracts'
import {
  AppError,
  createInternalClient,
  createTokenSigner,
  type ServiceUrls,
  sleep,
  type TokenSigner,
} from '@cascade/service-kit'

const callMs = 60_000
const changeMs = 60_000
const againMs = 250

type Options = { urls: ServiceUrls; privateJwk: Parameters<typeof createTokenSigner>[0]; by: string }

/** The services of an installation, told to rest, to hand out and to take in what they store. */
export async function createInstallationClient({ urls, privateJwk, by }: Options) {
  const sign = await createTokenSigner(privateJwk)
  const call = createInternalClient({ urls, sign, timeoutMs: callMs })
  const each = <T>(ask: (domain: DomainName) => Promise<T>) => Promise.all(domainNames.map(ask))

  return {
    state: (domain: DomainName) => call(installationCallsOf(domain).state, { body: {} }),

    /** Asks one service after the other: the first that refuses is told, and nobody after it is asked. */
    async rest(mode: 'saving' | 'restoring', archive: string | null) {
      for (const domain of domainNames) {
        await patiently(() => call(installationCallsOf(domain).rest, { body: { mode, by, archive } }))
      }
    },

    /** @throws AppError CONFLICT where a restore is not finished */
    async work() {
      for (const domain of domainNames) await patiently(() => call(installationCallsOf(domain).work, { body: { by } }))
    },

    /** Waits until every instance of every service is in this mode. */
    level: (mode: InstallationMode) =>
      each(async domain => {
        const until = Date.now() + changeMs
        for (;;) {
          const state = await call(installationCallsOf(domain).state, { body: {} }).catch(passing)
          if (state?.mode === mode && state.level) return
          if (Date.now() > until) throw new Error(`svc-${domain} is not ${mode} yet.`)
          await sleep(againMs)
        }
      }),

    collections: async (domain: DomainName): Promise<CollectionRows[]> =>
      (await call(installationCallsOf(domain).collections, { body: {} })).collections,
    lines: (domain: DomainName, collection: string) => readLines({ urls, sign }, domain, collection),
    clear: (domain: DomainName) => patiently(() => call(installationCallsOf(domain).clear, { body: {} })),
    put: (domain: DomainName, collection: string, lines: string[]) =>
      patiently(() => call(installationCallsOf(domain).put, { body: { collection, lines } })),
    finish: (domain: DomainName, collections: CollectionRows[]) =>
      call(installationCallsOf(domain).finish, { body: { collections } }),
  }
}
export type InstallationClient = Awaited<ReturnType<typeof createInstallationClient>>

/** A service that goes from one mode to another is away for a moment. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  const until = Date.now() + changeMs
  for (;;) {
    const answer = await ask().then(
      value => ({ value }),
      (error: unknown) => {
        if (Date.now() > until) throw error
        return passing(error)
      },
    )
    if (answer) return answer.value
    await sleep(againMs)
  }
}

function passing(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'UNAVAILABLE') return undefined
  throw error
}

type Caller = { urls: ServiceUrls; sign: TokenSigner }

/** Rows arrive while they are read over there: however many there are, few are in memory. */
async function* readLines({ urls, sign }: Caller, domain: DomainName, collection: string): AsyncGenerator<string> {
  const { method, path } = installationCallsOf(domain).rows
  const token = await sign(`svc-${domain}`)
  const response = await fetch(`${urls[domain]}/internal${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ collection }),
  })
  if (!response.ok || !response.body) throw new Error(`svc-${domain} does not hand out ${collection}.`)
  const input = Readable.fromWeb(response.body as never)
  // A line reader ends quietly when its stream breaks; the stream's own error must not be lost.
  let fault: unknown
  input.on('error', error => {
    fault = error
  })
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) yield line
  if (fault) throw fault
}
