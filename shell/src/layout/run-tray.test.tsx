import { type Run, runApi } from '@cascade/contracts/accounts'
import { renderApp } from '@cascade/ui-kit/testing'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { RunTray } from './run-tray'

afterEach(() => localStorage.clear())

const run = (state: Run['state'], _id = 'run-1'): Run => ({
  _id,
  operation: 'suspend',
  role: 'player',
  state,
  total: 40,
  done: 30,
  refused: 0,
  note: '',
  startedAt: '2026-01-05T10:00:00.000Z',
})

async function openWith(...runs: Run[]) {
  signInAs({ role: 'admin' })
  let currentRuns = runs
  const backend = fakeBackend(on(runApi.list, () => ({ success: true, data: currentRuns, total: currentRuns.length })))
  await renderApp([{ path: '/', element: <RunTray /> }])
  await waitFor(() => expect(backend.callsOf(runApi.list).length).toBeGreaterThan(0))
  return { backend, setRuns: (...later: Run[]) => (currentRuns = later) }
}

describe('the run tray', () => {
  it('shows a run started in another browser until its end was seen, even after a newer one', async () => {
    const { setRuns } = await openWith(run('done', 'run-2'), run('running'))
    expect((await screen.findByRole('link', { name: /30 of 40/ })).getAttribute('href')).toBe('/admin/runs/run-1')
    setRuns(run('done', 'run-2'), { ...run('done'), done: 40 })
    expect((await screen.findByRole('link', { name: /40 of 40/ })).textContent).toContain('Done')
    await screen.findByRole('button', { name: 'Close the result' })
  })

  it('ignores runs that ended before this browser noticed them', async () => {
    const { backend } = await openWith(run('done'))
    expect(screen.queryByRole('status')).toBeNull()
    expect(backend.callsOf(runApi.list)).toHaveLength(1)
  })
})
