import { createHash } from 'node:crypto'
import { parentRoleOf } from '@cascade/contracts'
import { type CreationInput, runTexts } from '@cascade/contracts/accounts'
import { type Call, type Ctx, conflict, requirePermission, requireRight } from '@cascade/service-kit'
import { findAccount } from '../accounts/find-account'
import type { AccountsDeps } from '../deps'
import { requireSecondPerson } from '../identity/policy/require-second-person'
import { requireProof } from '../identity/sessions/require-proof'
import { createAccount } from '../lifecycle/create-account'
import type { Row, Run } from './run-store'
import { beginRun } from './start-run'

/**
 * Starts a run that creates accounts. Their ids are assigned now, so that each row is created once. Secrets are stored
 * encrypted until their part is processed or the run is stopped.
 */
export async function startCreation(deps: AccountsDeps, { ctx, input }: Call<CreationInput>): Promise<Run> {
  const { role, parentId } = input
  const parentRole = parentRoleOf(role)
  requirePermission(ctx, 'runs.manage')
  requireRight(ctx, `${role}.manage`)
  if (role === 'admin') await requireProof(deps, ctx, 'always')
  const requestedRows = input.rows.map(({ pin, password, line, ...fields }) => ({
    line,
    fields,
    secrets: { pin, password },
  }))
  const digest = createHash('sha256').update(JSON.stringify(requestedRows.map(({ line, fields }) => [line, fields])))
  const request = JSON.stringify({ operation: 'create', role, parentId, rows: digest.digest('base64url') })
  return beginRun(deps, ctx, request, async () => {
    const details = { role, accounts: String(requestedRows.length) }
    await requireSecondPerson(deps, ctx, { operation: 'account.create', details }, role)
    if (parentId !== undefined && parentRole) await findAccount(deps, ctx.actor, { role: parentRole, id: parentId })
    const rows = requestedRows.map(({ line, fields, secrets }) => {
      const accountId = deps.newId()
      return { accountId, username: '', line, fields, sealed: deps.secretSeal.seal(accountId, secrets) }
    })
    return { order: { operation: 'create', role, parentId, note: '' }, rows }
  })
}

/**
 * Creates the account of a row, like a single create.
 * @returns the row with the generated names, also if an interrupted attempt had created it
 */
export async function createRow(deps: AccountsDeps, ctx: Ctx, run: Run, row: Row): Promise<Row> {
  const { sealed, ...visible } = row
  const { accountId, fields } = visible
  const find = async () => {
    const created = await deps.accounts.findNames(accountId)
    return created && { ...visible, ...created }
  }
  const before = await find()
  if (before) return before
  const secrets = sealed === undefined ? undefined : deps.secretSeal.open(accountId, sealed)
  if (!fields || !secrets) throw conflict(runTexts.unreadable)
  const { role, parentId } = run
  const input = {
    role,
    ...(parentId === undefined ? {} : { parentId }),
    fields: { ...fields, ...secrets },
    reserved: { accountId, guard: tx => deps.runs.guardPart(run, tx) },
  } satisfies Parameters<typeof createAccount>[1]['input']
  try {
    const { data } = await createAccount(deps, { ctx, input })
    return { ...visible, username: data.username, uniqueId: data.uniqueId }
  } catch (error) {
    // A former leader of the runs may have created it in the meantime.
    const created = await find()
    if (!created) throw error
    return created
  }
}
