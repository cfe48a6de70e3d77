import { useCallback } from 'react'
import { generatePath } from 'react-router-dom'
import { useActor } from '../access/use-access'

type ParamsOf<P extends string> = Parameters<typeof generatePath<P>>[1]

export type AddressOf = <P extends string>(path: P, params?: ParamsOf<P>) => string

/**
 * The whole address of one of a remote's `paths`, in the area of the signed-in user: `game/:gameId` becomes
 * `/admin/game/AB`. Params are escaped. @throws Error when a param is missing: the caller's own mistake.
 */
export function useAddress(): AddressOf {
  const { role } = useActor()
  return useCallback((path, params) => `/${role}/${generatePath(path, params)}`, [role])
}
