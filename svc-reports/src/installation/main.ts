import { userInfo } from 'node:os'
import { createLogger, parseEnv, processEnv, serviceUrlsOf } from '@cascade/service-kit'
import { createInstallationClient } from './installation-client'
import { restoreInstallation } from './restore-installation'
import { saveInstallation } from './save-installation'

const usage = `Saves and restores a whole installation, with the environment of svc-reports:
  save <file>                 writes everything to a file; the services rest meanwhile
  restore <file> [<sha256>]   puts it in the place of an empty installation
  work                        sends resting services back to work, unless a restore is not finished`

/** An operator's command; it is one process that ends. */
async function run([verb, file, checksum]: string[]): Promise<string> {
  const env = parseEnv(processEnv)
  const logger = createLogger('installation', env.LOG_LEVEL)
  const options = { urls: serviceUrlsOf(env), privateJwk: env.CASCADE_PRIVATE_JWK, by: userInfo().username }
  const client = await createInstallationClient(options)
  const started = Date.now()
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1)
  if (verb === 'save' && file) {
    const saved = await saveInstallation(client, { file, logger })
    return `Saved ${saved.rows} rows in ${seconds()} s. SHA-256 of ${saved.file}: ${saved.checksum}`
  }
  if (verb === 'restore' && file) {
    const restored = await restoreInstallation(client, { file, checksum })
    return `Restored ${restored.rows} rows of ${restored.createdAt} in ${seconds()} s. Everybody has to sign in again.`
  }
  if (verb === 'work') {
    await client.work()
    return 'The services work.'
  }
  throw new Error(usage)
}

await run(process.argv.slice(2)).then(
  told => process.stdout.write(`${told}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  },
)
