import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Machine } from '@cascade/dev'
import { run, runInBackground, succeeds } from './commands'

/** Per-namespace hosts files, see ip-netns(8). */
const hostsFolder = '/etc/netns'
const prefix = 'csc'
const own = `${prefix}${process.pid}`

export type Link = { from: readonly string[]; to: readonly string[] }
export type Repair = () => Promise<void>
export type Network = Awaited<ReturnType<typeof openNamespaces>>

/** Whether this machine permits network namespaces: Linux and root. */
export function canUseNamespaces(): boolean {
  if (process.env.MACHINES_NETWORK === 'loopback' || process.getuid?.() !== 0) return false
  const name = `${own}-try`
  const may = succeeds('ip', ['netns', 'add', name]) && succeeds('ip', ['netns', 'exec', name, 'true'])
  succeeds('ip', ['netns', 'del', name])
  return may
}

/**
 * Creates a network namespace per machine, each with an address on one bridge that only this machine reaches.
 * @param names of machines
 * @param services machines by service name
 */
export async function openNamespaces(names: readonly string[], services: Readonly<Record<string, readonly string[]>>) {
  removeLeftovers()
  const close = removeWhenOver()
  const net = `10.${200 + (process.pid % 50)}.${(process.pid >> 6) % 256}`
  const addressOf = (name: string) => `${net}.${10 + names.indexOf(name)}`
  const nsOf = (name: string) => `${own}-${name}`
  const inside = (name: string, ...words: string[]) => run('ip', ['netns', 'exec', nsOf(name), ...words])

  run('ip', ['link', 'add', own, 'type', 'bridge'])
  run('ip', ['addr', 'add', `${net}.1/24`, 'dev', own])
  run('ip', ['link', 'set', own, 'up'])
  for (const [index, name] of names.entries()) {
    const [ns, outer] = [nsOf(name), `${own}v${index}`]
    run('ip', ['netns', 'add', ns])
    run('ip', ['link', 'add', outer, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', ns])
    run('ip', ['link', 'set', outer, 'master', own, 'up'])
    run('ip', ['-n', ns, 'addr', 'add', `${addressOf(name)}/24`, 'dev', 'eth0'])
    for (const device of ['lo', 'eth0']) run('ip', ['-n', ns, 'link', 'set', device, 'up'])
    mkdirSync(join(hostsFolder, ns), { recursive: true })
    const lines = Object.entries(services).flatMap(([service, on]) => {
      // Spread the load: half of the machines try the replicas in reverse order.
      const turned = index % 2 === 0 ? on : [...on].reverse()
      return turned.map(machine => `${addressOf(machine)} ${service}`)
    })
    writeFileSync(join(hostsFolder, ns, 'hosts'), `127.0.0.1 localhost\n${lines.join('\n')}\n`)
  }

  const machineOf = (name: string): Machine => ({ host: addressOf(name), enter: ['ip', 'netns', 'exec', nsOf(name)] })

  /** Adds an iptables rule for a link at its receiving end. */
  function rule({ from, to }: Link, words: readonly string[]): Repair {
    const all = from.flatMap(source =>
      to.map(target => [target, ['INPUT', '-s', addressOf(source), ...words]] as const),
    )
    for (const [target, rest] of all) inside(target, 'iptables', '-A', ...rest)
    return async () => {
      for (const [target, rest] of all) inside(target, 'iptables', '-D', ...rest)
    }
  }

  return {
    machineOf,

    cut: (link: Link) => rule(link, ['-j', 'DROP']),

    lose: (link: Link, percent: number) =>
      rule(link, ['-m', 'statistic', '--mode', 'random', '--probability', String(percent / 100), '-j', 'DROP']),

    /** Delays every packet, with netem if the kernel has it, otherwise with a user-space program. */
    async delay({ from, to }: Link, ms: number): Promise<Repair> {
      const relays: ReturnType<typeof runInBackground>[] = []
      for (const source of from) {
        const targets = to.map(addressOf)
        const device = ['dev', 'late0']
        inside(source, 'ip', 'tuntap', 'add', ...device, 'mode', 'tun')
        inside(source, 'ip', 'link', 'set', ...device, 'up')
        const script = join(import.meta.dirname, 'late-packets.py')
        const enter = ['netns', 'exec', nsOf(source)]
        relays.push(runInBackground('ip', [...enter, 'python3', script, 'late0', 'eth0', String(ms)]))
        for (const target of targets)
          inside(source, 'ip', 'route', 'add', `${target}/32`, ...device, 'src', addressOf(source))
      }
      return async () => {
        for (const source of from) inside(source, 'ip', 'link', 'del', 'late0')
        for (const relay of relays) await relay.stop()
      }
    },

    close,
  }
}

export function removeLeftovers(): void {
  const listed = [...namesIn(run('ip', ['netns', 'list'])), ...namesIn(run('ip', ['-o', 'link']))]
  const mounted = run('cat', ['/proc/mounts'])
  const found = new Set([...listed, ...mounted.split(/\s/)].flatMap(name => /\bcsc\d+/.exec(name)?.[0] ?? []))
  for (const name of found) {
    const isAlive = existsSync(`/proc/${name.slice(prefix.length)}`)
    if (!isAlive || name === own) removeOf(name)
  }
}

const script = join(import.meta.dirname, 'remove-machines.sh')
const removeOf = (name: string) => void run('sh', [script, name])

/** Cleans up however this process ends. */
function removeWhenOver() {
  const child = spawn('sh', [script, own, '--when-over'], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  child.unref()
  return async () => {
    const ended = once(child, 'exit')
    child.ref()
    child.stdin.end()
    await ended
  }
}

const namesIn = (listed: string) => listed.split('\n').map(line => line.replace(/^\d+: /, '').split(/[\s@:]/)[0] ?? '')

export function mountDisk(folder: string, megabytes: number): void {
  mkdirSync(folder, { recursive: true })
  run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, own, folder])
}

const [cgroups1, cgroups2] = ['/sys/fs/cgroup/memory', '/sys/fs/cgroup']

/** Limits memory allocated from now on. @returns removes the limit after the process has ended */
export function limitMemory(pid: number, bytes: number): () => void {
  const isFirst = existsSync(cgroups1)
  const folder = join(isFirst ? cgroups1 : cgroups2, own)
  if (!isFirst) writeFileSync(join(cgroups2, 'cgroup.subtree_control'), '+memory')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, isFirst ? 'memory.limit_in_bytes' : 'memory.max'), String(bytes))
  writeFileSync(join(folder, 'cgroup.procs'), String(pid))
  return () => rmdirSync(folder)
}
