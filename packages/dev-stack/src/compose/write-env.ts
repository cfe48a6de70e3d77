import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import { keepDaySeeds, makeDrawKeys, makeKeys } from '../suite/keys'

/**
 * Writes an `.env` for docker-compose.yml, which its owner alone may read, and never over one that is there: a fresh key and password for each process, those of the servers, the key of
 * draws, the first superadmin's password. The day seeds are no part of it: they go into `day-seeds.json`, once.
 */
const lines: string[] = []
const write = (line: string) => void lines.push(line)
const { privateJwks, jwks } = await makeKeys()
const { record } = await makeDrawKeys()
const variables = {
  ...Object.fromEntries(
    Object.entries(privateJwks).map(([room, jwk]) => [`${room.replace('-', '_').toUpperCase()}_PRIVATE_JWK`, jwk]),
  ),
  CASCADE_JWKS: jwks,
  LIVE_RECORD_JWK: record,
}
for (const [name, value] of Object.entries(variables)) write(`${name}='${JSON.stringify(value)}'`)
const folder = process.env.INIT_CWD ?? process.cwd()
write(`LIVE_DAY_SEEDS='${await keepDaySeeds(join(folder, 'day-seeds.json'))}'`)
/** Begins with a letter: NATS reads a figure where a value begins with a digit. */
const password = () => `p${randomBytes(16).toString('hex')}`
for (const room of Object.keys(privateJwks)) {
  write(`${room.replace('-', '_').toUpperCase()}_PASSWORD='${password()}'`)
}
write(`NATS_ADMIN_PASSWORD='${password()}'`)
write(`BACKUPS_PASSWORD='${password()}'`)
write(`BACKUP_KEY='${await generateX25519Identity()}' # keep a copy elsewhere: without it no backup can be opened`)
write(`MONGODB_ROOT_PASSWORD='${password()}'`)
write(`GRAFANA_PASSWORD='${password()}'`)
write(`MONGODB_KEY='${randomBytes(48).toString('base64')}'`)
write(`SUPERADMIN_PASSWORD='${randomBytes(15).toString('base64url')}'`)
write(`
# What may be set besides; the values are the defaults.
# CASCADE_IMAGES=cascade           name before each image, e.g. the address of a registry
# CASCADE_VERSION=latest           tag of all images, for build and up; the former one goes back
# PORT=8080                        where the gateway is published
# ACCOUNTS_REMOTE=/mf/accounts     and GAMES_, LIVE_, REPORTS_: address of a remote that is served elsewhere
# COOKIE_SECURE=true               false only where nobody reaches the suite over TLS
# TRUSTED_PROXIES=                 addresses or networks of the proxies in front, e.g. 172.16.0.0/12: whose
#                                  X-Forwarded-For is believed. What a proxy forwards that is not named is rejected.
# PUBLIC_ORIGIN=                   e.g. https://office.example.com, where the proxy does not hand on the Host header
# ALLOWED_ORIGINS=                 other origins whose pages may call the API, with a bearer token
# METRICS_TOKEN=                   16 characters or more: opens /metrics at the public address; else it is 404 there
# DOCS=on                          off hides /docs
# RATE_SESSION_PER_SECOND=300      calls of one session
# RATE_ADDRESS_PER_SECOND=600      calls of one network (an IPv4 address, the first 64 bits of an IPv6 address)
# RATE_LOGIN_PER_MINUTE=30         sign-ins of one network
# RATE_PUBLIC_PER_MINUTE=20        sign-ups and complaints of one network
# RATE_PUBLIC_READS_PER_SECOND=20  reads of one network without a token
# RATE_ACTIVITY_PER_SECOND=1       what the browser of one session reports of itself
# RATE_IN_FLIGHT_PER_SESSION=24    calls of one session that wait for their answers
# RATE_IN_FLIGHT_PER_ACCOUNT=48    the same of all sessions of one account
# RATE_WRONG_PER_NETWORK=20        wrong passwords before a network has to wait, 1, 2, 4 ... 60 seconds
# RATE_WRONG_PER_MINUTE=300        wrong passwords of everybody, beyond which a network has three free tries
# ALLOW_SIGNUP=false               true opens the signup
# ACCOUNTS_INSTANCE_URL=           where other replicas reach this one, and LIVE_; by default its host's name
# NATS_REPLICAS=1                  3 where NATS is a cluster of three
# LEDGER_PAIR_DAY_LIMIT=1000000000 points that one admin's game may win in a business day
# LIVE_LIABILITY_LIMIT=0           points that open draws may cost before an alert
# LOGS_KEPT_DAYS=400               how long activities are kept
# COMPLAINTS_KEPT_DAYS=1095        how long messages of the public are kept
# DELETED_KEPT_DAYS=1825           how long the history of a deleted account is kept
# STREAM_MEGABYTES=2048            what each of the seven streams of NATS holds at most
# TRANSFER_TARGET=                 a directory mounted in svc-reports that backups of admins are transferred to
# BACKUP_SCHEDULE=0 3 * * *        when the profile \`backups\` makes one of everything, in the zone of the business day
# BACKUP_TARGET=/backups           where to: the mounted BACKUP_FOLDER, or a bucket: s3://bucket/prefix
# BACKUP_FOLDER=./.backups         a folder of this machine that user 1000 may write to
# BACKUP_S3_ENDPOINT=              address of a bucket that is not Amazon's, and BACKUP_S3_REGION=us-east-1
# BACKUP_S3_ACCESS_KEY=            and BACKUP_S3_SECRET_KEY
# BACKUP_PROOF_URI=                another MongoDB to prove them on; else databases proof_... of the same
# BACKUPS_KEPT=14                  how many that were proven stay
# GRAFANA_PORT=3000                where Grafana is published, on this machine alone
# LOG_LEVEL=info
# OTEL_EXPORTER_OTLP_ENDPOINT=     a collector of OpenTelemetry traces, e.g. http://collector:4318
# OTEL_TRACES_SAMPLER=             traceidratio, with OTEL_TRACES_SAMPLER_ARG=0.01: one call in a hundred; else all
# BUSINESS_ZONE=Asia/Kolkata       the time zone of the business day`)

const file = join(folder, '.env')
try {
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' })
  console.log(`Written: ${file}`)
} catch (error) {
  const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
  console.error(isThere ? `${file} is there already, with its keys. Move it away first.` : String(error))
  process.exitCode = 1
}
