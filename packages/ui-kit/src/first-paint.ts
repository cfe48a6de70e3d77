// What a page shows before the kit is there: no library in it, and a copy in each bundle that uses it.
import './theme/base.css'

export { Brand } from './layout/brand-mark'
export { paint, storedScheme } from './theme/paint'
