import { accountNumber, type CountryDescription, lettersAndDigits, noCheckDigit, say } from './country-description.ts'

export const peru: CountryDescription = {
  country: 'PE',
  documents: [
    {
      types: ['DNI'],
      example: '12345678-1',
      format: say(
        '8 digits. A check character behind them, a digit or a letter A to K, may be sent.',
        '8 dígitos. Puede enviarse detrás un carácter verificador, un dígito o una letra de la A a la K.',
        '8 dígitos. Pode ser enviado depois um caractere verificador, um dígito ou uma letra de A a K.',
      ),
      check: say(
        'A check character that is sent must fit the digits with the weights 3 2 7 6 5 4 3 2, modulus 11.',
        'Si se envía el carácter verificador, debe corresponder a los dígitos con los pesos 3 2 7 6 5 4 3 2, módulo 11.',
        'Se o caractere verificador for enviado, deve corresponder aos dígitos com os pesos 3 2 7 6 5 4 3 2, módulo 11.',
      ),
    },
    {
      types: ['RUC'],
      example: '20512333797',
      format: say(
        '11 digits that start with 10, 15, 16 or 17 for people, or 20 for companies.',
        '11 dígitos que empiezan con 10, 15, 16 o 17 para personas, o 20 para empresas.',
        '11 dígitos que começam com 10, 15, 16 ou 17 para pessoas, ou 20 para empresas.',
      ),
      check: say(
        'The last digit comes from the first ten with the weights 5 4 3 2 7 6 5 4 3 2, modulus 11.',
        'El último dígito sale de los diez primeros con los pesos 5 4 3 2 7 6 5 4 3 2, módulo 11.',
        'O último dígito vem dos dez primeiros com os pesos 5 4 3 2 7 6 5 4 3 2, módulo 11.',
      ),
    },
    lettersAndDigits(['PAS'], 7, 12),
    lettersAndDigits(['CE'], 4, 12),
  ],
  targets: [
    accountNumber('BT_PE', { account: '001103660100032542', from: 10, to: 20 }),
    {
      name: say('CCI, the interbank code', 'CCI, el código interbancario', 'CCI, o código interbancário'),
      service: 'BT_PE',
      field: 'account_inter_bank_code',
      change: { account_inter_bank_code: '011-366-000100032542-21' },
      format: say(
        '20 digits: entity 3, office 3, account 12, two check digits.',
        '20 dígitos: entidad 3, oficina 3, cuenta 12, dos dígitos verificadores.',
        '20 dígitos: entidade 3, agência 3, conta 12, dois dígitos verificadores.',
      ),
      check: say(
        'The first check digit is over entity and office, the second over the account: every second digit is doubled, modulus 10.',
        'El primer dígito verificador es sobre entidad y oficina, el segundo sobre la cuenta: uno de cada dos dígitos se duplica, módulo 10.',
        'O primeiro dígito verificador é sobre entidade e agência, o segundo sobre a conta: um a cada dois dígitos é dobrado, módulo 10.',
      ),
    },
    {
      name: say('Phone of a Yape wallet', 'Teléfono de una billetera Yape', 'Telefone de uma carteira Yape'),
      service: 'YP_PE',
      field: 'account_phone',
      change: { account_phone: '+51 987 654 321' },
      format: say(
        'A Peruvian mobile: 9 digits that start with 9, with or without +51.',
        'Un móvil de Perú: 9 dígitos que empiezan con 9, con o sin +51.',
        'Um celular do Peru: 9 dígitos que começam com 9, com ou sem +51.',
      ),
      check: noCheckDigit,
    },
  ],
  mistakes: [
    { service: 'YP_PE', operation: 'payin', change: { payer_doc_id: '20512333798' } },
    { service: 'YP_PE', operation: 'payin', change: { payer_doc_id: '1234567' } },
    { service: 'BT_PE', operation: 'payout', change: { account_inter_bank_code: '0113660001' } },
    { service: 'BT_PE', operation: 'payout', change: { account_inter_bank_code: '01136200010004650000' } },
    { service: 'BT_PE', operation: 'payout', change: { account_type: 'CHECKING' } },
    { service: 'BT_PE', operation: 'payout', change: { account_state: 'Lima Norte' } },
    { service: 'YP_PE', operation: 'payout', change: { account_phone: '112345678' } },
  ],
}
