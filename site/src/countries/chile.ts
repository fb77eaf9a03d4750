import { accountNumber, type CountryDescription, lettersAndDigits, noPublicCheck, say } from './country-description.ts'

export const chile: CountryDescription = {
  country: 'CL',
  documents: [
    {
      types: ['RUT', 'RUN'],
      example: '76086428-5',
      format: say(
        '6 to 8 digits and a check character, 0 to 9 or K. The oldest RUTs have 5 digits and get a warning. Dots and dash may be left out.',
        'De 6 a 8 dígitos y un carácter verificador, 0 a 9 o K. Los RUT más antiguos tienen 5 dígitos y reciben una advertencia. Los puntos y el guion pueden omitirse.',
        'De 6 a 8 dígitos e um caractere verificador, 0 a 9 ou K. Os RUT mais antigos têm 5 dígitos e recebem um aviso. Os pontos e o hífen podem ser omitidos.',
      ),
      check: say(
        'The check character comes from the digits with the weights 2 to 7 from the right, modulus 11. Ten is written K.',
        'El carácter verificador sale de los dígitos con los pesos 2 a 7 desde la derecha, módulo 11. El diez se escribe K.',
        'O caractere verificador vem dos dígitos com os pesos 2 a 7 a partir da direita, módulo 11. O dez é escrito K.',
      ),
    },
    lettersAndDigits(['PAS', 'CE'], 4, 20),
  ],
  targets: [
    accountNumber('BT_CL', { account: '1234567890', from: 6, to: 20 }),
    {
      name: say('CuentaRUT', 'CuentaRUT', 'CuentaRUT'),
      service: 'BT_CL',
      field: 'account',
      change: { account_type: 'RUT', account: '12531909' },
      format: say(
        'The RUT of the holder without its check character, with the account type `RUT`. Another length gets a warning.',
        'El RUT del titular sin su carácter verificador, con el tipo de cuenta `RUT`. Otra longitud recibe una advertencia.',
        'O RUT do titular sem o caractere verificador, com o tipo de conta `RUT`. Outro comprimento recebe um aviso.',
      ),
      check: noPublicCheck,
    },
  ],
  mistakes: [
    { service: 'BT_CL', operation: 'payin', change: { payer_doc_id: '12531909-3' } },
    { service: 'BT_CL', operation: 'payin', change: { payer_doc_id: '76086428' } },
    { service: 'BT_CL', operation: 'payin', change: { payer_doc_id: '7608' } },
    { service: 'BT_CL', operation: 'payout', change: { account: 'CUENTA' } },
    { service: 'BT_CL', operation: 'payout', change: { account: '125319092', account_type: 'RUT' } },
    { service: 'BT_CL', operation: 'payout', change: { account_doc_type: 'DNI' } },
    { service: 'BT_CL', operation: 'payout', change: { account_bank: 'Banco Inventado' } },
  ],
}
