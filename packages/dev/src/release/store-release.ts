import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create } from 'tar'
import { repository } from '../build/packages'
import { generateRemote } from '../generators/generate-remote'
import { signBuild } from '../sign/sign'
import { lastReleaseFile } from './last-release'

const contractTests = 'packages/dev/src/release/last-release.test.ts'
const installationTest = 'packages/e2e/src/nightly/release'

/**
 * Replaces the promises of the last release by those of the built repository, about five minutes. Its tests write
 * contracts and installation, after these have passed the comparison with the last release.
 * @throws Error if a program fails
 */
export async function storeRelease(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cascade-release-'))
  const [stored, remote] = [join(folder, 'stored'), join(folder, 'top-balances')]
  mkdirSync(stored)
  try {
    const env = { RELEASE_FOLDER: stored }
    run(repository, 'npx', ['vitest', 'run', '--project', 'unit', contractTests], env)
    run(repository, 'npx', ['vitest', 'run', '--project', 'nightly', installationTest], env)
    buildRemote(remote, join(stored, 'remote'))
    await create({ cwd: stored, file: lastReleaseFile, gzip: { level: 9 }, portable: true }, readdirSync(stored))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function buildRemote(remote: string, target: string): void {
  generateRemote(remote)
  run(remote, 'npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'])
  run(remote, 'npx', ['rspack', 'build'])
  const [, entry = ''] = /REMOTES='(.+)'/.exec(signBuild(remote)) ?? []
  const isNeeded = (path: string) => !/\.(?:map|br|gz)$/.test(path)
  cpSync(join(remote, 'dist'), join(target, 'dist'), { recursive: true, filter: isNeeded })
  writeFileSync(join(target, 'remotes.json'), `${entry}\n`)
}

function run(cwd: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const options = { cwd, stdio: 'inherit', env: { ...process.env, ...env } } as const
  if (spawnSync(command, args, options).status !== 0) throw new Error(`${command} ${args.join(' ')} failed.`)
}
