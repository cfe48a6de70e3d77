import { readFile } from 'node:fs/promises'
import { addressVariableOf, domainNames, variablesOf } from '@cascade/contracts'
import { daySeedBefore } from '@cascade/draw-rules/draw'
import { jsonText, parseEnv, serviceUrlsOf } from '@cascade/service-kit'
import { z } from 'zod'
import { openInstallation } from './installation-store'
import { restoreInstallation } from './restore-installation'
import { saveInstallation } from './save-installation'

const usage = `Saves and restores a whole installation whose services are stopped:
  save <file>                 writes everything to a file, and its checksum beside it
  restore <file> [<sha256>]   puts it in the place of an empty installation`

const readEnv = () =>
  parseEnv({
    /** Of somebody who may read and write the databases of all services. */
    MONGODB_URI: z.string().min(1),
    BUSINESS_ZONE: z.string().min(1).default('Asia/Kolkata'),
    /** The one of svc-live: records of draws that are restored must be its own. */
    LIVE_RECORD_JWK: jsonText(z.object({ kid: z.string(), x: z.string() })),
    /** As well. */
    LIVE_DAY_SEEDS_FILE: z.string().min(1),
    ...variablesOf(addressVariableOf, () => z.url()),
  })

/** An operator's command; it is one process that ends, and no service. */
async function run([verb, file, checksum]: string[]): Promise<string> {
  if (!file || (verb !== 'save' && verb !== 'restore')) throw new Error(usage)
  const env = readEnv()
  const urls = serviceUrlsOf(env)
  for (const domain of domainNames) await requireStopped(domain, urls[domain])
  const store = await openInstallation(env.MONGODB_URI, domain => domain)
  const started = Date.now()
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1)
  try {
    if (verb === 'save') {
      const saved = await saveInstallation(store, { file, zone: env.BUSINESS_ZONE })
      return `Saved ${saved.rows} rows in ${seconds()} s. SHA-256 of ${saved.file}: ${saved.checksum}`
    }
    const anchors = await anchorsIn(env.LIVE_DAY_SEEDS_FILE)
    const place = { zone: env.BUSINESS_ZONE, recordKey: env.LIVE_RECORD_JWK, anchors }
    const restored = await restoreInstallation(store, { file, checksum, ...place })
    return `Restored ${restored.rows} rows of ${restored.createdAt} in ${seconds()} s. Everybody has to sign in again.`
  } finally {
    await store.close()
  }
}

const DayChains = z.array(z.object({ kid: z.string(), days: z.number().int(), tip: z.string() }))

/** What chains of day seeds begin with, as it was published. */
async function anchorsIn(file: string): Promise<{ kid: string; anchor: string }[]> {
  const chains = DayChains.parse(JSON.parse(await readFile(file, 'utf8')))
  return chains.map(({ kid, days, tip }) => {
    const first = daySeedBefore(new Uint8Array(Buffer.from(tip, 'base64url')), days)
    return { kid, anchor: Buffer.from(first).toString('hex') }
  })
}

/** What is saved must be of one moment, and what is restored nobody's. */
async function requireStopped(domain: string, url: string): Promise<void> {
  const works = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    () => true,
    () => false,
  )
  if (works) throw new Error(`svc-${domain} still works. Stop all services first.`)
}

await run(process.argv.slice(2)).then(
  told => process.stdout.write(`${told}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  },
)
