import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildEarly } from './embedded-database.mjs'
import { ensureInstalled, fail, root } from './ensure-installed.mjs'
import { scripts } from './scripts.mjs'
import { openStartingPage } from './starting-page.mjs'

/** Runs a script of package.json: `node script.mjs <name> [<arguments>]`. `--help` prints its help and does nothing else. */
async function run(name, args) {
  const { help, opensPage, usesServers, ...script } = scripts[name] ?? fail(`There is no script ${name}.`)
  if (args.includes('--help') || args.includes('-h')) return console.log(help)
  if (opensPage) await openStartingPage()
  if (usesServers) void buildEarly()
  await ensureInstalled()
  const { file, commands = [], args: before = [] } = script.choices ? choose(script.choices, args) : script
  for (const command of commands) {
    const { status } = spawnSync(command, { cwd: root, stdio: 'inherit', shell: true })
    if (status !== 0) process.exit(status ?? 1)
  }
  if (!file) return
  // In this process, so that it receives all signals.
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...before, ...args)
  const { register } = await import('tsx/esm/api')
  register()
  await import(pathToFileURL(join(root, file)).href)
}

/** Takes the choice that the first argument names, by default the one named ''. */
function choose(choices, args) {
  const choice = args.shift() ?? ''
  return Object.hasOwn(choices, choice)
    ? choices[choice]
    : fail(`Choose one of ${Object.keys(choices).filter(Boolean).join(', ')}.`)
}

await run(process.argv[2], process.argv.slice(3))
