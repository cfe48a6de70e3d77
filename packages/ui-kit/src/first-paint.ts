// Shown before the kit is loaded: no libraries; duplicated in each bundle that uses it.
import './theme/base.css'

export { Brand } from './layout/brand-mark'
export { paint, storedScheme } from './theme/paint'
