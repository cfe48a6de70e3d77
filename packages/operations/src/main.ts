import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { addressVariableOf, domainNames, mapDomains } from '@cascade/contracts'
import { daySeedBefore } from '@cascade/draw-rules/draw'
import { createLogger, jsonText, mongoEnv, parseEnv, processEnv, runProcess, serviceUrlsOf } from '@cascade/service-kit'
import { openTarget, targetEnv } from '@cascade/service-kit/storage'
import { z } from 'zod'
import { backUp, listProvenBackups } from './backups/back-up'
import { decrypt, encryptedSuffix, encryptionEnv } from './backups/encryption'
import { startSchedule } from './backups/schedule'
import { type Archive, restoreInstallation } from './installation/restore'
import { checksumFileOf, saveInstallation } from './installation/save'
import { openInstallation } from './installation/store'
import { runVerifyLog } from './log/verify-log'

const usage = `Saves and restores a whole installation. Stop all services for:
  save <file>                 write all databases to a file, and its checksum next to it
  restore <file> [<sha256>]   restore a saved file into an empty installation
  restore-backup [<name>]     restore a backup of BACKUP_TARGET, by default the newest
Services keep running for:
  backup                      make an encrypted backup in BACKUP_TARGET and prove it
  backups                     list proven backups, newest first
  schedule                    make backups by BACKUP_SCHEDULE until stopped
  verify-log [<uri>] [--heads <place>]  compare the log with its hash chain and with heads from elsewhere
From another machine:
  verify-log pull <address> <file>      append the head of a log to a file, if it extends the last one there
  verify-log <file>           check a proof that was downloaded`

const commonEnv = {
  /** With read access to the databases of all services, and write access for a restore. */
  MONGODB_URI: mongoEnv.MONGODB_URI,
  BUSINESS_ZONE: processEnv.BUSINESS_ZONE,
}
const stoppedEnv = { ...commonEnv, ...mapDomains(addressVariableOf, () => z.url()) }
const restoreEnv = {
  ...stoppedEnv,
  /** The key of svc-live: restored draw records must be signed with it. */
  LIVE_RECORD_JWK: jsonText(z.object({ kid: z.string(), x: z.string() })),
  /** The day seeds of svc-live, likewise. */
  LIVE_DAY_SEEDS_FILE: z.string().min(1),
}
const backupEnv = {
  ...commonEnv,
  ...targetEnv,
  ...encryptionEnv,
  /** Another server for proofs; by default the databases `proof_…` on the same one. */
  BACKUP_PROOF_URI: z.string().optional(),
  /** Number of proven backups to keep. */
  BACKUPS_KEPT: z.coerce.number().int().min(1).default(14),
}
const scheduleEnv = {
  ...backupEnv,
  /** A cron expression in the zone of the business day, e.g. `0 3 * * *`. */
  BACKUP_SCHEDULE: z.string().min(1),
  HOST: processEnv.HOST,
  METRICS_PORT: processEnv.METRICS_PORT,
  LOG_LEVEL: processEnv.LOG_LEVEL,
}

const commands: Readonly<Record<string, (args: readonly string[]) => Promise<string>>> = {
  async save([file]) {
    if (!file) throw new Error(usage)
    const env = parseEnv(stoppedEnv)
    await requireStopped(env)
    return withStore(env.MONGODB_URI, async (store, seconds) => {
      const saved = await saveInstallation(store, { file, zone: env.BUSINESS_ZONE })
      return `Saved ${saved.rows} rows in ${seconds()} s. SHA-256 of ${saved.file}: ${saved.checksum}`
    })
  },

  async restore([file, checksum]) {
    if (!file) throw new Error(usage)
    const checksumText = checksum ?? (await readFile(checksumFileOf(file), 'utf8').catch(() => undefined))
    return restore(openArchive(file, checksumText, () => createReadStream(file)))
  },

  async 'restore-backup'([requestedName]) {
    const target = openTarget(parseEnv(targetEnv))
    const name = requestedName ?? (await listProvenBackups(target))[0]?.name
    if (!name) throw new Error('No proven backup.')
    return restore(openArchive(name, await target.readText(checksumFileOf(name)), () => target.read(name)))
  },

  async backup() {
    const env = parseEnv(backupEnv)
    const started = Date.now()
    const { name, rows, accounts } = await runBackup(env)
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    return `${name}: ${rows} rows, ${accounts} accounts, made and proven in ${seconds} s.`
  },

  async backups() {
    const proven = await listProvenBackups(openTarget(parseEnv(targetEnv)))
    return proven.length > 0 ? proven.map(({ name }) => name).join('\n') : 'No proven backup.'
  },

  async 'verify-log'(args) {
    const { text, isWhole } = await runVerifyLog([...args])
    if (!isWhole) process.exitCode = 1
    return text
  },
}

function schedule() {
  runProcess(createLogger('backups', 'info'), async logger => {
    const env = parseEnv(scheduleEnv)
    logger.level = env.LOG_LEVEL
    return startSchedule({
      schedule: env.BACKUP_SCHEDULE,
      zone: env.BUSINESS_ZONE,
      target: openTarget(env),
      backUp: () => runBackup(env),
      metricsPort: env.METRICS_PORT,
      host: env.HOST,
      logger,
    })
  })
}

async function runBackup(env: z.output<z.ZodObject<typeof backupEnv>>) {
  const proof = await openInstallation(env.BACKUP_PROOF_URI ?? env.MONGODB_URI, domain => `proof_${domain}`)
  try {
    return await withStore(env.MONGODB_URI, store => {
      const { BACKUP_KEY: key, BUSINESS_ZONE: zone, BACKUPS_KEPT: backupsMax } = env
      return backUp({ store, proof, target: openTarget(env), key, zone, backupsMax })
    })
  } finally {
    await proof.close()
  }
}

type Work<T> = (store: Awaited<ReturnType<typeof openInstallation>>, seconds: () => string) => Promise<T>

async function withStore<T>(uri: string, work: Work<T>): Promise<T> {
  const store = await openInstallation(uri, domain => domain)
  const started = Date.now()
  try {
    return await work(store, () => ((Date.now() - started) / 1000).toFixed(1))
  } finally {
    await store.close()
  }
}

/** Decrypts backups; saved files are plain. */
function openArchive(name: string, checksum: string | undefined, stored: () => AsyncIterable<Buffer>): Archive {
  if (!checksum) throw new Error(`The checksum of the archive is needed: ${checksumFileOf(name)}, or as the last word.`)
  const archive = { name, checksum: checksum.trim(), bytes: stored }
  if (!name.endsWith(encryptedSuffix)) return archive
  const { BACKUP_KEY: key } = parseEnv(encryptionEnv)
  return { ...archive, bytes: () => decrypt(stored(), key) }
}

async function restore(archive: Archive): Promise<string> {
  const env = parseEnv(restoreEnv)
  await requireStopped(env)
  const anchors = await readAnchors(env.LIVE_DAY_SEEDS_FILE)
  const target = { zone: env.BUSINESS_ZONE, recordKey: env.LIVE_RECORD_JWK, anchors }
  return withStore(env.MONGODB_URI, async (store, seconds) => {
    const occupied = await store.describeContent()
    if (occupied) throw new Error(occupied)
    const restored = await restoreInstallation(store, archive, target)
    return `Restored ${restored.rows} rows of ${restored.createdAt} in ${seconds()} s. All users have to sign in again.`
  })
}

const DayChains = z.array(z.object({ kid: z.string(), days: z.number().int(), tip: z.string() }))

async function readAnchors(file: string): Promise<{ kid: string; anchor: string }[]> {
  const chains = DayChains.parse(JSON.parse(await readFile(file, 'utf8')))
  return chains.map(({ kid, days, tip }) => {
    const first = daySeedBefore(new Uint8Array(Buffer.from(tip, 'base64url')), days)
    return { kid, anchor: Buffer.from(first).toString('hex') }
  })
}

/** A saved file must be one consistent state, and a restore must not run under a service. */
async function requireStopped(env: z.output<z.ZodObject<typeof stoppedEnv>>): Promise<void> {
  const urls = serviceUrlsOf(env)
  for (const domain of domainNames) {
    const isRunning = await fetch(`${urls[domain]}/livez`, { signal: AbortSignal.timeout(2_000) }).then(
      () => true,
      () => false,
    )
    if (isRunning) throw new Error(`svc-${domain} is still running. Stop all services first.`)
  }
}

const [command = '', ...args] = process.argv.slice(2)
if (command === 'schedule') schedule()
else {
  const run = commands[command] ?? (() => Promise.reject(new Error(usage)))
  await run(args).then(
    checksumText => process.stdout.write(`${checksumText}\n`),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = 1
    },
  )
}
