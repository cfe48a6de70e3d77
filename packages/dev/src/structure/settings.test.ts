import { describe, expect, it } from 'vitest'
import { settingFaults } from './settings'

const env = 'parseEnv({\n  PORT: z.coerce.number(),\n  RATE_A: limit(3),\n  ACCOUNTS_URL: z.url(),\n})'
const sources = [
  { path: 'gateway/src/env.ts', text: env },
  { path: 'gateway/src/env.test.ts', text: '  ONLY_HERE: z.string(),' },
]
const faults = (text: string) => settingFaults(sources, [{ path: 'OPERATIONS.md', text }])

describe('settingFaults', () => {
  it('reports variables without a row and rows without a variable', () => {
    expect(faults('| `PORT`, `RATE_A` | all | x |\n| `ACCOUNTS_URL` … | all | x |\n')).toEqual([])
    expect(faults('| `PORT` | all | `RATE_A` |\n| `ACCOUNTS_URL` | all | x |\n| `GONE` | x | x |\n')).toEqual([
      'OPERATIONS.md has no row for RATE_A (gateway/src/env.ts)',
      'OPERATIONS.md documents GONE, which no process reads',
    ])
  })
})
