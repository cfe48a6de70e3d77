import { liveChangeEvent, liveChangeExample, liveGameExample } from '@cascade/contracts/live'

const json = (value: unknown) => `\`${JSON.stringify(value)}\``
const { adminId, gameId, drawAt, now, feed } = liveGameExample
const timer = { gameId, time: '00:30', drawAt, now }

/** What goes over the socket, as Markdown of the document's description. */
export const socketDocs = `## Live draws over a socket

Socket.IO 4 at \`/socket.io\` of the same origin, transport \`websocket\`, with \`auth: { token }\` or the cookie. A session
has twenty sockets at most. A socket follows one game, the last one it asked for.

| Event | Way | What |
|---|---|---|
| \`gameData\` | to the server | ${json({ adminId, gameId })}: follow this game. With \`"changes": true\` only changes come after the first state. |
| \`responseData\` | to the client | the whole state, as \`GET /live/loadgame\` answers in \`data\`: at once, and, unless \`changes\` was asked for, every three seconds at most when it has changed. ${json({ error: 'Not found.' })} for a game that is not yours; with \`removed: true\` it is gone for good. |
| \`${liveChangeEvent}\` | to the client | what has changed since the state with the number before, at most four times a second: ${json({ ...liveChangeExample, feed: { ...feed, number: feed.number + 1 } })}. Options are found by \`index\`; \`cleared\` puts all others to 0. A gap in \`feed.number\`, or another \`feed.epoch\`: send \`gameData\` again. |
| \`timerData\` | to the server | ${json({ adminId, gameId })}: the time left, now and at each new draw. |
| \`timer\` | to the client | ${json(timer)} |
`
