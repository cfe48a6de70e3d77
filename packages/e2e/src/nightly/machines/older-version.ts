import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { repository } from '@cascade/dev'
import { run } from './commands'

/** The last release, or the commit of a day ago if there is none. */
function olderCommit(from: string | undefined): { name: string; commit: string } {
  const git = (...args: string[]) => run('git', args, repository).trim()
  const tag = from ?? (git('tag', '--list') === '' ? undefined : git('describe', '--tags', '--abbrev=0'))
  const commit = tag ? git('rev-parse', `${tag}^{commit}`) : git('log', '-1', '--before=1 day ago', '--format=%H')
  return { name: tag ?? commit.slice(0, 8), commit }
}

/** Builds the older version once and caches it. @returns its name and checkout folder */
export function buildOlder(from: string | undefined, log: (line: string) => void): { name: string; code: string } {
  const { name, commit } = olderCommit(from)
  const versions = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'cascade', 'versions')
  const code = join(versions, commit)
  if (existsSync(code)) return { name, code }
  log(`Building version ${name} (once) …`)
  // Earlier cached versions are never needed again.
  rmSync(versions, { recursive: true, force: true })
  const unfinished = `${code}.unfinished`
  mkdirSync(unfinished, { recursive: true })
  run('sh', ['-c', `git archive ${commit} | tar -x -C '${unfinished}'`], repository)
  const isSame = run('git', ['diff', '--name-only', commit, '--', 'package-lock.json'], repository) === ''
  if (isSame) run('cp', ['-a', join(repository, 'node_modules'), join(unfinished, 'node_modules')])
  run('npm', ['run', 'build'], unfinished)
  renameSync(unfinished, code)
  return { name, code }
}
