import { can, type Permission } from '@cascade/contracts'
import { type AuthUser, sessionApi } from '@cascade/contracts/accounts'
import { queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { call } from '../api/api-client'
import { queryKeyOf } from '../api/calls'
import { localStore } from '../storage'
import { useSession } from './session-store'

/**
 * The signed-in user, for screens behind the guard.
 * @throws Error where nobody is signed in.
 */
export function useActor(): AuthUser {
  const user = useSession(state => state.user)
  if (!user) throw new Error('useActor needs a signed-in user')
  return user
}

/** Whether to offer something; the server decides again. */
export function useCan(permission: Permission): boolean {
  return useSession(state => can(state.user?.role, permission))
}

/** The signed-in user with the present balance. Invalidate it after moving credit: the top bar follows. */
export function ownAccountQuery(user: AuthUser) {
  return queryOptions({
    queryKey: queryKeyOf(sessionApi.userauth, user._id),
    queryFn: async ({ signal }) => (await call(sessionApi.userauth, { params: { id: user._id }, signal })).user,
    // As fresh as the sign-in or the restored session that it comes from.
    initialData: user,
    // Others move credit too: who comes back to this tab sees what the wallet holds now.
    refetchOnWindowFocus: 'always' as const,
  })
}

type Stored = { users: Record<string, unknown> }
const storage = createJSONStorage<Stored>(() => localStore)

/**
 * Settings that this browser keeps, for each user apart; every component that reads them follows a change, in each tab.
 * @param name key in local storage
 * @param defaults what counts until something is changed
 * @param read what is stored as settings; undefined when it is none: then the standard counts
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
  const useStored = create<Stored>()(persist(() => ({ users: {} }), { name, merge, storage }))
  // Another tab has changed what is stored; without a key it has cleared all of it. Outside of a browser there is none.
  globalThis.addEventListener?.('storage', ({ key }) => {
    if (key === name || key === null) void useStored.persist.rehydrate()
  })
  return () => {
    const { _id } = useActor()
    const stored = useStored(state => state.users[_id])
    // The same object for as long as nothing changes.
    const settings = useMemo(() => read(stored) ?? defaults, [stored])
    const change = (patch: Partial<S>) =>
      useStored.setState(state => ({ users: { ...state.users, [_id]: { ...settingsOf(state, _id), ...patch } } }))
    return [settings, change]
  }
}
