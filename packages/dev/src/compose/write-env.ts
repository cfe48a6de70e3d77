import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import { ensureDaySeeds, generateDrawKeys, generateFactorKeys, generateKeys } from '../suite/keys'

/**
 * Writes an `.env` for docker-compose.yml, readable by its owner only, and never overwrites one: keys and passwords of
 * processes and servers, the record key and the first superadmin's password. Day seeds go to `day-seeds.json`.
 */
const lines: string[] = []
const write = (line: string) => void lines.push(line)
const { privateJwks, jwks } = await generateKeys()
const { record } = await generateDrawKeys()
const variables = {
  ...Object.fromEntries(
    Object.entries(privateJwks).map(([processName, jwk]) => [
      `${processName.replace('-', '_').toUpperCase()}_PRIVATE_JWK`,
      jwk,
    ]),
  ),
  CASCADE_JWKS: jwks,
  LIVE_RECORD_JWK: record,
  ACCOUNTS_FACTOR_KEYS: generateFactorKeys(),
}
for (const [name, value] of Object.entries(variables)) write(`${name}='${JSON.stringify(value)}'`)
const folder = process.env.INIT_CWD ?? process.cwd()
write(`LIVE_DAY_SEEDS='${await ensureDaySeeds(join(folder, 'day-seeds.json'))}'`)
/** Starts with a letter, as NATS parses a value with a leading digit as a number. */
const password = () => `p${randomBytes(16).toString('hex')}`
for (const processName of Object.keys(privateJwks)) {
  write(`${processName.replace('-', '_').toUpperCase()}_PASSWORD='${password()}'`)
}
write(`NATS_ADMIN_PASSWORD='${password()}'`)
write(`BACKUPS_PASSWORD='${password()}'`)
write(`BACKUP_KEY='${await generateX25519Identity()}' # keep a copy elsewhere: backups cannot be decrypted without it`)
write(`MONGODB_ROOT_PASSWORD='${password()}'`)
write(`GRAFANA_PASSWORD='${password()}'`)
write(`MONGODB_KEY='${randomBytes(48).toString('base64')}'`)
write(`SUPERADMIN_PASSWORD='${randomBytes(15).toString('base64url')}'`)
write(`
# Optional settings with their defaults.
# CASCADE_IMAGES=cascade           prefix of each image, e.g. the address of a registry
# CASCADE_VERSION=latest           tag of all images, for build and up; set the previous one to roll back
# PORT=8080                        public port of the gateway
# ACCOUNTS_REMOTE=/mf/accounts     and GAMES_, LIVE_, REPORTS_: address of a remote that is served elsewhere
# COOKIE_SECURE=true               false only without TLS
# TRUSTED_PROXIES=                 addresses or networks of the proxies in front, e.g. 172.16.0.0/12, whose
#                                  X-Forwarded-For is trusted. Calls forwarded by other proxies are rejected.
# PUBLIC_ORIGIN=                   e.g. https://office.example.com: passkeys need it, and proxies that do not forward Host
# ALLOWED_ORIGINS=                 other origins whose pages may call the API, with a bearer token
# SECURITY_CONTACT=                e.g. mailto:security@example.com, served at /.well-known/security.txt
# METRICS_TOKEN=                   16 characters or more: exposes /metrics at the public address; 404 without it
# DOCS=off                         on serves the API reference at /docs
# RATE_SESSION_PER_SECOND=300      calls of one session
# RATE_ADDRESS_PER_SECOND=600      calls of one network (an IPv4 address, the first 64 bits of an IPv6 address)
# RATE_LOGIN_PER_MINUTE=30         sign-ins of one network
# RATE_PUBLIC_PER_MINUTE=20        sign-ups and complaints of one network
# RATE_PUBLIC_READS_PER_SECOND=20  reads of one network without a token
# RATE_ACTIVITY_PER_SECOND=1       activity reports of one session's browser
# RATE_IN_FLIGHT_PER_SESSION=24    concurrent calls of one session
# RATE_IN_FLIGHT_PER_ACCOUNT=48    concurrent calls of one account
# RATE_WRONG_PER_NETWORK=20        wrong passwords before a network must wait 1, 2, 4 ... 60 seconds
# RATE_WRONG_PER_MINUTE=300        wrong passwords of all networks; beyond it a network has three tries before it must wait
# SMTP_URL=                        mail server, e.g. smtps://user:password@mail.example.com; without it the bell only
# MAIL_FROM=                       sender of mail, e.g. Cascade <office@example.com>
# ALLOW_SIGNUP=false               true enables signup
# ACCOUNTS_INSTANCE_URL=           address for other replicas, and LIVE_; by default the host name
# NATS_REPLICAS=1                  3 for a NATS cluster of three
# LEDGER_OFFERING_DAY_LIMIT=1000000000 maximum points won at one offering per business day
# LIVE_LIABILITY_LIMIT=0           liability of open draws, in points, that raises an alert
# LOGS_KEPT_DAYS=400               retention of activities
# LOG_HEADS=/heads                 the mounted volume for signed heads of the log, or a bucket: s3://bucket/prefix
# COMPLAINTS_KEPT_DAYS=1095        retention of messages from the public
# DELETED_KEPT_DAYS=1825           retention of a deleted account's history
# STREAM_MEGABYTES=2048            maximum size of the NATS stream of activities
# TRANSFER_TARGET=                 directory mounted in svc-reports for transferred admin backups
# BACKUP_SCHEDULE=0 3 * * *        schedule of the profile \`backups\`, in the zone of the business day
# BACKUP_TARGET=/backups           the mounted BACKUP_FOLDER, or a bucket: s3://bucket/prefix
# BACKUP_FOLDER=./.backups         a host folder writable by user 1000
# BACKUP_S3_ENDPOINT=              address of a bucket outside Amazon, and BACKUP_S3_REGION=us-east-1
# BACKUP_S3_ACCESS_KEY=            and BACKUP_S3_SECRET_KEY
# BACKUP_PROOF_URI=                another MongoDB to prove them on; default: databases proof_... of the same server
# BACKUPS_KEPT=14                  proven backups to keep
# GRAFANA_PORT=3000                Grafana's port, on this machine only
# LOG_LEVEL=info
# OTEL_EXPORTER_OTLP_ENDPOINT=     a collector of OpenTelemetry traces, e.g. http://collector:4318
# OTEL_TRACES_SAMPLER=             traceidratio, with OTEL_TRACES_SAMPLER_ARG=0.01: samples 1%; default: all calls
# BUSINESS_ZONE=Asia/Kolkata       the time zone of the business day`)

const file = join(folder, '.env')
try {
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' })
  console.log(`Written: ${file}`)
} catch (error) {
  const exists = (error as NodeJS.ErrnoException).code === 'EEXIST'
  console.error(exists ? `${file} already exists, with its keys. Move it away first.` : String(error))
  process.exitCode = 1
}
