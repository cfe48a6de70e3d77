import type { ExamplesOf } from '../example'
import { buildCreateExample } from './account-example'
import { type Run, type runApi, runTexts } from './runs'

export const runExamples = (): ExamplesOf<typeof runApi> => {
  const run: Run = {
    _id: 'id-run',
    operation: 'suspend',
    role: 'player',
    state: 'running',
    total: 4812,
    done: 300,
    refused: 2,
    note: '',
    startedAt: '2026-01-05T10:00:00.000Z',
  }
  return {
    fields: { runId: 'id-run', accountId: 'id-player', username: 'player1', run },
    start: {
      body: { operation: 'suspend', role: 'player', filter: { status: 'active', balanceTo: '0' }, count: 4812 },
      response: { data: run },
    },
    createAccounts: {
      body: { role: 'player', rows: [{ ...buildCreateExample('player', 'id-master'), pin: 471123, line: 2 }] },
      response: { data: { ...run, operation: 'create', total: 1, done: 0, refused: 0 } },
    },
    list: { response: { data: [run] } },
    read: {
      query: { state: 'refused' },
      response: { data: [{ accountId: 'id-player', username: 'player1', state: 'refused', message: 'Invalid' }], run },
    },
    stop: { response: { data: { ...run, state: 'stopped', why: runTexts.stopped } } },
    undo: { response: { data: { ...run, operation: 'activate', done: 0, refused: 0, undoes: 'id-earlier-run' } } },
  }
}
