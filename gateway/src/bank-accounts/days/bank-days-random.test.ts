import { proveRandomBankDays } from '../../../test/support/random-bank-days.ts'

await proveRandomBankDays({ first: 1, last: 2 })
