import assert from 'node:assert/strict'
import { test } from 'node:test'
import { merchantRoles, operatorRoles } from '../../../core/values/roles.ts'
import { decidesAboutMoney, merchantMay, operatorMay } from './roles.ts'

test('exactly the roles that may act with real money are those that decide about it', () => {
  for (const role of operatorRoles) {
    assert.equal(decidesAboutMoney(role, 'operator'), operatorMay(role, 'operator_act'), role)
  }
  for (const role of merchantRoles) {
    assert.equal(decidesAboutMoney(role, 'merchant'), merchantMay(role, 'approve_payouts', 'live'), role)
  }
})
