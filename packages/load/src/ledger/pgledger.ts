import { execFileSync, spawn } from 'node:child_process'
import { chownSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@cascade/dev'
import { Pool } from 'pg'

const start = 1_000_000_000
const callers = 32
const pollsMax = 100

/**
 * The transfer of pgledger (https://github.com/pgr0ss/pgledger, MIT), following its README, with its tables and indexes:
 * lock both accounts in a fixed order, update both balances, insert a transfer and two entries.
 */
const ledgerSql = `
create table accounts (
  id text primary key, balance numeric not null default 0, version bigint not null default 0, updated_at timestamptz
);
create table transfers (
  id text primary key default gen_random_uuid()::text,
  from_id text not null references accounts, to_id text not null references accounts,
  amount numeric not null check (amount > 0), created_at timestamptz not null, event_at timestamptz not null
);
create index on transfers (from_id);
create index on transfers (to_id);
create index on transfers (event_at);
create table entries (
  id text primary key default gen_random_uuid()::text,
  account_id text not null references accounts, transfer_id text not null references transfers,
  amount numeric not null, balance_before numeric not null, balance_after numeric not null,
  account_version bigint not null, created_at timestamptz not null
);
create index on entries (account_id);
create index on entries (transfer_id);
create function transfer(sender text, receiver text, points numeric) returns text as $$
declare
  source accounts;
  destination accounts;
  made text;
begin
  perform id from accounts where id in (sender, receiver) order by id for update;
  update accounts set balance = balance - points, version = version + 1, updated_at = now()
    where id = sender returning * into source;
  if source.balance < 0 then raise exception 'refused'; end if;
  update accounts set balance = balance + points, version = version + 1, updated_at = now()
    where id = receiver returning * into destination;
  insert into transfers (from_id, to_id, amount, created_at, event_at)
    values (sender, receiver, points, now(), now()) returning id into made;
  insert into entries (account_id, transfer_id, amount, balance_before, balance_after, account_version, created_at)
    values (sender, made, -points, source.balance + points, source.balance, source.version, now()),
      (receiver, made, points, destination.balance - points, destination.balance, destination.version, now());
  return made;
end $$ language plpgsql;`

/**
 * Starts a local PostgreSQL with synchronous commits and funded accounts.
 * @returns undefined if PostgreSQL is not installed (Debian package `postgresql`)
 */
export async function openPgledger(count: number) {
  const bin = programs()
  if (!bin) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'cascade-pgledger-'))
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? userOf('postgres') : undefined
  if (user) chownSync(folder, user.uid, user.gid)
  execFileSync(join(bin, 'initdb'), ['-D', folder, '-U', 'bench', '--auth', 'trust'], { ...user, cwd: '/' })
  const port = await freePort()
  const options = [
    '-D',
    folder,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    folder,
    '-c',
    `max_connections=${callers + 8}`,
  ]
  const server = spawn(join(bin, 'postgres'), options, { ...user, cwd: '/', stdio: 'ignore' })
  const pool = new Pool({ host: '127.0.0.1', port, user: 'bench', database: 'postgres', max: callers })
  // Ignore connections broken by the server shutdown.
  pool.on('error', () => undefined)
  const ids = Array.from({ length: count }, (_, index) => `account-${index}`)
  await waitUntilReady(pool)
  await pool.query(ledgerSql)
  await pool.query('insert into accounts select unnest($1::text[]), $2', [ids, start])

  return {
    transfer: async (from: string, to: string) => {
      await pool.query({ name: 'transfer', text: 'select transfer($1, $2, 1)', values: [from, to] })
    },
    pair(): [string, string] {
      const from = Math.floor(Math.random() * count)
      const to = (from + 1 + Math.floor(Math.random() * (count - 1))) % count
      return [ids[from] ?? '', ids[to] ?? '']
    },
    /** The shared account that all callers debit, and a receiver per caller. */
    fromFirst: (caller: number): [string, string] => [ids[0] ?? '', ids[caller + 1] ?? ''],
    /** Sum of all balances less the initial funds, zero if consistent. */
    async total(): Promise<number> {
      const { rows } = await pool.query<{ sum: string }>('select sum(balance) from accounts')
      return Number(rows[0]?.sum) - count * start
    },
    async close() {
      await pool.end()
      server.kill('SIGINT')
      await new Promise(resolve => server.once('exit', resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function programs(): string | undefined {
  const root = '/usr/lib/postgresql'
  try {
    const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a))
    return versions[0] && join(root, versions[0], 'bin')
  } catch {
    return undefined
  }
}

function userOf(name: string) {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function waitUntilReady(pool: Pool): Promise<void> {
  for (let left = pollsMax; ; left--) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      if (left === 0) throw error
      await sleep(100)
    }
  }
}
