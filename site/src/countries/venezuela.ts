import { type CountryDescription, lettersAndDigits, noCheckDigit, say } from './country-description.ts'

export const venezuela: CountryDescription = {
  country: 'VE',
  documents: [
    {
      types: ['CI'],
      example: 'V-12.345.678',
      format: say(
        'V or E and 5 to 9 digits; leading zeros are dropped.',
        'V o E y de 5 a 9 dígitos; los ceros iniciales se quitan.',
        'V ou E e de 5 a 9 dígitos; os zeros à esquerda são removidos.',
      ),
      check: noCheckDigit,
    },
    {
      types: ['RIF'],
      example: 'J-00002961-0',
      format: say(
        'V, E, J, P, G or C and 9 digits, the last a check digit.',
        'V, E, J, P, G o C y 9 dígitos, el último un dígito verificador.',
        'V, E, J, P, G ou C e 9 dígitos, o último um dígito verificador.',
      ),
      check: say(
        'The last digit comes from a number for the letter and from the digits with the weights 3 2 7 6 5 4 3 2, modulus 11.',
        'El último dígito sale de un número para la letra y de los dígitos con los pesos 3 2 7 6 5 4 3 2, módulo 11.',
        'O último dígito vem de um número para a letra e dos dígitos com os pesos 3 2 7 6 5 4 3 2, módulo 11.',
      ),
    },
    lettersAndDigits(['PAS'], 4, 20),
  ],
  targets: [
    {
      name: say('Account number', 'Número de cuenta', 'Número da conta'),
      service: 'BT_VE',
      field: 'account',
      change: { account: '0105-0080-01-1080271813' },
      format: say(
        '20 digits: bank 4, branch 4, two check digits, account 10.',
        '20 dígitos: banco 4, agencia 4, dos dígitos verificadores, cuenta 10.',
        '20 dígitos: banco 4, agência 4, dois dígitos verificadores, conta 10.',
      ),
      check: say(
        'The first check digit is over bank and branch, the second over branch and account, with weights 2 to 7, modulus 11.',
        'El primer dígito verificador es sobre banco y agencia, el segundo sobre agencia y cuenta, con pesos 2 a 7, módulo 11.',
        'O primeiro dígito verificador é sobre banco e agência, o segundo sobre agência e conta, com pesos 2 a 7, módulo 11.',
      ),
    },
    {
      name: say('Phone of Pago Móvil', 'Teléfono de Pago Móvil', 'Telefone do Pago Móvil'),
      service: 'PM_VE',
      field: 'account_phone',
      change: { account_phone: '0414-1234567' },
      format: say(
        '0412, 0414, 0416, 0422, 0424 or 0426 and 7 digits, with or without +58.',
        '0412, 0414, 0416, 0422, 0424 o 0426 y 7 dígitos, con o sin +58.',
        '0412, 0414, 0416, 0422, 0424 ou 0426 e 7 dígitos, com ou sem +58.',
      ),
      check: noCheckDigit,
    },
  ],
  mistakes: [
    { service: 'BT_VE', operation: 'payin', change: { payer_doc_id: '12345678' } },
    { service: 'BT_VE', operation: 'payin', change: { payer_doc_id: 'X12345678' } },
    { service: 'BT_VE', operation: 'payout', change: { account_doc_id: 'J-0000296-1' } },
    { service: 'BT_VE', operation: 'payout', change: { account: '0105008001108027181' } },
    { service: 'BT_VE', operation: 'payout', change: { account: '01050080021080271813' } },
    { service: 'BT_VE', operation: 'payout', change: { account_bank: '0102' } },
    { service: 'PM_VE', operation: 'payout', change: { account_phone: '0212-1234567' } },
  ],
}
