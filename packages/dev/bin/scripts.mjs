/** Commands behind the scripts of package.json. lint, fix and knip have their own `--help`. */
export const scripts = {
  start: {
    help: `npm start   starts the suite on http://127.0.0.1:8080 until Ctrl+C, with demo data at the first start

The first start takes minutes: it installs packages, a MongoDB server and NATS where they are missing, and builds the
suite. Variables: PORT, HOST, LOG_LEVEL, CASCADE_DATA_DIR (.data), CASCADE_SEED (demo, none), CASCADE_SIMULATE (bets per
second), CASCADE_HISTORY (days), SUPERADMIN_PASSWORD (production), MONGODB_URI, NATS_URL.`,
    file: 'packages/dev/src/start.ts',
    opensPage: true,
    usesServers: true,
  },
  dev: {
    help: `npm run dev [-- <domain> …]   starts the suite and reloads packages that change, of all domains or of these

Example: npm run dev -- games live. The variables are those of npm start.`,
    file: 'packages/dev/src/start.ts',
    args: ['--dev'],
    usesServers: true,
  },
  test: {
    help: `npm test   runs all tests except the nightly ones; the last line is \`N passed, N failed\`

Tests whose programs are missing are skipped. A single file: npx vitest run --project <project> <part of its path>, with
the projects unit, web, int and, after npm run build, api, e2e and faults.`,
    file: 'packages/dev/src/test.ts',
    usesServers: true,
  },
  'test:nightly': {
    help: `npm run test:nightly [-- <program> [<options>]]   runs the long tests, or one of these programs

  soak [--minutes 30] [--seed 1]   load while processes are killed, networks cut and clocks stepped
  fuzz-api                         20,000 calls from the OpenAPI document
  replica-set                      the tests of services and of the suite on three mongods
  machines                         an installation of several machines
  containers                       the images of docker-compose.yml`,
    choices: {
      '': { file: 'packages/dev/src/test.ts', args: ['nightly'] },
      soak: { file: 'packages/e2e/src/nightly/soak/run-soak.ts' },
      'fuzz-api': { file: 'packages/e2e/src/nightly/fuzz-api/run-fuzz.ts' },
      'replica-set': { file: 'packages/e2e/src/nightly/replica-set/run-replica-set.ts' },
      machines: { file: 'packages/e2e/src/nightly/machines/run-machines.ts' },
      containers: { file: 'packages/e2e/src/nightly/containers/containers.ts' },
    },
  },
  build: {
    help: 'npm run build   builds the packages that have changed into their dist folders',
    file: 'packages/dev/src/build.ts',
  },
  bench: {
    help: `npm run bench   measures the suite and its ledger on this machine and prints a table

Variables: BENCH_ONLY (ledger, verification, transfers, overload, live, reports, replicas, pages, growth, weeks,
evening, sizes), BENCH_ROUNDS (5), BENCH_ROUND_MS (2000); for growth BENCH_ACCOUNTS, BENCH_CALLS, BENCH_MOVES;
for evening BENCH_BETS, BENCH_ROWS.`,
    file: 'packages/load/src/bench.ts',
  },
  installation: {
    help: `npm run installation -- <command>   for the suite of npm start, while it is stopped

  save <file>                 writes all databases to a file, and its checksum next to it
  restore <file> [<sha256>]   restores a saved file into an empty data folder
  restore-backup [<name>]     restores a backup of BACKUP_TARGET, by default the newest
  backup                      makes an encrypted backup in BACKUP_TARGET and proves it
  backups                     lists proven backups, newest first
Variables: CASCADE_DATA_DIR (.data) and those of OPERATIONS.md.`,
    file: 'packages/dev/src/installation.ts',
  },
  release: {
    help: `npm run release -- <version>   commits and tags a release; <version> is 1.1.0, or patch, minor or major

Run npm test before. The working tree must be clean.`,
    file: 'packages/dev/src/release/release.ts',
  },
  manual: {
    help: "npm run manual   rewrites the operator's manual by going through its tasks in a browser, after npm run build",
    file: 'packages/e2e/src/nightly/manual/write-manual.ts',
  },
  'verify-log': {
    help: `npm run verify-log [-- <uri> | <file>] [--heads <place>]   compares the log with its hash chain

  <uri>                   the database; MONGODB_URI by default
  <file>                  a proof that was downloaded
  --heads <place>         also compares with heads of the log from elsewhere
  pull <address> <file>   appends the head of a log to a file, if it extends the last one there`,
    file: 'packages/operations/src/main.ts',
    args: ['verify-log'],
  },
  'verify-draw': {
    help: `npm run verify-draw -- <records> [--key <keys>] [--commitment <hex>] [--ticket <ticket>]   checks records of draws

  <records>      a file with one record, a list of them, or the response of GET /live/record/<drawId>
  --key          a file with the published keys, e.g. the response of GET /live/keys
  --commitment   the commitment published before the draw, for a single record
  --ticket       a file with the proof of a ticket: checks that it was in the draw
Exit code 0: all findings hold; 1: a finding fails; 2: wrong arguments or unreadable files.`,
    file: 'packages/draw-rules/bin/verify-draw.mjs',
  },
  gen: {
    help: `npm run gen <kind> <name> …   writes code from a template

  screen <domain> <resource> [<plural>]   a list and a form in a domain: npm run gen screen games price-list
  remote <folder>     a repository of another team with screens of its own, outside of this one
  consumer <folder>   a service of another team that reads events, outside of this one`,
    file: 'packages/dev/src/generators/gen.ts',
  },
  verify: {
    help: 'npm run verify   the checks before a commit: lint, types, structure, unused code, fast tests',
    commands: [
      'npm run lint',
      'npm run typecheck',
      'npm run check:domains',
      'npm run knip',
      'npx vitest run --project unit --project web',
    ],
  },
  typecheck: {
    help: 'npm run typecheck   checks the types of all packages',
    file: 'packages/dev/src/typecheck.ts',
  },
  'check:domains': {
    help: 'npm run check:domains   checks imports, domains, owners, documents, variables and versions',
    file: 'packages/dev/src/structure/check-domains.ts',
  },
}
