// Adds up what the transactions created in the last four days have brought so far, before fees, by currency.
const since = new Date(Date.now() - 4 * 24 * 3600 * 1000).toISOString()
const totals = {}
let cursor = ''
do {
  const query = new URLSearchParams({ created_from: since, limit: '100', ...(cursor && { cursor }) })
  const response = await fetch(`${process.env.PASARELA_URL}/api/v1/payments?${query}`, {
    headers: { Authorization: `Bearer ${process.env.PASARELA_KEY}` },
  })
  const { data } = await response.json()
  for (const { pay_type, currency, credited_amount } of data.items) {
    const line = `${pay_type} ${currency}`
    // Whole cents: sums of decimals in JavaScript lose them.
    totals[line] = (totals[line] ?? 0) + Math.round((credited_amount ?? 0) * 100)
  }
  cursor = data.next_cursor
} while (cursor)
for (const [line, cents] of Object.entries(totals)) console.log(line, (cents / 100).toFixed(2))
