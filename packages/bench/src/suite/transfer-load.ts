import { randomUUID } from 'node:crypto'
import type { Role } from '@cascade/contracts'
import { baseOf } from '@cascade/contracts/accounts'
import { callApi, childrenOf, type Login, signIn } from './api'

export type Sender = { token: string; password: string; targets: { path: string; toUserId: string }[] }

/**
 * What a person at each level does: passes one hundredth of a point to one of the accounts directly below, through
 * gateway, session and password check.
 * @param chosen of all who could send, those who do
 * @returns one such call by one of the logins, chosen by the caller's number.
 */
export async function transferLoad(
  url: string,
  logins: readonly Login[],
  chosen: (senders: readonly Sender[]) => readonly Sender[] = all => all,
) {
  const all: Sender[] = []
  for (const login of logins) {
    const { token, _id, role } = await signIn(url, login)
    if (role === 'player') continue
    const children = await childrenOf(url, { token, _id })
    const targets = children.map(child => ({
      path: `/${baseOf(child.role as Role).path}/credit-transfer`,
      toUserId: child._id,
    }))
    if (targets.length > 0) all.push({ token, password: login.password, targets })
  }
  const senders = chosen(all)
  if (senders.length === 0) throw new Error('None of the logins has anyone below it.')

  return async (caller: number): Promise<void> => {
    const sender = senders[caller % senders.length]
    const target = sender?.targets[Math.floor(Math.random() * sender.targets.length)]
    if (!sender || !target) throw new Error('No sender')
    const { token, password } = sender
    const body = { toUserId: target.toUserId, transferAmount: 0.01, password }
    await callApi(url, { method: 'POST', path: target.path, token, key: randomUUID(), body })
  }
}
