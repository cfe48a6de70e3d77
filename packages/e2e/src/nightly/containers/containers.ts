import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { domainNames } from '@cascade/contracts'
import { freePort, pythonTool } from '@cascade/dev'
import { isStandIn, provideBaseImages } from '@cascade/dev/containers'
import { smokeTest } from './smoke-test'

const repository = join(import.meta.dirname, '..', '..', '..', '..', '..')
const services = ['gateway', ...domainNames.map(name => `svc-${name}`)]
/** Saves and restores an installation; runs on demand or by a schedule. */
const operations = 'packages/operations'
const files = ['shell', ...domainNames.map(name => `mf-${name}`)]
const healthyWithinMs = 120_000
const backupCommand = ['node', 'dist/installation.js', 'backup']

const started = Date.now()
const log = (line: string) =>
  process.stdout.write(`${String(Math.round((Date.now() - started) / 1000)).padStart(4)} s  ${line}\n`)
const folder = mkdtempSync(join(tmpdir(), 'cascade-containers-'))
const version = 'checked'
/** Limits that work without privileges; crun rejects hosts that mix cgroups v1 and v2. */
const settings = join(folder, 'containers.conf')
const engine = { ...process.env, CONTAINERS_CONF: settings, COMPOSE_PARALLEL_LIMIT: '1' }

/** @throws Error with the output of the program */
function run(command: string, args: readonly string[], cwd = repository): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env: engine, encoding: 'utf8' })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${args[0]} failed:\n${(stderr + stdout).slice(-2_000)}`)
  return stdout
}
const podman = (args: readonly string[]) => run('podman', args)

function buildImages() {
  const npmrc = join(folder, 'npmrc')
  const { registry, cafile } = JSON.parse(run('npm', ['config', 'list', '--json']))
  writeFileSync(npmrc, `registry=${registry}\n${cafile ? `cafile=${cafile}\n` : ''}`)
  const ofHost = ['--network', 'host', '--secret', `id=npmrc,src=${npmrc}`]
  if (cafile) ofHost.push('--volume', `${cafile}:${cafile}:ro`)
  const revision = run('git', ['rev-parse', 'HEAD']).trim()
  for (const app of [...services, operations, ...files]) {
    const image = `cascade/${basename(app)}:${version}`
    const values = [`PACKAGE=${app}`, `VERSION=${version}`, `REVISION=${revision}`].flatMap(each => [
      '--build-arg',
      each,
    ])
    const target = files.includes(app) ? 'files' : 'service'
    podman([
      'build',
      '--quiet',
      '--format',
      'docker',
      '--layers',
      ...ofHost,
      '--target',
      target,
      ...values,
      '-t',
      image,
      '.',
    ])
    log(`${image}: ${megabytes(image)} MB, of which ours ${megabytes(image) - megabytes(baseOf(target))}`)
  }
}
const baseOf = (target: string) => (target === 'files' ? 'busybox:1.37' : 'node:26-bookworm-slim')
const megabytes = (image: string) =>
  Math.round(Number(podman(['image', 'inspect', '--format', '{{.Size}}', image])) / 1e6)

async function main() {
  writeFileSync(
    settings,
    '[containers]\ndefault_ulimits = ["nofile=20000:20000", "nproc=20000:20000"]\n[engine]\nruntime = "runc"\n',
  )
  await provideBaseImages(podman, log)
  buildImages()
  const port = await freePort()
  const env = join(folder, '.env')
  // The day seeds are written to the working directory.
  const print = ['--prefix', repository, 'run', '--silent', 'compose:env', '-w', '@cascade/dev']
  run('npm', print, folder)
  const printed = readFileSync(env, 'utf8')
  const backups = join(folder, 'backups')
  mkdirSync(backups)
  const own = { PORT: port, CASCADE_VERSION: version, COOKIE_SECURE: false, BACKUP_FOLDER: backups }
  writeFileSync(env, [printed, ...Object.entries(own).map(([name, value]) => `${name}=${value}`), ''].join('\n'))
  run('chown', ['1000', backups, join(folder, 'day-seeds.json')])
  const compose = await pythonTool('podman-compose', '1.6.0', log)
  const overrides = isStandIn(podman, 'mongo:8.0.17') ? ['-f', 'packages/dev/compose/embedded.yml'] : []
  const project = ['-p', 'cascade-checked', '--env-file', env, '-f', 'docker-compose.yml', ...overrides]
  if (overrides.length > 0) log('mongo:8.0.17 is the embedded server: database users and mongosh are not tested')
  try {
    run(compose, [...project, 'up', '--detach', '--no-build'])
    const url = `http://127.0.0.1:${port}`
    await healthy(url)
    log('all containers are healthy')
    const password = /^SUPERADMIN_PASSWORD='(.*)'$/m.exec(readFileSync(env, 'utf8'))?.[1] ?? ''
    await smokeTest(url, password, log)
    const output = run(compose, [
      ...project,
      '--profile',
      'backups',
      'run',
      '--rm',
      '--no-deps',
      '-T',
      'backups',
      ...backupCommand,
    ])
    log(`backup created: ${output.trim().split('\n').at(-1)}`)
  } catch (error) {
    process.stderr.write(
      spawnSync(compose, [...project, 'logs', '--tail', '15'], { cwd: repository, env: engine, encoding: 'utf8' })
        .stdout,
    )
    throw error
  } finally {
    run(compose, [...project, 'down', '--volumes'])
    rmSync(folder, { recursive: true })
    log('containers removed')
  }
}

/** Polls health here: podman health checks need systemd timers, which not every machine has. */
async function healthy(url: string) {
  const until = Date.now() + healthyWithinMs
  for (;;) {
    const sick = services.filter(
      app => spawnSync('podman', ['healthcheck', 'run', `cascade-checked_${app}_1`], { env: engine }).status !== 0,
    )
    if (
      sick.length === 0 &&
      (await fetch(`${url}/remotes.json`).then(
        answer => answer.ok,
        () => false,
      ))
    )
      return
    if (Date.now() > until) throw new Error(`Not healthy: ${sick.join(', ')}`)
    await new Promise(resolve => setTimeout(resolve, 1_000))
  }
}

await main()
