import { CashRecorded } from './accounts/cash'
import {
  AuthorityChanged,
  accountEvents,
  LedgerSealed,
  PresenceChanged,
  RunActed,
  SessionEnded,
  TransferRecorded,
} from './accounts/events'
import { playEvents } from './accounts/ledger/play-events'
import { MaintenanceChanged } from './accounts/maintenance'
import { DescriptionChanged, gameEvents, PercentageChanged } from './games/events'
import { timeEvents } from './games/times'
import { ActivitiesRecorded, ActivityRecorded } from './gateway/events'
import { liveEvents } from './live/events'
import { toJsonSchema } from './openapi/json-schema'
import { caseEvents, complaintEvents, HistoryCleared, HistoryRestored, ScheduleFailed } from './reports/events'

/** Every event of the suite. */
export const allEvents = [
  ...Object.values(accountEvents),
  ...Object.values(playEvents),
  ...Object.values(gameEvents),
  ...Object.values(timeEvents),
  ...Object.values(liveEvents),
  ...Object.values(complaintEvents),
  ...Object.values(caseEvents),
  ScheduleFailed,
  ...[
    SessionEnded,
    PresenceChanged,
    RunActed,
    AuthorityChanged,
    LedgerSealed,
    TransferRecorded,
    CashRecorded,
    MaintenanceChanged,
  ],
  ...[PercentageChanged, DescriptionChanged, ActivityRecorded, ActivitiesRecorded, HistoryCleared, HistoryRestored],
]

/** The JSON schema of every event as its consumers receive it, by subject. Fields may be added to any object. */
export const eventSchemas = () =>
  new Map<string, Record<string, unknown>>(
    allEvents.map(event => [event.shape.type.value, openObjects(toJsonSchema(event, 'output'))]),
  )

/** Without the ban of further fields. */
export const openObjects = (schema: Record<string, unknown>) =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  ) as Record<string, unknown>
