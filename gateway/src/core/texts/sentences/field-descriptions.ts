import type { Sentence } from '../texts.ts'

/** What a required field is, as the catalogue describes it, beginning with a small letter. */
export const fieldDescriptions: readonly Sentence[] = [
  {
    en: 'Amount in {0}, or its exact decimal text',
    es: 'Monto en {0}, o su texto decimal exacto',
    pt: 'Valor em {0}, ou seu texto decimal exato',
  },
  {
    en: 'Your unique id: exactly 22 letters and digits',
    es: 'Su id único: exactamente 22 letras y dígitos',
    pt: 'Seu id único: exatamente 22 letras e dígitos',
  },
  {
    en: 'Your unique id of the transaction',
    es: 'Su id único de la transacción',
    pt: 'Seu id único da transação',
  },
  {
    en: 'When the payment expires, ISO 8601; by default {0} hours from now',
    es: 'Cuándo vence el pago, ISO 8601; si falta, en {0} horas',
    pt: 'Quando o pagamento expira, ISO 8601; se faltar, em {0} horas',
  },
  {
    en: 'what account holds: a CBU (or CVU), or an alias',
    es: 'qué contiene account: un CBU (o CVU), o un alias',
    pt: 'o que account contém: um CBU (ou CVU), ou um alias',
  },
  {
    en: 'CBU or CVU (22 digits), or the alias',
    es: 'CBU o CVU (22 dígitos), o el alias',
    pt: 'CBU ou CVU (22 dígitos), ou o alias',
  },
  {
    en: 'CUIT, CUIL or CDI of the payer (11 digits); a DNI is taken too',
    es: 'CUIT, CUIL o CDI del pagador (11 dígitos); también se acepta un DNI',
    pt: 'CUIT, CUIL ou CDI do pagador (11 dígitos); um DNI também é aceito',
  },
  {
    en: 'CUIT or DNI of the account holder',
    es: 'CUIT o DNI del titular de la cuenta',
    pt: 'CUIT ou DNI do titular da conta',
  },
  {
    en: 'PIX key: CPF, CNPJ, phone with its country code, e-mail or random key (UUID)',
    es: 'llave PIX: CPF, CNPJ, teléfono con su código de país, correo o llave aleatoria (UUID)',
    pt: 'chave PIX: CPF, CNPJ, telefone com o código do país, e-mail ou chave aleatória (UUID)',
  },
  {
    en: 'CPF or CNPJ of the key holder',
    es: 'CPF o CNPJ del titular de la llave',
    pt: 'CPF ou CNPJ do titular da chave',
  },
  { en: 'CPF or CNPJ of the payer', es: 'CPF o CNPJ del pagador', pt: 'CPF ou CNPJ do pagador' },
  {
    en: 'RUT of the payer with its check character',
    es: 'RUT del pagador con su carácter verificador',
    pt: 'RUT do pagador com o caractere verificador',
  },
  { en: 'kind of the target account', es: 'tipo de la cuenta de destino', pt: 'tipo da conta de destino' },
  {
    en: 'account number; for RUT accounts the RUT without its check character',
    es: 'número de cuenta; para cuentas RUT, el RUT sin su carácter verificador',
    pt: 'número da conta; para contas RUT, o RUT sem o caractere verificador',
  },
  {
    en: 'document of the account holder',
    es: 'documento del titular de la cuenta',
    pt: 'documento do titular da conta',
  },
  {
    en: 'CC, NIT, CE or passport of the payer',
    es: 'CC, NIT, CE o pasaporte del pagador',
    pt: 'CC, NIT, CE ou passaporte do pagador',
  },
  { en: 'account number', es: 'número de cuenta', pt: 'número da conta' },
  {
    en: 'Cédula, RUC or passport of the payer',
    es: 'cédula, RUC o pasaporte del pagador',
    pt: 'cédula, RUC ou passaporte do pagador',
  },
  { en: 'RFC or CURP of the payer', es: 'RFC o CURP del pagador', pt: 'RFC ou CURP do pagador' },
  {
    en: 'RFC or CURP of the account holder',
    es: 'RFC o CURP del titular de la cuenta',
    pt: 'RFC ou CURP do titular da conta',
  },
  { en: 'CLABE of 18 digits', es: 'CLABE de 18 dígitos', pt: 'CLABE com 18 dígitos' },
  {
    en: 'region of the account, by name or ISO 3166-2 code',
    es: 'región de la cuenta, por nombre o código ISO 3166-2',
    pt: 'região da conta, por nome ou código ISO 3166-2',
  },
  {
    en: 'CCI: the interbank account code of 20 digits',
    es: 'CCI: el código de cuenta interbancario de 20 dígitos',
    pt: 'CCI: o código de conta interbancário de 20 dígitos',
  },
  { en: 'DNI, RUC or CE of the payer', es: 'DNI, RUC o CE del pagador', pt: 'DNI, RUC ou CE do pagador' },
  {
    en: 'account number of 10 to 20 digits',
    es: 'número de cuenta de 10 a 20 dígitos',
    pt: 'número da conta de 10 a 20 dígitos',
  },
  {
    en: 'mobile number of the Yape wallet, or a bank account',
    es: 'número móvil de la billetera Yape, o una cuenta bancaria',
    pt: 'número de celular da carteira Yape, ou uma conta bancária',
  },
  {
    en: 'mobile number of the wallet, or its account of 20 digits',
    es: 'número móvil de la billetera, o su cuenta de 20 dígitos',
    pt: 'número de celular da carteira, ou sua conta de 20 dígitos',
  },
  { en: 'mobile number of the wallet', es: 'número móvil de la billetera', pt: 'número de celular da carteira' },
  { en: 'CI or RUC of the payer', es: 'CI o RUC del pagador', pt: 'CI ou RUC do pagador' },
  { en: 'CI or RUT of the payer', es: 'CI o RUT del pagador', pt: 'CI ou RUT do pagador' },
  { en: 'account number of 20 digits', es: 'número de cuenta de 20 dígitos', pt: 'número da conta de 20 dígitos' },
  {
    en: 'CI or RIF of the payer with its letter',
    es: 'CI o RIF del pagador con su letra',
    pt: 'CI ou RIF do pagador com a letra',
  },
  {
    en: "kind of the account holder's document",
    es: 'tipo del documento del titular de la cuenta',
    pt: 'tipo do documento do titular da conta',
  },
  { en: 'full name of the payer', es: 'nombre completo del pagador', pt: 'nome completo do pagador' },
  { en: 'name of the account holder', es: 'nombre del titular de la cuenta', pt: 'nome do titular da conta' },
  {
    en: 'bank of the target account: its name or its code',
    es: 'banco de la cuenta de destino: su nombre o su código',
    pt: 'banco da conta de destino: seu nome ou seu código',
  },
  {
    en: 'card number, 12 to 19 digits; prefer a string, as a JSON number of 17 digits or more loses digits',
    es: 'número de tarjeta, 12 a 19 dígitos; mejor como texto, porque un número JSON de 17 dígitos o más pierde dígitos',
    pt: 'número do cartão, 12 a 19 dígitos; de preferência como texto, porque um número JSON de 17 dígitos ou mais perde dígitos',
  },
  {
    en: 'card brand; must agree with the number',
    es: 'marca de la tarjeta; debe coincidir con el número',
    pt: 'bandeira do cartão; deve corresponder ao número',
  },
  {
    en: 'card security code, 3 digits; prefer a string, as a JSON number loses leading zeros',
    es: 'código de seguridad de la tarjeta, 3 dígitos; mejor como texto, porque un número JSON pierde los ceros iniciales',
    pt: 'código de segurança do cartão, 3 dígitos; de preferência como texto, porque um número JSON perde os zeros à esquerda',
  },
  { en: 'expiration month, 1 to 12', es: 'mes de vencimiento, 1 a 12', pt: 'mês de vencimento, 1 a 12' },
  {
    en: 'expiration year, 2 or 4 digits; the card is valid through the last day of the month',
    es: 'año de vencimiento, 2 o 4 dígitos; la tarjeta vale hasta el último día del mes',
    pt: 'ano de vencimento, 2 ou 4 dígitos; o cartão vale até o último dia do mês',
  },
  { en: 'name on the card', es: 'nombre en la tarjeta', pt: 'nome no cartão' },
  { en: 'e-mail of the payer', es: 'correo del pagador', pt: 'e-mail do pagador' },
  {
    en: 'phone of the payer, 6 to 20 digits',
    es: 'teléfono del pagador, 6 a 20 dígitos',
    pt: 'telefone do pagador, 6 a 20 dígitos',
  },
  {
    en: 'ISO 3166-2 code of the state, with or without country',
    es: 'código ISO 3166-2 del estado, con o sin país',
    pt: 'código ISO 3166-2 do estado, com ou sem país',
  },
  {
    en: 'ISO 3166-1 code of the country, 2 letters (3 are taken)',
    es: 'código ISO 3166-1 del país, 2 letras (se aceptan 3)',
    pt: 'código ISO 3166-1 do país, 2 letras (3 são aceitas)',
  },
  {
    en: 'postal code; a JSON number loses leading zeros',
    es: 'código postal; un número JSON pierde los ceros iniciales',
    pt: 'código postal; um número JSON perde os zeros à esquerda',
  },
  {
    en: 'IP address of the payer, v4 or v6',
    es: 'dirección IP del pagador, v4 o v6',
    pt: 'endereço IP do pagador, v4 ou v6',
  },
  { en: 'first name of the payer', es: 'nombre del pagador', pt: 'primeiro nome do pagador' },
  { en: 'last name of the payer', es: 'apellido del pagador', pt: 'sobrenome do pagador' },
  {
    en: 'registered address of the payer',
    es: 'domicilio registrado del pagador',
    pt: 'endereço registrado do pagador',
  },
  { en: 'registered city of the payer', es: 'ciudad registrada del pagador', pt: 'cidade registrada do pagador' },
  {
    en: 'address of your shop that the payer returns to, https',
    es: 'dirección de su tienda a la que vuelve el pagador, https',
    pt: 'endereço da sua loja ao qual o pagador volta, https',
  },
]
