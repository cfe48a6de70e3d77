import { findTool, install } from '../tools'
import type { NatsProvider } from './provider'

/** The Debian package, when we may install it. */
export const aptNats: NatsProvider = async log => {
  const apt = await findTool('apt-get')
  if (!apt || process.getuid?.() !== 0) return 'not root on Debian, so apt-get cannot install it'
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const steps = [
    { label: 'Reading the package lists', args: ['update', '-q'] },
    { label: 'Installing nats-server', args: ['install', '-y', '-q', '--no-install-recommends', 'nats-server'] },
  ]
  for (const step of steps) {
    const failure = await install({ ...step, command: apt, env, timeoutMs: 5 * 60_000, log })
    if (failure) return failure
  }
  const binary = await findTool('nats-server')
  return binary ? { binary } : 'the Debian package brought no nats-server'
}
