import type { Right } from '@cascade/contracts'
import type { AuthUser } from '@cascade/contracts/accounts'
import { ClearIcon, formatDate, PercentIcon, PlayerIcon, TimeIcon, WalletIcon } from '@cascade/ui-kit'
import { serverNow } from '@cascade/web-kit'
import type { Bases } from '../screens'
import { type Item, mayAct } from './items'
import { actTexts } from './texts'

/** The right that an act needs; others change nothing. */
const rights: Readonly<Record<string, Right>> = {
  closeWeek: 'cash.record',
  setLimits: 'player.manage',
  voidTicket: 'tickets.void',
  planMaintenance: 'superadmin.manage',
}

type Viewer = Pick<AuthUser, '_id' | 'role' | 'person'>

/** Acts that pages of another name offer: found by search but not listed. */
export function actsOf(viewer: Viewer, bases: Bases): Item[] {
  const { _id, role } = viewer
  const reached = `player?limitDay=${formatDate(serverNow())}`
  const acts = [
    { key: 'closeWeek', needs: 'settlements', path: 'settlements', icon: <PercentIcon /> },
    { key: 'paymentsDue', needs: 'settlements', path: 'settlements?state=closed', icon: <PercentIcon /> },
    { key: 'cashBelow', needs: 'week', path: 'week', icon: <WalletIcon /> },
    { key: 'cashOwn', needs: 'cash', path: `cash/${_id}`, icon: <WalletIcon /> },
    { key: 'setLimits', needs: 'player', path: 'player', icon: <PlayerIcon /> },
    { key: 'limitsReached', needs: 'player', path: reached, icon: <PlayerIcon /> },
    // Only who controls the game may void its tickets.
    { key: 'voidTicket', needs: 'game', path: 'gamehistory', icon: <ClearIcon /> },
    // Only superadmins have the page of admins.
    { key: 'planMaintenance', needs: 'admin', path: 'profile/security', icon: <TimeIcon /> },
  ] as const
  return acts
    .filter(({ key, needs }) => bases.has(needs) && !(key === 'cashOwn' && role === 'superadmin'))
    .filter(({ key }) => mayAct(viewer, rights[key]))
    .map(({ key, path, icon }) => ({
      ...{ id: `act/${key}`, label: actTexts.text(key), icon },
      ...{ to: `/${role}/${path}`, remoteId: bases.get(path.split(/[/?]/)[0] ?? '') },
    }))
}
