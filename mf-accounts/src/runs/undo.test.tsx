import { type Run, type RunRow, runApi, runTexts } from '@cascade/contracts/accounts'
import { fakeBackend, on, type RecordedCall } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { open } from '../testing/open-remote'

const suspended: Run = {
  _id: 'run-1',
  operation: 'suspend',
  role: 'player',
  state: 'done',
  total: 2,
  done: 2,
  refused: 0,
  note: '',
  startedAt: '2026-01-05T10:00:00.000Z',
}
const undone: Run = { ...suspended, _id: 'run-2', operation: 'activate', done: 0, refused: 1, total: 1 }
const rows: RunRow[] = [
  { accountId: 'p1', username: 'player1', state: 'done', changed: true },
  { accountId: 'p2', username: 'player2', state: 'done', changed: false },
]
const rejected: RunRow[] = [{ ...rows[0]!, state: 'refused', message: runTexts.changedSince }]

function openRun(run: Run) {
  const undoes = { ...undone, undoes: run._id }
  const backend = fakeBackend(
    on(runApi.read, ({ params }: RecordedCall) =>
      params.runId === 'run-2'
        ? { success: true, data: rejected, total: 1, run: undoes }
        : { success: true, data: rows, total: 2, run },
    ),
    on(runApi.list, { success: true, data: [] }),
    on(runApi.undo, { success: true, data: undoes }),
  )
  return open('admin', 'runs/run-1').then(page => ({ backend, ...page }))
}

describe('a finished run', () => {
  it('names the accounts that it did not change, and is undone by another run, which says what it leaves alone', async () => {
    const { user, backend, router } = await openRun(suspended)
    expect(await screen.findByText('It was so already.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/runs/run-2'))
    expect(backend.callsOf(runApi.undo).map(({ params }) => params)).toEqual([{ runId: 'run-1' }])
    expect(await screen.findByText(runTexts.changedSince)).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Undoes an earlier run' })
    expect(link.getAttribute('href')).toBe('/admin/runs/run-1')
  })

  it.each([
    ['that gave credit', { operation: 'give-credit' }],
    ['that is active', { state: 'running' }],
    ['that is undone', { undoneBy: 'run-2' }],
  ] as const)('%s is not undone', async (_, of) => {
    await openRun({ ...suspended, ...of })
    await screen.findByText('player1')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })
})
