import { chromium } from 'playwright'
const base = process.env.BASE ?? 'http://localhost:8360'
const plan = (await import(process.argv[2])).default
const only = process.argv[3]
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] })
const tokens = {}
for (const { role = 'superadmin', path, name, until, act, widths = [1440], dark } of plan) {
  if (only && !new RegExp(only).test(name)) continue
  for (const w of widths) {
    const ctx = await b.newContext({ viewport: { width: w, height: w < 500 ? 844 : 900 }, colorScheme: dark ? 'dark' : 'light' })
    const p = await ctx.newPage()
    p.on('console', m => m.type() === 'error' && console.log('console', name, m.text().slice(0, 300)))
    p.on('pageerror', e => console.log('pageerror', name, e.message))
    await p.goto(base + '/')
    tokens[role] ??= (await (await p.request.post(base + '/api/auth/login', { data: { username: role === 'superadmin' ? 'superadmin' : role + '1', password: 'cascade-demo' } })).json()).token
    await p.evaluate(t => localStorage.setItem('session-token', t), tokens[role])
    try {
      const where = typeof path === 'function' ? await path(p, tokens[role], base) : path
      await p.goto(`${base}/${role}/${where}`)
      await p.getByText(until).first().waitFor({ timeout: 60000 })
      if (act) await act(p)
      await p.waitForTimeout(1200)
    } catch (e) { console.log(name, w, e.message.split('\n').slice(0, 3).join(' | ')) }
    await p.screenshot({ path: `/tmp/gp/shots/${name}-${w}${dark ? '-dark' : ''}.png`, fullPage: true })
    await ctx.close()
  }
}
await b.close()
