import { accountNumber, type CountryDescription, lettersAndDigits, say } from './country-description.ts'

export const uruguay: CountryDescription = {
  country: 'UY',
  documents: [
    {
      types: ['CI'],
      example: '1.234.567-2',
      format: say(
        '6 to 8 digits, the last a check digit.',
        'De 6 a 8 dígitos, el último un dígito verificador.',
        'De 6 a 8 dígitos, o último um dígito verificador.',
      ),
      check: say(
        'The last digit comes from the first seven with the weights 2 9 8 7 6 3 4, modulus 10. A shorter number gets zeros in front.',
        'El último dígito sale de los siete primeros con los pesos 2 9 8 7 6 3 4, módulo 10. A un número más corto se le anteponen ceros.',
        'O último dígito vem dos sete primeiros com os pesos 2 9 8 7 6 3 4, módulo 10. Um número mais curto recebe zeros na frente.',
      ),
    },
    {
      types: ['RUT'],
      example: '21-100342-001-7',
      format: say(
        '12 digits: usually 01 to 22, six digits that are not all 0, usually 001, a check digit.',
        '12 dígitos: por lo general 01 a 22, seis dígitos que no son todos 0, por lo general 001, un dígito verificador.',
        '12 dígitos: em geral 01 a 22, seis dígitos que não são todos 0, em geral 001, um dígito verificador.',
      ),
      check: say(
        'The last digit comes from the first eleven with the weights 4 3 2 9 8 7 6 5 4 3 2, modulus 11.',
        'El último dígito sale de los once primeros con los pesos 4 3 2 9 8 7 6 5 4 3 2, módulo 11.',
        'O último dígito vem dos onze primeiros com os pesos 4 3 2 9 8 7 6 5 4 3 2, módulo 11.',
      ),
    },
    lettersAndDigits(['PAS'], 4, 20),
  ],
  targets: [accountNumber('BT_UY', { account: '00123456700001', from: 2, to: 20 })],
  mistakes: [
    { service: 'BT_UY', operation: 'payin', change: { payer_doc_id: '12345673' } },
    { service: 'BT_UY', operation: 'payout', change: { account_doc_id: '12345673' } },
    { service: 'BT_UY', operation: 'payout', change: { account_doc_id: '230018800014', account_doc_type: 'RUT' } },
    { service: 'BT_UY', operation: 'payout', change: { account: '1' } },
    { service: 'BT_UY', operation: 'payout', change: { account: '001234567' } },
    { service: 'BT_UY', operation: 'payout', change: { account_bank: 'Banco Inventado' } },
  ],
}
