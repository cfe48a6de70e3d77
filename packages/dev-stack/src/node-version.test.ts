import { expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { checkNodeVersion } from '../bin/node-version.mjs'

const { node: range } = manifest.engines

it.each(['20.19.0', '20.20.2', '22.13.0', '24.0.0', '26.10.0'])('Node %s starts without a word', version => {
  expect(checkNodeVersion(version, range)).toBeUndefined()
})

it.each(['18.20.8', '20.18.3'])('Node %s is too old to start', version => {
  expect(checkNodeVersion(version, range)).toEqual({
    stops: true,
    sentence: `Cascade needs Node 20.19.0 or newer; this is ${version}.`,
  })
})

it.each(['21.7.3', '22.12.0', '25.9.0', '27.0.0'])(
  'Node %s, which no test has run on, starts with one sentence',
  version => {
    expect(checkNodeVersion(version, range)).toEqual({
      stops: false,
      sentence: `Cascade is tested with Node 20, 22, 24 and 26; this is ${version}, which may work as well.`,
    })
  },
)
