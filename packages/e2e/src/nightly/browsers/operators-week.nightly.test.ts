import { describeWeek } from '../../faults/week/describe-week'
import { launchFirefox } from './firefox'
import { launchWebkit } from './webkit'

describeWeek('Firefox', launchFirefox)
describeWeek('WebKit', launchWebkit)
