import { type AnyEndpoint, can, isViewable, isWithinRights, mayOpen, type Permission } from '@cascade/contracts'
import { type AuthUser, userApi } from '@cascade/contracts/accounts'
import { queryOptions } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { call } from '../api/api-client'
import { queryKeyOf } from '../api/calls'
import { localStore } from '../storage'
import { type SessionState, useSession } from './session-store'

/** The signed-in user, for screens behind the guard. @throws Error without a signed-in user */
export function useActor(): AuthUser {
  const user = useSession(state => state.user)
  if (!user) throw new Error('useActor needs a signed-in user')
  return user
}

/** True if the user may at least read behind a permission. The server checks again. */
export function useCan(permission: Permission): boolean {
  return useSession(({ user }) => user !== undefined && user !== null && mayOpen(user, permission))
}

/** True if the user may change things behind a permission. The server checks again. */
export function useMayChange(permission: Permission): boolean {
  return useSession(
    ({ user, viewer }) =>
      !!user && !viewer && can(user.role, permission) && user.person?.rights.includes(permission) !== false,
  )
}

/** True if the user may make a call. The server checks again. */
export function useMayCall(endpoint: AnyEndpoint): boolean {
  return useSession(session => mayCall(session, endpoint))
}

/**
 * `useMayCall` for the page of a form, which stays open when the right ends, so that no input is lost. The server rejects
 * it then.
 */
export function useMayOpenForm(endpoint: AnyEndpoint): boolean {
  const mayCall = useMayCall(endpoint)
  const open = useRef<string>(undefined)
  if (mayCall) open.current = endpoint.id
  return open.current === endpoint.id
}

/** `useMayCall` for several calls. */
export function useCallFilter(): (endpoint: AnyEndpoint) => boolean {
  const user = useSession(state => state.user)
  const viewer = useSession(state => state.viewer)
  return endpoint => mayCall({ user, viewer }, endpoint)
}

/** In a view as another login no call that changes anything. */
export function mayCall({ user, viewer }: Pick<SessionState, 'user' | 'viewer'>, endpoint: AnyEndpoint): boolean {
  const { roles } = endpoint
  if (!user || (viewer && !isViewable(endpoint))) return false
  if (Array.isArray(roles) && !roles.includes(user.role)) return false
  return !user.person || isWithinRights(user.person.rights, endpoint)
}

const rightsPollMs = 60_000

/**
 * The signed-in user with the current balance; the session follows its rights. Invalidate it after moving credit: the
 * top bar follows.
 */
export function ownAccountQuery(user: AuthUser) {
  return queryOptions({
    queryKey: queryKeyOf(userApi.read, user._id),
    queryFn: async ({ signal }) => {
      const account = (await call(userApi.read, { params: { id: user._id }, signal })).user
      followRights(account)
      return account
    },
    initialData: user,
    // An elevation begins when its owner approves and ends by itself.
    ...(user.person && { refetchInterval: rightsPollMs }),
    // Others move credit too: returning to the tab refreshes the wallet.
    refetchOnWindowFocus: 'always' as const,
  })
}

function followRights({ person }: AuthUser): void {
  const { user } = useSession.getState()
  if (!person || user?.person?.id !== person.id || user.person.rights.join() === person.rights.join()) return
  useSession.setState({ user: { ...user, person } })
}

type Stored = { users: Record<string, unknown> }
const storage = createJSONStorage<Stored>(() => localStore)

/**
 * Creates per-user settings stored in this browser; all components and tabs follow a change.
 * @param name key in local storage
 * @param read parses a stored entry; undefined when invalid, then the defaults apply
 * @returns a hook for the signed-in user: the settings, and a function that changes some of them
 */
export function createUserSettings<S extends object>(
  name: string,
  defaults: S,
  read: (stored: unknown) => S | undefined,
): () => [settings: S, change: (patch: Partial<S>) => void] {
  const settingsOf = ({ users }: Stored, id: string): S => read(users[id]) ?? defaults
  const merge = (stored: unknown): Stored => {
    const users = (stored as Partial<Stored> | undefined)?.users
    return { users: users && typeof users === 'object' ? users : {} }
  }
  const useStoredUsers = create<Stored>()(persist(() => ({ users: {} }), { name, merge, storage }))
  // Another tab changed the entry; without a key it cleared the storage. Outside a browser there is no listener.
  globalThis.addEventListener?.('storage', ({ key }) => {
    if (key === name || key === null) void useStoredUsers.persist.rehydrate()
  })
  return () => {
    const { _id } = useActor()
    const stored = useStoredUsers(state => state.users[_id])
    const settings = useMemo(() => read(stored) ?? defaults, [stored])
    const change = (patch: Partial<S>) =>
      useStoredUsers.setState(state => ({ users: { ...state.users, [_id]: { ...settingsOf(state, _id), ...patch } } }))
    return [settings, change]
  }
}
