import { createUser, type Login, type SessionClient, type User } from '@cascade/contracts/client'

export type Caller = Pick<User, 'call'>

/** Longer than any call. */
export const patience = { timeoutMs: 20_000 }

export const openUser = (url: string, login: Login): User => createUser(url, () => login, patience)

/** @throws Error for wrong credentials or an inactive account */
export const openSession = (url: string, login: Login): Promise<SessionClient> => openUser(url, login).session()
