import { launchChromiumDriver } from '../../nightly/browsers/chromium'
import { describeWeek } from './describe-week'

describeWeek('Chromium', launchChromiumDriver)
