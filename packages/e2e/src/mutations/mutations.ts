/** One small fault in a rule: `find` stands once in the sources of `room`, and some test must fail with `put` instead. */
export type Mutation = { room: string; what: string; find: string; put: string }

const ledger = (what: string, find: string, put: string): Mutation => ({ room: 'svc-accounts', what, find, put })
const contracts = (what: string, find: string, put: string): Mutation => ({
  room: 'packages/contracts',
  what,
  find,
  put,
})
const draw = (what: string, find: string, put: string): Mutation => ({ room: 'packages/draw-rules', what, find, put })
const live = (what: string, find: string, put: string): Mutation => ({ room: 'svc-live', what, find, put })

/** By hand: a level that is missing, a role that is another, a comparison turned round, a field that is forgotten. */
export const mutations: readonly Mutation[] = [
  ledger('spends one hundredth too much', 'payer.balance < amount', 'payer.balance < amount - 1n'),
  ledger('books from an account to itself', "if (source.walletId === destination.walletId) return 'SELF'", ''),
  ledger('lets suspended accounts book', "if (wallet.status === 'frozen') return 'FROZEN'", ''),
  ledger('books for an account that moved', "if (isOtherScope(wallet, side.scopeVersion)) return 'SCOPE_CHANGED'", ''),
  ledger(
    'books below an account that moved',
    'for (const { walletId, scopeVersion } of preconditions)',
    'for (const { walletId, scopeVersion } of [] as typeof preconditions)',
  ),
  ledger(
    'takes a key for another request',
    "if (stored && stored.hash !== hash) return { ...refuse('KEY_REUSED'), verdict: verdictOf(state.answers.get(id)) }",
    '',
  ),
  ledger(
    'books nothing as something',
    "if (amount < 1n || amount > maxAmount) return 'LIMIT'",
    "if (amount > maxAmount) return 'LIMIT'",
  ),
  ledger('closes a wallet with points', 'if (wallet.balance === 0n) {', 'if (wallet.balance >= 0n) {'),
  ledger(
    'takes a stake after the close',
    "if (externalOf(state, pool).gateVersion !== gateVersion) return refuse('DRAW_CLOSED')",
    '',
  ),
  ledger('takes a stake too late', "if (timeOf(side, now) > Date.parse(notAfter)) return refuse('TOO_LATE')", ''),
  ledger(
    'takes a stake for another admin',
    "if (!wallet || side.who.ancestry.admin !== adminId) return refuse('MISSING_WALLET')",
    "if (!wallet) return refuse('MISSING_WALLET')",
  ),
  ledger(
    'takes a stake below a suspended account',
    "if ([wallet, ...above].some(one => one?.status !== 'active')) return refuse('FROZEN')",
    '',
  ),
  ledger('pays more than a ticket has won', 'leastOf(BigInt(text), win.won - win.claimed)', 'BigInt(text)'),
  ledger('takes back from another player', 'win?.playerId !== playerId', '!win'),
  ledger("pays another player's win", 'win?.playerId !== posting.playerId', '!win'),
  ledger('pays nobody for a deleted player', 'if (state?.heir) return receiverOf({ wallets }, state.heir)', ''),
  ledger('lets a pool grow for ever', 'externalsAfter(state, move).some(isBeyond)', '[].some(isBeyond)'),
  ledger('closes a gate twice', 'gateVersion: gateVersion + 1', 'gateVersion: gateVersion + 2'),
  ledger(
    'recovers more than is there',
    'leastOf(free, win.claimed - win.won, wanted)',
    'leastOf(win.claimed - win.won, wanted)',
  ),
  ledger(
    'takes any level for a parent',
    "if (parent.role !== parentRoleOf(role)) throw invalid(accountTexts.referenceLevel, 'refId')",
    '',
  ),
  ledger(
    'takes a parent outside the subtree',
    'if (!parent || parent.deleted || !isInScope(actor, parent)) throw notFound()',
    'if (!parent || parent.deleted) throw notFound()',
  ),
  ledger('takes a suspended parent', "if (!parent.active) throw invalid(accountTexts.referenceInactive, 'refId')", ''),
  ledger(
    'lets one change the own commission',
    'if (Object.keys(input).some(field => !ownFields.includes(field))) throw forbidden(accountTexts.ownFields)',
    '',
  ),
  ledger(
    'lets a superadmin lock themselves out',
    'if (input.userStatus === false) throw conflict(accountTexts.ownStatus)',
    '',
  ),
  ledger(
    'takes a sender outside the subtree',
    'if (!sender || !isInScope(actor, sender)) throw notFound()',
    'if (!sender) throw notFound()',
  ),
  ledger(
    'takes any account for a sender',
    'if (!isActor && sender._id !== target.parentId) throw forbidden(accountTexts.wrongSender)',
    '',
  ),
  ledger('gives credit upwards', 'if (!isBelow(actor, target)) throw notFound()', ''),
  ledger(
    'forgets the phone in the history',
    '...plainFields.map(name => ({ name, read',
    "...plainFields.filter(name => name !== 'phone').map(name => ({ name, read",
  ),
  ledger(
    'does not ask again after a suspension',
    'const touchesScope = statusChanged || reparenting !== undefined',
    'const touchesScope = reparenting !== undefined',
  ),
  contracts(
    'lets area managers manage area managers',
    "'areamanager.manage': ['superadmin', 'admin', 'superareamanager']",
    "'areamanager.manage': ['superadmin', 'admin', 'superareamanager', 'areamanager']",
  ),
  contracts('lets admins write games', "'games.write': ['superadmin']", "'games.write': admins"),
  contracts('takes bets from masters', "'bets.place': ['player']", "'bets.place': ['player', 'master']"),
  contracts('shows masters no history', "'history.read': backOfficeRoles", "'history.read': admins"),
  contracts(
    'puts side accounts below a superadmin',
    "if (isSideRole(role)) return 'admin'",
    "if (isSideRole(role)) return 'superadmin'",
  ),
  draw('pays a hundredth less', '* BigInt(booster) + 50n) / 100n', '* BigInt(booster) - 50n) / 100n'),
  draw('forgets the booster', '(stake * multiplier * BigInt(booster) + 50n)', '(stake * multiplier + 50n)'),
  draw('draws beyond the budget', 'if (cost <= most) indices.push(index)', 'if (cost >= most) indices.push(index)'),
  draw('keeps the share of the players', '(balance * (whole - kept)) / whole', '(balance * kept) / whole'),
  draw('prefers the first options', 'const fair = range - (range % count)', 'const fair = range'),
  draw(
    'lets divided bets pass the limit',
    '(quantities.get(leg) ?? 0) > game.description.limits.betMax',
    'bet.quantity > game.description.limits.betMax',
  ),
  draw(
    'splits a number over the edge',
    'const hasRightNeighbour = (number: number) => number % 3 !== 0',
    'const hasRightNeighbour = (number: number) => number % 3 !== 1',
  ),
  live(
    'settles a correction in full',
    'players: resultVersion === 1 ? firstFigures(settled) : differences(changes)',
    'players: firstFigures(settled)',
  ),
  live('moves the whole win of a correction', 'sum + ticket.win - before, 0n)', 'sum + ticket.win, 0n)'),
  live('begins a version at once', 'return drawOpenAt(schedule, nowMs + noticeMs).drawAtMs', 'return nowMs'),
]
