import { accountNumber, type CountryDescription, lettersAndDigits, noCheckDigit, say } from './country-description.ts'

export const paraguay: CountryDescription = {
  country: 'PY',
  documents: [
    {
      types: ['CI'],
      example: '1.234.567',
      format: say(
        '5 to 8 digits. The oldest CIs have 3 or 4 and get a warning.',
        'De 5 a 8 dígitos. Las CI más antiguas tienen 3 o 4 y reciben una advertencia.',
        'De 5 a 8 dígitos. As CI mais antigas têm 3 ou 4 e recebem um aviso.',
      ),
      check: noCheckDigit,
    },
    {
      types: ['RUC'],
      example: '80028061-0',
      format: say(
        '4 to 9 digits, the last a check digit behind a dash. A RUC with letters gets a warning.',
        'De 4 a 9 dígitos, el último un dígito verificador tras un guion. Un RUC con letras recibe una advertencia.',
        'De 4 a 9 dígitos, o último um dígito verificador depois de um hífen. Um RUC com letras recebe um aviso.',
      ),
      check: say(
        'The check digit comes from the others with the weights 2 to 11 from the right, modulus 11. A letter counts as its ASCII code.',
        'El dígito verificador sale de los demás con los pesos 2 a 11 desde la derecha, módulo 11. Una letra cuenta como su código ASCII.',
        'O dígito verificador vem dos demais com os pesos 2 a 11 a partir da direita, módulo 11. Uma letra conta como seu código ASCII.',
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
