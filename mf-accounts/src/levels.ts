import type { AccountRole } from '@cascade/contracts'
import { accountLevels, type LevelScreens } from '@cascade/contracts/accounts'

/** Levels with screens; superadmins are managed through the API only. */
export type LevelRole = Exclude<AccountRole, 'superadmin'>

/** Screen settings of a level; `role` is also the first segment of its routes. */
export type Level = LevelScreens & { role: LevelRole }

export const levels = Object.fromEntries(
  accountLevels.flatMap(({ role, screens }) => (screens ? [[role, { ...screens, role }]] : [])),
) as Readonly<Record<LevelRole, Level>>

export const levelRoles = Object.keys(levels) as readonly LevelRole[]
export const isLevelRole = (role: string): role is LevelRole => role in levels
