// Adds up what the payments, payouts and refunds created in the last four days have done to your balance so far, fees
// included, by currency; then the balance.
const since = new Date(Date.now() - 4 * 24 * 3600 * 1000).toISOString()
async function get(path) {
  const response = await fetch(`${process.env.PASARELA_URL}/api/v1/${path}`, {
    headers: { Authorization: `Bearer ${process.env.PASARELA_KEY}` },
  })
  return (await response.json()).data
}
// Whole cents: sums of decimals in JavaScript lose them.
const totals = {}
const add = (line, amount) => {
  totals[line] = (totals[line] ?? 0) + Math.round((amount ?? 0) * 100)
}
for (const list of ['payments', 'refunds']) {
  let cursor = ''
  do {
    const query = new URLSearchParams({ created_from: since, limit: '100', ...(cursor && { cursor }) })
    const page = await get(`${list}?${query}`)
    for (const { pay_type = 'refund', currency, net } of page.items) add(`${pay_type} ${currency}`, net)
    cursor = page.next_cursor
  } while (cursor)
}
for (const { currency, available, pending, reserved } of (await get('balances')).balances) {
  for (const part of [available, pending, reserved]) add(`balance ${currency}`, part)
}
for (const [line, cents] of Object.entries(totals)) console.log(line, (cents / 100).toFixed(2))
