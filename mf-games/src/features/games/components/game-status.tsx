import type { GameStatus as Status } from '@cascade/contracts/games'
import { StatusBadge, type Tone } from '@cascade/ui-kit'

const tones: Readonly<Record<Status, Tone>> = { active: 'success', inactive: 'danger', 'coming-soon': 'warning' }

export function GameStatus({ status }: { status: Status }) {
  return <StatusBadge tone={tones[status]}>{status}</StatusBadge>
}
