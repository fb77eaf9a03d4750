import { accountNumber, type CountryDescription, lettersAndDigits, noCheckDigit, say } from './country-description.ts'

export const colombia: CountryDescription = {
  country: 'CO',
  documents: [
    {
      types: ['CC'],
      example: '1.004.922.993',
      format: say(
        '4 to 10 digits; the first is not 0.',
        'De 4 a 10 dígitos; el primero no es 0.',
        'De 4 a 10 dígitos; o primeiro não é 0.',
      ),
      check: noCheckDigit,
    },
    {
      types: ['NIT'],
      example: '213.123.432-1',
      format: say(
        '8 to 16 digits, usually 9 and a check digit behind a dash.',
        'De 8 a 16 dígitos, por lo general 9 y un dígito verificador tras un guion.',
        'De 8 a 16 dígitos, em geral 9 e um dígito verificador depois de um hífen.',
      ),
      check: say(
        'The check digit comes from the others with the weights 3 7 13 17 19 23 29 37 41 from the right, modulus 11. It is checked from 10 digits on, or behind a dash.',
        'El dígito verificador sale de los demás con los pesos 3 7 13 17 19 23 29 37 41 desde la derecha, módulo 11. Se verifica a partir de 10 dígitos, o tras un guion.',
        'O dígito verificador vem dos demais com os pesos 3 7 13 17 19 23 29 37 41 a partir da direita, módulo 11. É verificado a partir de 10 dígitos, ou depois de um hífen.',
      ),
    },
    lettersAndDigits(['CE', 'PAS'], 4, 12),
  ],
  targets: [accountNumber('BT_CO', { account: '12345678901', from: 3, to: 20 })],
  mistakes: [
    { service: 'BT_CO', operation: 'payin', change: { payer_doc_id: '12' } },
    { service: 'BT_CO', operation: 'payin', change: { payer_doc_id: '213.123.432-5' } },
    { service: 'BT_CO', operation: 'payout', change: { account_doc_id: '0123' } },
    { service: 'BT_CO', operation: 'payout', change: { account: '123456789012345678901' } },
    { service: 'BT_CO', operation: 'payout', change: { account: '123456789012' } },
    { service: 'BT_CO', operation: 'payout', change: { account_type: 'AHORROS' } },
  ],
}
