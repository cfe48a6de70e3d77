import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { masterGames } from '../master'
import { compileGame } from '../rules/game/compile-game'
import { type Returns, returnsInDraws, returnsInTheory } from './simulate-return'

const document = fileURLToPath(new URL('../../docs/fairness.md', import.meta.url))
const policies = ['random', 'budgeted'] as const
const percent = (share: number) => (share * 100).toFixed(1)

/** One run in a process of its own: `<game> <policy> <draws>`, answered as JSON. */
async function runApart(game: string, policy: string, draws: number): Promise<Returns> {
  const args = [...process.execArgv, fileURLToPath(import.meta.url), game, policy, String(draws)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as Returns
}

async function inTurns<T>(jobs: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = []
  const waiting = [...jobs.entries()]
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await next[1]()
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  return results
}

async function tableOf(draws: number): Promise<string> {
  const games = masterGames.map(({ gameId, gameName, description }) => ({
    gameId,
    gameName,
    game: compileGame(description),
  }))
  const jobs = games.flatMap(({ gameId }) => policies.map(policy => () => runApart(gameId, policy, draws)))
  const found = await inTurns(jobs)
  const rows = games.map(({ gameName, game }, at) => {
    const cells = policies.flatMap((policy, which) => {
      const theory = returnsInTheory(game, policy)
      const seen = found[at * policies.length + which]
      return [theory.plain, seen?.plain ?? 0, theory.boosted, seen?.boosted ?? 0].map(percent)
    })
    return `| ${gameName} | ${cells.join(' | ')} |`
  })
  return [
    `Of ${draws.toLocaleString('en-US')} draws each, in percent of the stakes; T: in theory, S: simulated.`,
    '',
    '| Game | random, booster 1: T | S | with booster: T | S | budgeted, booster 1: T | S | with booster: T | S |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

const [first = '1000000', policy, count] = process.argv.slice(2)
if (policy === 'random' || policy === 'budgeted') {
  const found = masterGames.find(({ gameId }) => gameId === first)
  if (!found) throw new Error(`${first} is no game of the master data.`)
  process.stdout.write(JSON.stringify(returnsInDraws(compileGame(found.description), policy, Number(count))))
} else {
  const marks = /(<!-- returns -->\n)[\s\S]*(\n<!-- \/returns -->)/
  const table = await tableOf(Number(first))
  await writeFile(
    document,
    (await readFile(document, 'utf8')).replace(marks, (_all, begin, end) => `${begin}\n${table}\n${end}`),
  )
}
