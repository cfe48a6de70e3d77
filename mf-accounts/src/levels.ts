import type { AccountRole } from '@cascade/contracts'
import { accountLevels, type LevelScreens } from '@cascade/contracts/accounts'

/** The levels that have screens here; superadmins are managed through the API only. */
export type LevelRole = Exclude<AccountRole, 'superadmin'>

/** All that differs between the screens of levels; `role` is also the first segment of their addresses. */
export type Level = LevelScreens & { role: LevelRole }

export const levels = Object.fromEntries(
  accountLevels.flatMap(({ role, screens }) => (screens ? [[role, { ...screens, role }]] : [])),
) as Readonly<Record<LevelRole, Level>>

export const levelRoles = Object.keys(levels) as readonly LevelRole[]
export const isLevelRole = (role: string): role is LevelRole => role in levels
