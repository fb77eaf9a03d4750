import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { NewTransfer } from './ledger.ts'
import { type BookedLine, type Explanation, explainedTransfers, openingTransfers } from './line-transfers.ts'

const line: BookedLine = {
  ...{ id: 'line', environment: 'live', currency: 'MXN', connectorAccountId: 'bank', sign: 'D', amountMinor: 900n },
  isInSuspense: false,
  judgement: 0,
}

const shown = ({ kind, debit, credit, amountMinor, bankLineId }: NewTransfer) =>
  `${kind}: ${debit.kind}/${debit.ownerId} > ${credit.kind}/${credit.ownerId} ${amountMinor} ${bankLineId ?? ''}`.trim()

describe('the entries of a line', () => {
  it('that is explained move its amount once on its own account', () => {
    const table: readonly [Explanation, 'C' | 'D', readonly string[]][] = [
      [{ as: 'bank' }, 'D', ['bank_cost: bank_costs/bank > settlement/bank 900 line']],
      [{ as: 'bank' }, 'C', ['bank_income: settlement/bank > bank_costs/bank 900 line']],
      [{ as: 'own_transfer' }, 'D', ['transfer_out: transit/ > settlement/bank 900 line']],
      [{ as: 'own_transfer' }, 'C', ['transfer_in: settlement/bank > transit/ 900 line']],
      [{ as: 'funding', pointId: 'shop' }, 'C', ['funding_seen: settlement/bank > funding/shop 900 line']],
      [{ as: 'funding', pointId: 'shop' }, 'D', ['withdrawal_seen: funding/shop > settlement/bank 900 line']],
      [
        {
          as: 'owner_out',
          shares: [
            { pointId: 'a', amountMinor: 300n },
            { pointId: 'b', amountMinor: 600n },
          ],
        },
        'D',
        ['owner_out: fees/a > settlement/bank 300 line', 'owner_out: fees/b > settlement/bank 600 line'],
      ],
      [{ as: 'unknown_return' }, 'D', ['unknown_returned: suspense/bank > settlement/bank 900 line']],
      [{ as: 'unknown_return' }, 'C', ['unknown_out_returned: settlement/bank > unexplained/bank 900 line']],
    ]
    for (const [explanation, sign, expected] of table) {
      assert.deepEqual(explainedTransfers({ ...line, sign }, explanation).map(shown), expected)
    }
  })

  it('take back what was booked while nobody had claimed it', () => {
    const [back] = explainedTransfers({ ...line, isInSuspense: true }, { as: 'bank' })
    assert.equal(back && shown(back), 'unknown_out_used: settlement/bank > unexplained/bank 900 line')
  })
})

describe('an opening balance', () => {
  it('goes into the owner’s money, the other way round when it is below zero, and nowhere when it is zero', () => {
    const account = { environment: 'live', currency: 'MXN', connectorAccountId: 'bank' } as const
    assert.deepEqual(openingTransfers(account, 5n).map(shown), ['opening: settlement/bank > owner_equity/bank 5'])
    assert.deepEqual(openingTransfers(account, -5n).map(shown), ['opening: owner_equity/bank > settlement/bank 5'])
    assert.deepEqual(openingTransfers(account, 0n), [])
  })
})
