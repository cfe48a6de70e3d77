import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RemoteSource } from '@cascade/contracts/gateway'
import {
  type Domain,
  domains,
  gatewayPort,
  metricsPortOffset,
  remoteNameOf,
  serviceNameOf,
  shellDevPort,
} from '../domains'
import type { PackageJson } from './workspace'

/** Domains without a package, contract or compose service, or with a port or base path of another. */
export function structureFaults(root: string): string[] {
  return [
    ...portFaults(domains),
    ...domains.flatMap(domain => domainFaults(root, domain)),
    ...baseFaults(root),
    ...composeFaults(root),
  ]
}

/** Port conflicts; each process also uses `port + metricsPortOffset`. */
export function portFaults(list: readonly Pick<Domain, 'name' | 'servicePort' | 'devPort'>[]): string[] {
  const claims = [
    { port: gatewayPort, by: 'gateway' },
    { port: gatewayPort + metricsPortOffset, by: 'gateway metrics' },
    { port: shellDevPort, by: 'shell development' },
    ...list.flatMap(({ name, servicePort, devPort }) => [
      { port: servicePort, by: `svc-${name}` },
      { port: servicePort + metricsPortOffset, by: `svc-${name} metrics` },
      { port: devPort, by: `mf-${name} development` },
    ]),
  ]
  return claims.flatMap(({ port, by }, index) => {
    const first = claims.findIndex(claim => claim.port === port)
    return first < index ? [`port ${port} is used by ${claims[first]?.by} and ${by}`] : []
  })
}

function domainFaults(root: string, domain: Domain): string[] {
  const contracts = `packages/contracts/src/${domain.name}/index.ts`
  const remote = remoteNameOf(domain)
  const needed = [
    contracts,
    `${serviceNameOf(domain)}/package.json`,
    `${serviceNameOf(domain)}/src/main.ts`,
    `${serviceNameOf(domain)}/rspack.config.ts`,
    `${remote}/package.json`,
    `${remote}/src/remote.tsx`,
    `${remote}/remote.json`,
    `${remote}/rspack.config.ts`,
  ]
  const missing = needed.filter(file => !existsSync(join(root, file)))
  const manifest = JSON.parse(readFileSync(join(root, 'packages/contracts/package.json'), 'utf8')) as PackageJson
  const isExported = manifest.exports?.[`./${domain.name}`] !== undefined
  return [
    ...missing.map(file => `${domain.name}: ${file} is missing`),
    ...(isExported ? [] : [`${domain.name}: packages/contracts does not export ./${domain.name}`]),
  ]
}

function baseFaults(root: string): string[] {
  const owners = new Map<string, string>()
  const faults: string[] = []
  for (const domain of domains) {
    const file = join(root, remoteNameOf(domain), 'remote.json')
    if (!existsSync(file)) continue
    const parsed = RemoteSource.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    if (!parsed.success) {
      faults.push(...parsed.error.issues.map(issue => `${file}: ${issue.path.join('.')}: ${issue.message}`))
      continue
    }
    if (parsed.data.id !== domain.name) faults.push(`${file}: id must be ${domain.name}`)
    for (const { path } of parsed.data.bases) {
      const owner = owners.get(path.toLowerCase())
      if (owner) faults.push(`base ${path} belongs to ${owner} and ${domain.name}`)
      owners.set(path.toLowerCase(), domain.name)
    }
  }
  return faults
}

function composeFaults(root: string): string[] {
  const file = join(root, 'docker-compose.yml')
  if (!existsSync(file)) return []
  const compose = readFileSync(file, 'utf8')
  const services = new Set(Array.from(compose.matchAll(/^ {2}([a-z][a-z0-9-]*):\s*$/gm), match => match[1]))
  const workspaces = ['gateway', 'shell', ...domains.flatMap(domain => [serviceNameOf(domain), remoteNameOf(domain)])]
  return workspaces
    .filter(workspace => !services.has(workspace))
    .map(workspace => `docker-compose.yml has no service ${workspace}`)
}
