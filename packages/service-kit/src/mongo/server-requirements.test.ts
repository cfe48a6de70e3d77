import { expect, it } from 'vitest'
import { serverFault } from './server-requirements'

const wire = { ofMongo7: 21, ofMongo8: 25 }

it.each([
  ['a replica set of MongoDB 8', { maxWireVersion: wire.ofMongo8, setName: 'cascade' }, '8.0.4', undefined],
  ["a cluster's router", { maxWireVersion: wire.ofMongo8, msg: 'isdbgrid' }, '8.0.4', undefined],
  ['MongoDB 7', { maxWireVersion: wire.ofMongo7, setName: 'cascade' }, '7.0.12', /7\.0\.12 is too old.*8\.0/],
  ['a single server', { maxWireVersion: wire.ofMongo8 }, '8.0.4', /without a replica set.*--replSet/],
])('accepts or rejects %s', (_, hello, version, sentence) => {
  const fault = serverFault(hello, version)
  if (sentence) expect(fault).toMatch(sentence)
  else expect(fault).toBeUndefined()
})
