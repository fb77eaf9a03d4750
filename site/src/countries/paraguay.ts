import { accountNumber, type CountryDescription, lettersAndDigits, noCheckDigit, say } from './country-description.ts'

export const paraguay: CountryDescription = {
  country: 'PY',
  documents: [
    {
      types: ['CI'],
      example: '1.234.567',
      format: say('5 to 8 digits.', 'De 5 a 8 dígitos.', 'De 5 a 8 dígitos.'),
      check: noCheckDigit,
    },
    {
      types: ['RUC'],
      example: '80028061-0',
      format: say(
        '4 to 9 digits, the last a check digit behind a dash.',
        'De 4 a 9 dígitos, el último un dígito verificador tras un guion.',
        'De 4 a 9 dígitos, o último um dígito verificador depois de um hífen.',
      ),
      check: say(
        'The check digit comes from the others with the weights 2 to 9 from the right, modulus 11.',
        'El dígito verificador sale de los demás con los pesos 2 a 9 desde la derecha, módulo 11.',
        'O dígito verificador vem dos demais com os pesos 2 a 9 a partir da direita, módulo 11.',
      ),
    },
    lettersAndDigits(['PAS', 'CRP', 'CRC', 'DNI'], 4, 20),
  ],
  targets: [accountNumber('BT_PY', { account: '1234567', from: 3, to: 20 })],
  mistakes: [
    { service: 'BT_PY', operation: 'payin', change: { payer_doc_id: '80021744-8' } },
    { service: 'BT_PY', operation: 'payout', change: { account_doc_id: '80123456785' } },
    { service: 'BT_PY', operation: 'payout', change: { account: 'CUENTA' } },
    { service: 'BT_PY', operation: 'payout', change: { account_doc_type: 'CPF' } },
    { service: 'BT_PY', operation: 'payout', change: { account_bank: 'Banco Inventado' } },
  ],
}
