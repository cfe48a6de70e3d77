import { describe, expect, it } from 'vitest'
import { serverFault } from './server-requirements'

describe('the check of the server', () => {
  it.each([
    ['a replica set of MongoDB 8.0.17', { setName: 'cascade' }, '8.0.17', undefined],
    ['a replica set of a later MongoDB', { setName: 'cascade' }, '8.2.6', undefined],
    ['a replica set of a release candidate', { setName: 'cascade' }, '9.0.0-rc1', undefined],
    ["a cluster's router", { msg: 'isdbgrid' }, '8.0.17', /router.*replica set/],
    ['MongoDB 8.0.16', { setName: 'cascade' }, '8.0.16', /8\.0\.16 is too old.*8\.0\.17/],
    ['MongoDB 7', { setName: 'cascade' }, '7.0.99', /7\.0\.99 is too old.*8\.0\.17/],
    ['a single server', {}, '8.0.17', /without a replica set.*--replSet/],
  ])('accepts or rejects %s', (_, hello, version, sentence) => {
    const fault = serverFault(hello, version)
    if (sentence) expect(fault).toMatch(sentence)
    else expect(fault).toBeUndefined()
  })
})
