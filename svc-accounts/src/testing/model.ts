import { type AccountRole, can, isSideRole, parentRoleOf, type TreeRole } from '@cascade/contracts'

export type ModelAccount = {
  id: string
  role: AccountRole
  parent: string | undefined
  active: boolean
  deleted: boolean
  /** Hundredths. */
  balance: number
  signedIn: boolean
}
/** Expected response; the model changes only on success. */
export type Expected = { status: number; message?: string }

const rejected = (status: number, message?: string): Expected => ({ status, ...(message ? { message } : {}) })

/** Reference model of tree and credit rules, as simple as possible: no ancestries, versions or ledger. */
export function createModel(superadminId: string) {
  const accounts = new Map<string, ModelAccount>()
  const add = (id: string, role: AccountRole, parent: string | undefined) =>
    accounts.set(id, { id, role, parent, active: true, deleted: false, balance: 0, signedIn: false })
  add(superadminId, 'superadmin', undefined)

  const live = (id: string) => {
    const found = accounts.get(id)
    return found && !found.deleted ? found : undefined
  }
  const above = (account: ModelAccount): ModelAccount[] => {
    const parent = account.parent === undefined ? undefined : live(account.parent)
    return parent ? [parent, ...above(parent)] : []
  }
  const children = (id: string) => [...accounts.values()].filter(one => one.parent === id && !one.deleted)
  const isActiveWithAncestors = (account: ModelAccount) =>
    [account, ...above(account)].every(one => one.active && !one.deleted)
  const sees = (actor: ModelAccount, id: string) => {
    const target = live(id)
    const visible = target && (actor.role === 'superadmin' || [target, ...above(target)].includes(actor))
    return visible ? target : undefined
  }
  const isLastSuperadmin = () =>
    [...accounts.values()].filter(one => one.role === 'superadmin' && one.active && !one.deleted).length < 2

  /** Permission, session, scope: the order of checks of every write. */
  function enter(actor: ModelAccount, role: AccountRole, id: string): ModelAccount | Expected {
    if (!can(actor.role, `${role}.manage`)) return rejected(403)
    if (!actor.signedIn) return rejected(401)
    return sees(actor, id) ?? rejected(404)
  }

  function signOut(account: ModelAccount) {
    account.signedIn = false
    for (const child of children(account.id)) signOut(child)
  }

  function create(actor: ModelAccount, role: TreeRole, parentId: string): Expected {
    const parent = enter(actor, role, parentId)
    if ('status' in parent) return parent
    return parent.role !== parentRoleOf(role) || !parent.active ? rejected(400) : { status: 201 }
  }

  function toggle(actor: ModelAccount, target: ModelAccount, active: boolean): Expected {
    const found = enter(actor, target.role, target.id)
    if ('status' in found) return found
    if (!active && actor === target) return rejected(409)
    if (target.active === active) return { status: 200 }
    if (!active && target.role === 'superadmin' && isLastSuperadmin()) return rejected(409)
    target.active = active
    if (!active) signOut(target)
    return { status: 200 }
  }

  function remove(actor: ModelAccount, target: ModelAccount): Expected {
    const found = enter(actor, target.role, target.id)
    if ('status' in found) return found
    if (actor === target) return rejected(409)
    if (children(target.id).some(child => !isSideRole(child.role))) {
      return rejected(409, 'Account has subordinates. Cannot delete.')
    }
    if (target.role === 'superadmin' && target.active && isLastSuperadmin()) return rejected(409)
    for (const gone of [...children(target.id), target]) {
      const parent = gone.parent === undefined ? undefined : accounts.get(gone.parent)
      if (parent) parent.balance += gone.balance
      Object.assign(gone, { balance: 0, deleted: true, signedIn: false })
    }
    return { status: 200 }
  }

  function reparent(actor: ModelAccount, target: ModelAccount, parentId: string): Expected {
    if (actor.role === target.role && actor.role !== 'player' && actor.role !== 'superadmin') {
      if (!actor.signedIn) return rejected(401)
      return rejected(actor === target ? 403 : 404)
    }
    const found = enter(actor, target.role, target.id)
    if ('status' in found) return found
    if (parentId === target.parent) return { status: 200 }
    const parent = sees(actor, parentId)
    if (!parent) return rejected(404)
    if (parent.role !== parentRoleOf(target.role) || !parent.active) return rejected(400)
    target.parent = parentId
    return { status: 200 }
  }

  /** `back`: from the target to the sender. */
  function credit(actor: ModelAccount, target: ModelAccount, senderId: string, amount: number, kind: Kind): Expected {
    const found = enter(actor, target.role, target.id)
    if ('status' in found) return found
    const sender = sees(actor, senderId)
    if (!sender) return rejected(404)
    if (sender !== actor && sender.id !== target.parent) return rejected(403)
    const issues = sender === target && kind === 'transfer'
    if (sender === target && !issues) return rejected(400)
    if (!sender.active || !target.active) return rejected(403)
    const [from, to] = kind === 'back' ? [target, sender] : [sender, target]
    if (!issues && from.balance < amount) return rejected(400, 'Insufficient balance.')
    if (!issues) from.balance -= amount
    to.balance += amount
    return { status: 200 }
  }

  return { accounts, add, above, children, isActiveWithAncestors, create, toggle, remove, reparent, credit }
}
export type Kind = 'transfer' | 'back' | 'give'
export type Model = ReturnType<typeof createModel>
