import { type AccountRole, isSideRole, type TreeRole, treeRoles } from '@cascade/contracts'
import type { Actor } from '@cascade/service-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoredAccount } from '../accounts/account-store'
import { pathOf, personFor } from '../testing/make-accounts'
import { createModel, type Expected, type Kind, type Model, type ModelAccount } from '../testing/model'
import { holdsForAll } from '../testing/sequences'
import { type Answer, makeWorld, testPassword, type World } from '../testing/world'

const pick = fc.nat(999)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('create' as const), actor: pick, role: pick, parent: pick }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('reparent' as const), actor: pick, target: pick, parent: pick }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('toggle' as const), actor: pick, target: pick, on: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('remove' as const), actor: pick, target: pick }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('credit' as const),
      actor: pick,
      target: pick,
      sender: pick,
      amount: fc.integer({ min: 100, max: 9_999 }),
      kind: fc.constantFrom<Kind>('transfer', 'back', 'give'),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Runs a sequence on the service and on the model, and compares every response. */
class Run {
  readonly sessions = new Map<string, string>()
  readonly model: Model
  readonly trace: string[] = []
  constructor(readonly world: World) {
    this.model = createModel(world.superadmin.accountId)
  }
  all = (of: (account: ModelAccount) => boolean = () => true) => [...this.model.accounts.values()].filter(of)
  one = (at: number, of?: (account: ModelAccount) => boolean) => {
    const choice = this.all(of)
    return choice[at % choice.length] as ModelAccount
  }

  /** Mostly an active account, signed in on demand; sometimes one without a session. */
  async actor(at: number): Promise<{ model: ModelAccount; as: Actor }> {
    const tree = (account: ModelAccount) => !isSideRole(account.role)
    const admitted = (account: ModelAccount) => tree(account) && this.model.isActiveWithAncestors(account)
    const model = this.one(at, at % 8 === 0 ? account => tree(account) && !account.deleted : admitted)
    if (!model.signedIn && this.model.isActiveWithAncestors(model)) {
      const sessionId = this.world.deps.newId()
      const startedAt = new Date()
      const session = {
        _id: sessionId,
        accountId: model.id,
        username: '',
        role: model.role,
        ipAddress: '',
        userAgent: '',
      }
      const expiresAt = new Date(startedAt.getTime() + 600_000)
      await this.world.deps.transaction(tx =>
        this.world.deps.sessions.insert({ ...session, startedAt, expiresAt, provenAt: startedAt }, tx),
      )
      this.world.deps.passwords.remember({ sessionId, accountId: model.id }, testPassword, 1)
      this.sessions.set(model.id, sessionId)
      model.signedIn = true
    }
    const sessionId = this.sessions.get(model.id) ?? 'none'
    const as = { accountId: model.id, username: model.id, role: model.role, sessionId, ipAddress: '10.0.0.1' }
    return { model, as }
  }

  agree(step: Step, expected: Expected, { status, body }: Answer) {
    this.trace.push(`${JSON.stringify(step)} → ${status} ${body.message}`)
    const actual = { status, ...(expected.message ? { message: body.message } : {}) }
    expect(actual, this.trace.slice(-5).join('\n')).toEqual(expected)
  }

  async step(step: Step) {
    const { model: actor, as } = await this.actor(step.actor)
    const { world, model } = this
    if (step.type === 'create') {
      // Mostly a role that fits the parent, so that the tree grows.
      const parent = this.one(step.parent, account => !isSideRole(account.role))
      const fitting = treeRoles[treeRoles.indexOf(parent.role as TreeRole) + 1]
      const role = (step.role % 5 === 0 ? undefined : fitting) ?? (treeRoles[1 + (step.role % 5)] as TreeRole)
      const expected = model.create(actor, role, parent.id)
      const answer = await world.call(`POST /${pathOf(role)}/create`, {
        as,
        body: personFor(role, { refId: parent.id }),
      })
      this.agree(step, expected, answer)
      if (answer.status === 201) await this.addCreated(answer.body.data._id, role, parent.id)
    } else if (step.type === 'credit') {
      const target = this.one(step.target)
      const sender =
        step.sender % 2 ? actor.id : step.sender % 4 ? (target.parent ?? actor.id) : this.one(step.sender).id
      const expected = model.credit(actor, target, sender, step.amount, step.kind)
      const common = { toUserId: target.id, userId: sender, password: testPassword }
      const points = step.amount / 100
      const type = step.kind === 'back' ? 'credit' : 'debit'
      const [verb, body] =
        step.kind === 'transfer'
          ? ['credit-transfer', { ...common, transferAmount: points }]
          : ['credit-adjust', { ...common, adjustAmount: points, transactionType: type }]
      this.agree(step, expected, await world.call(`POST /${pathOf(target.role)}/${verb}`, { as, body }))
    } else {
      const target = this.one(step.target, account => step.type !== 'reparent' || account.role !== 'superadmin')
      if (!target) return
      const base = `/${pathOf(target.role)}`
      if (step.type === 'toggle') {
        const action = step.on ? 'activate' : 'deactivate'
        const expected = model.toggle(actor, target, step.on)
        this.agree(step, expected, await world.call(`PATCH ${base}/toggle-status/${target.id}/${action}`, { as }))
      } else if (step.type === 'remove') {
        const expected = model.remove(actor, target)
        this.agree(step, expected, await world.call(`DELETE ${base}/${target.id}`, { as }))
      } else {
        const parent = this.one(step.parent, account => !isSideRole(account.role))
        const expected = model.reparent(actor, target, parent.id)
        this.agree(step, expected, await world.call(`PUT ${base}/${target.id}`, { as, body: { refId: parent.id } }))
      }
    }
  }

  async addCreated(id: string, role: AccountRole, parent: string) {
    this.model.add(id, role, parent)
    if (role !== 'admin') return
    const sides = await this.rows().find({ parentId: id }).toArray()
    for (const side of sides) this.model.add(side._id, side.role as AccountRole, id)
  }

  rows = () => this.world.db.collection<StoredAccount>('accounts')

  /** Compares the whole state: positions, flags, counts and balances. */
  async compare() {
    const { model, world } = this
    const rows = new Map((await this.rows().find({}).toArray()).map(row => [row._id, row]))
    const balances = await world.ledger.balances([...rows.keys()])
    for (const account of this.all()) {
      const row = rows.get(account.id)
      const ancestry = Object.fromEntries(model.above(account).map(({ role, id }) => [role, id]))
      const children = model.children(account.id).filter(child => !isSideRole(child.role)).length
      expect({ ...row, balance: Number(balances.get(account.id)) }).toMatchObject({
        active: account.active,
        deleted: account.deleted,
        balance: account.balance,
        ...(account.deleted ? {} : { parentId: account.parent ?? null, ancestry, childCount: children }),
      })
    }
    expect(await world.ledgerFaults()).toEqual([])
  }
}

describe('the service', () => {
  it('agrees with the reference model over random sequences', async () => {
    await holdsForAll({ operation: step, minLength: 20, maxLength: 60, runs: 8 }, async steps => {
      const run = new Run(await makeWorld())
      try {
        for (const next of steps) await run.step(next)
        await run.compare()
      } finally {
        await run.world.close()
      }
    })
  }, 3_600_000)
})
