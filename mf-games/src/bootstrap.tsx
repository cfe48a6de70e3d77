import { runAlone } from '@cascade/ui-kit/alone'
import description from '../remote.json'
import remote from './remote'

runAlone(remote, description)
