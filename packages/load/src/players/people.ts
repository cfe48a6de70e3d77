import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Account, accountApi } from '@cascade/contracts/accounts'
import { RejectedError, type User } from '@cascade/contracts/client'
import { z } from 'zod'
import { type Caller, openUser } from './users'

/** Concurrent creations: each costs a password hash, and the server queues only a few per operator. */
const concurrency = 3

const personFields = { country: 'IN', state: 'MH', city: 'Mumbai', address: 'Simulated', password: '' }
const newPassword = () => randomBytes(12).toString('base64url')

/**
 * Creates a master for the simulator and players below it; existing accounts are never changed.
 * @param below username of an area manager
 * @throws Error if the operator's scope has no such area manager
 */
export async function createPeople(operator: Caller, url: string, below: string, count: number): Promise<State> {
  const { adminId, areaManagerId } = await findAreaManager(operator, below)
  const password = newPassword()
  const { data: master } = await operator.call(accountApi.master.create, {
    body: {
      ...personFields,
      firstName: 'Simulated',
      lastName: 'Master',
      refId: areaManagerId,
      password,
      email: `simulated.${Date.now()}.${randomInt(1e6)}@example.com`,
      phone: 910_000_000_000 + randomInt(1e9),
      pinCode: 400_001,
    },
  })
  const state: State = { url, adminId, master: { id: master._id, username: master.username, password }, players: [] }
  await addPlayers(operator, state, count)
  return state
}

export async function addPlayers(operator: Caller, state: State, count: number): Promise<void> {
  while (state.players.length < count) {
    const missing = Math.min(concurrency, count - state.players.length)
    const created = await Promise.all(
      Array.from({ length: missing }, async (_, index) => {
        const password = newPassword()
        const lastName = `Player ${state.players.length + index + 1}`
        const body = { ...personFields, firstName: 'Simulated', lastName, refId: state.master.id, password }
        const { data } = await operator.call(accountApi.player.create, { body })
        return { id: data._id, username: data.username, password }
      }),
    )
    state.players.push(...created)
  }
}

async function findAreaManager(operator: Caller, below: string) {
  const { data } = await operator.call(accountApi.areamanager.list, { query: { q: below, page: 1, size: 50 } })
  const areaManager = data.find((account: Account) => account.username === below) as Account | undefined
  const superAreaManagerId = areaManager?.refId?._id
  if (!areaManager || !superAreaManagerId) throw new Error(`There is no area manager ${below} to make players below.`)
  const { data: above } = await operator.call(accountApi.superareamanager.read, { params: { id: superAreaManagerId } })
  return { areaManagerId: areaManager._id, adminId: (above as Account).refId?._id ?? '' }
}

/** The operator issues credit for this many top-ups of all players at a time, to keep the log short. */
const topUpsPerIssue = 5

/** The master gives credit to players; when its balance runs out, the operator issues more. */
export async function giveCredit(
  operator: User,
  password: string,
  { url, master, players }: State,
  { playerIds, points }: { playerIds: readonly string[]; points: number },
): Promise<void> {
  const api = openUser(url, master)
  const fundMaster = async () => {
    const run = randomUUID()
    const userId = (await operator.session()).user._id
    const transferAmount = points * players.length * topUpsPerIssue
    const issue = { toUserId: userId, transferAmount, password }
    await operator.call(accountApi.superadmin.transfer, { body: issue, key: `${run}-issue` })
    const pass = { userId, toUserId: master.id, transferAmount, password }
    await operator.call(accountApi.master.transfer, { body: pass, key: `${run}-master` })
  }
  for (const toUserId of playerIds) {
    const body = { toUserId, transferAmount: points, password: master.password }
    const give = () => api.call(accountApi.player.transfer, { body, key: randomUUID() })
    await give().catch(async (error: unknown) => {
      if (!(error instanceof RejectedError && error.reason === 'INSUFFICIENT')) throw error
      await fundMaster()
      await give()
    })
  }
}

/** Players of earlier runs. Their generated passwords are used nowhere else. */
const Login = z.object({ id: z.string(), username: z.string(), password: z.string() })
const State = z.object({
  url: z.string(),
  adminId: z.string(),
  master: Login,
  players: z.array(Login),
})
export type State = z.infer<typeof State>

/** @returns undefined if there is no state for this URL */
export async function readState(file: string, url: string): Promise<State | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const state = State.safeParse(JSON.parse(text))
  return state.success && state.data.url === url ? state.data : undefined
}

/** Writes the state, readable by the file owner only. */
export async function writeState(file: string, state: State): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
}
