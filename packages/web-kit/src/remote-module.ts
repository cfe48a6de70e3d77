import type { Account } from '@cascade/contracts/accounts'
import { type ComponentType, createContext, use } from 'react'
import type { RouteObject } from 'react-router-dom'

export type CardProps = {
  /** Of the details page; none on the dashboard. */
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

/** A card or action of another remote: loads with its first rendering and shows its own failures. */
export type Extension<Props> = { key: string; label: string; Component: ComponentType<Props> }
export type Extensions = {
  dashboard: readonly Extension<CardProps>[]
  account: readonly Extension<CardProps>[]
  accountActions: readonly Extension<ActionProps>[]
}

export const noExtensions: Extensions = { dashboard: [], account: [], accountActions: [] }

/** Provided by the shell. */
export const ExtensionsContext = createContext(noExtensions)

/** What remotes add to the dashboard, to an account's page and to rows of account lists for the user's role, in order. */
export const useExtensions = (): Extensions => use(ExtensionsContext)
