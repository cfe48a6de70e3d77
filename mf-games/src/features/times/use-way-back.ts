import { useActor } from '@cascade/web-kit'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../../paths'

/** How long a success is read before the form gives way to the list, in milliseconds. */
const readingTime = 1000

/** Back to the list as it was left; to its beginning when the form was opened by its address. */
export function useWayBack() {
  const navigate = useNavigate()
  const { role } = useActor()
  const openedByAddress = useLocation().key === 'default'
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    goBack: () => void (openedByAddress ? navigate(`/${role}/${paths.times}`) : navigate(-1)),
    /** Never ends once the form is left: whoever went elsewhere in the meantime stays there. */
    pause: () =>
      new Promise<void>(resolve => {
        timer.current = setTimeout(resolve, readingTime)
      }),
  }
}
