import { launchApi } from '@cascade/contracts/gateway'
import { describe, expect, it } from 'vitest'
import { addLaunchEndpoint } from './launch'

type Settings = Pick<Parameters<typeof addLaunchEndpoint>[1], 'env'>['env']

async function listOf(env: Partial<Settings>, url = 'https://accounts') {
  let list: (() => Promise<{ data: string[] }>) | undefined
  const serve = ((endpoint: object, handler: () => Promise<{ data: string[] }>) => {
    if (endpoint === launchApi.list) list = handler
  }) as never
  const call = (async () => ({ open: ['strict', 'sessions'], accepted: ['sessions'] })) as never
  const settings = { isProduction: true, LOG_HEADS: 's3://elsewhere/heads', DOCS: 'off' as const, ...env }
  addLaunchEndpoint({ serve }, { env: settings, call, urls: { accounts: url } })
  return (await list?.())?.data
}

describe('the list before going live', () => {
  it('has what is open and not accepted, in production only', async () => {
    expect(await listOf({})).toEqual(['strict'])
    expect(await listOf({ LOG_HEADS: '/heads', DOCS: 'on' }, 'http://accounts')).toEqual([
      'strict',
      'heads',
      'tls',
      'docs',
    ])
    expect(await listOf({ isProduction: false })).toEqual([])
  })
})
