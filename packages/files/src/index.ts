export * from './format'
export * from './paper'
export * from './sheet'
export * from './write-csv'
export {
  businessClock,
  businessStamp,
  businessZone,
  momentOfClock,
  setBusinessZone,
  type Time,
  viewerClock,
  watchBusinessZone,
  zoneLabel,
} from './zone'
