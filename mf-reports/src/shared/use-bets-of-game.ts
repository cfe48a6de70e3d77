import { useAddress } from '@cascade/web-kit'
import { useNavigate } from 'react-router-dom'
import { paths } from '../paths'

/** Navigates to the bet list of a game in the same period. */
export function useBetsOfGame(period: { preset: string; startDate: string; endDate: string }) {
  const navigate = useNavigate()
  const address = useAddress()
  return (gameId: string) => {
    const { preset, startDate, endDate } = period
    const search = new URLSearchParams({ gameId, preset, startDate, endDate })
    for (const [name, value] of [...search]) if (!value) search.delete(name)
    void navigate({ pathname: address(paths.bets), search: search.toString() })
  }
}
