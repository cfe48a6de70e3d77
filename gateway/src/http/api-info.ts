import { liveChangeEvent, liveChangeExample, liveGameExample, playPushExamples } from '@cascade/contracts/live'
import { suiteVersion } from '@cascade/service-kit'
import { manualPath } from './docs-frame'

const json = (value: unknown) => `\`${JSON.stringify(value)}\``
const { adminId, gameId, drawAt, now, feed } = liveGameExample
const timer = { gameId, time: '00:30', drawAt, now }
const { playDraw, playWallet, playTicket, playAnnouncement } = playPushExamples()

/** Socket events, as Markdown for the OpenAPI description. */
const socketDocs = `## Live draws over a socket

Socket.IO 4 at \`/socket.io\` of the same origin, transport \`websocket\`, with \`auth: { token }\` or the cookie. A session
has at most twenty sockets. A socket follows one game, the last one it requested.

| Event | Direction | Payload |
|---|---|---|
| \`gameData\` | to the server | ${json({ adminId, gameId })}: follows this game. With \`"changes": true\` only changes are sent after the first state. |
| \`responseData\` | to the client | the full state, as \`data\` of \`GET /live/loadgame\`: at once and, unless \`changes\` was requested, at most every three seconds after a change. ${json({ error: 'Not found.' })} for a game you may not see; with \`removed: true\` the game was deleted. |
| \`${liveChangeEvent}\` | to the client | changes since the state with the previous number, at most four times a second: ${json({ ...liveChangeExample, feed: { ...feed, number: feed.number + 1 } })}. Options are identified by \`index\`; \`cleared\` sets all others to 0. After a gap in \`feed.number\` or another \`feed.epoch\`, send \`gameData\` again. |
| \`timerData\` | to the server | ${json({ adminId, gameId })}: requests the time left, now and at each new draw. |
| \`timer\` | to the client | ${json(timer)} |

## A player's socket

The same socket, for accounts of role \`player\`. [A page that bets and shows each call and event](/docs/play), built on
\`@cascade/play-client\`, which does all of the following.

| Event | Direction | Payload |
|---|---|---|
| \`play\` | to the server | ${json({ gameId })}: follows the draws of this game, the last one requested; \`{}\` leaves it. |
| \`playDraw\` | to the client | ${json(playDraw)}: at once and after each change of draw, state or results; \`draw\` as in \`GET /play/games/{gameId}/draw\`. ${json({ number: 1, gameId, error: 'There is no such game.' })} for a game that the player may not bet on. |
| \`playWallet\` | to the client | ${json(playWallet)}: the balance after any change; without \`play\`, too. |
| \`playTicket\` | to the client | ${json(playTicket)}: tickets of the player were \`settled\`, \`corrected\` or \`claimed\`; \`amount\` is the win, the difference of a correction, or the points claimed. Without \`play\`, too. |
| \`playAnnouncement\` | to the client | ${json(playAnnouncement)}: all announcements in force for the player, after each change, and after connecting unless there are none. A \`warning\` cannot be closed. Without \`play\`, too. |

\`number\` counts the messages of one socket: 1, 2, 3 … After a gap, and after each connect, read the state with the
calls below \`/play\`. The server's clock is \`now\` of a draw. Bets carry an \`Idempotency-Key\`: one per attempt,
repeated until the outcome is known.
`

/** Head of the OpenAPI document. */
export const apiInfo = {
  title: 'Cascade',
  version: suiteVersion,
  description: `All calls of the suite. [Events](/docs/events). [Error codes and reasons](/docs/errors). [The operator’s manual](${manualPath}). [A player’s app, to try and to read](/docs/play). [How a draw is decided, and how to check its record](/docs/fairness)\n\nEvery call also accepts \`id\` and \`role\` of the caller in its query and ignores them.\n\n${socketDocs}`,
}
