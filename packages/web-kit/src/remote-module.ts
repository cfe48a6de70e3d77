import { mayOpen, type Role } from '@cascade/contracts'
import type { Account } from '@cascade/contracts/accounts'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import { create } from 'zustand'
import { useActor } from './session/user'

export type CardProps = {
  /** The account of the details page; absent on the dashboard. */
  account?: Account
}
export type ActionProps = {
  account: Account
  /** Removes the component. */
  onDone: () => void
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

export type RemoteModule = {
  /** Equals the `id` in its `remote.json`. */
  id: string
  /** Relative to `/{role}/`, e.g. `player` and `player/create`. */
  routes: RouteObject[]
  /**
   * Relative to `/public/`, for visitors without a session; their first segments are the `publicPaths` of
   * `remote.json`.
   */
  publicRoutes?: RouteObject[]
  /** Content of the cards in `remote.json`, by id. */
  cards?: Readonly<Record<string, Load<CardProps>>>
  /** Rendered when an action of `remote.json` is chosen, by id: a dialog, or nothing while it works. */
  actions?: Readonly<Record<string, Load<ActionProps>>>
}

/** A card or action of a remote: loads with its first rendering and shows its own failures. */
export type Extension<Props> = {
  key: string
  label: string
  roles: readonly Role[]
  permission?: string | undefined
  Component: ComponentType<Props>
}
export type Extensions = {
  dashboard: readonly Extension<CardProps>[]
  account: readonly Extension<CardProps>[]
  accountActions: readonly Extension<ActionProps>[]
}

/** Filled by the shell once it has read the remotes. */
export const useExtensionStore = create<Extensions>(() => ({ dashboard: [], account: [], accountActions: [] }))

/** Cards or actions that remotes add to a place for the user's role, in order. */
export function useExtensions<P extends keyof Extensions>(place: P): Extensions[P] {
  const user = useActor()
  return useExtensionStore()[place].filter(
    ({ roles, permission = '' }) => roles.includes(user.role) && mayOpen(user, permission),
  ) as unknown as Extensions[P]
}
