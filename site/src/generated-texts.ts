import type { Language } from './languages.ts'

/** What the pages of countries and service codes say in their own words, beside facts of the gateway. */
export interface GeneratedTexts {
  readonly worldwide: string
  readonly noDecimals: string
  readonly decimals: (count: number) => string
  readonly payin: string
  readonly payout: string
  readonly payins: string
  readonly payouts: string
  readonly what: string
  readonly value: string
  readonly country: string
  readonly currency: string
  readonly serviceCode: string
  readonly purpose: string
  readonly answers: {
    readonly sent: string
    readonly leftOut: (field: string) => string
    readonly both: Readonly<Record<'refused' | 'warned', string>>
    readonly refusedLiveOnly: string
  }
  readonly fields: {
    readonly required: string
    readonly oneOf: string
    readonly always: string
    readonly atMost: (characters: number) => string
    readonly example: string
    readonly or: string
    readonly text: string
    readonly number: string
  }
  readonly methods: {
    readonly title: string
    readonly description: string
    readonly intro: string
    readonly catalogue: string
    readonly pageDescription: (name: string, code: string) => string
    readonly expires: string
    readonly expiresAfter: (hours: number) => string
    readonly callbackAmount: string
    readonly callbackAmountAlways: string
    readonly callbackAmountSetting: string
    readonly request: string
    readonly fields: string
    readonly besides: string
    readonly refusals: string
    readonly tryIt: string
    readonly tryText: string
    readonly formats: (country: string) => string
    readonly wayTitle: (code: string, kind: string) => string
    readonly payer: string
    readonly beneficiary: string
    readonly lanes: { readonly You: string; readonly Provider: string }
  }
  readonly countries: CountryTexts
}

export interface CountryTexts {
  readonly title: string
  readonly description: string
  readonly intro: string
  readonly pageDescription: (country: string) => string
  readonly amounts: string
  readonly amountsText: (number: string, text: string) => string
  readonly printed: string
  readonly timeZone: string
  readonly timeZoneText: (zone: string) => string
  readonly services: string
  readonly way: (code: string) => string
  readonly wayText: string
  readonly documents: string
  readonly documentsText: string
  readonly targets: string
  readonly example: string
  readonly sentAs: string
  readonly field: string
  readonly wrongDigit: Readonly<Record<'hard' | 'soft', string>>
  readonly mistakes: string
  readonly mistakesText: string
  readonly banks: (count: number) => string
  readonly bankByCode: string
  readonly bankByName: string
  readonly bankUnused: string
  readonly bankList: (country: string) => string
  readonly code: string
  readonly bank: string
  readonly alsoKnownAs: string
  readonly pagoMovil: string
  readonly yes: string
}

const en: GeneratedTexts = {
  worldwide: 'Worldwide',
  noDecimals: 'no decimals',
  decimals: (count) => `${count} decimals`,
  payin: 'Pay-in',
  payout: 'Payout',
  payins: 'pay-ins',
  payouts: 'payouts',
  what: 'What',
  value: 'Value',
  country: 'Country',
  currency: 'Currency',
  serviceCode: 'Service code',
  purpose: 'For',
  answers: {
    sent: 'Sent',
    leftOut: (field) => `without \`${field}\``,
    both: { refused: 'Live and test points refuse it.', warned: 'Live and test points take it with this warning.' },
    refusedLiveOnly: 'A live point refuses it. A test point takes it with this warning.',
  },
  fields: {
    required: 'required',
    oneOf: 'One of',
    always: 'Always',
    atMost: (characters) => `at most ${characters} characters`,
    example: 'Example',
    or: 'or',
    text: 'string',
    number: 'number',
  },
  methods: {
    title: 'Payment methods',
    description: 'Every service code by country.',
    intro:
      "A payment names its method by `service_code`. Each page shows the fields, a request that works, the money's way, and what a live point refuses.",
    catalogue: 'Your program can read the same from `GET /api/v1/services`: see [Catalogue](/reference/catalogue).',
    pageDescription: (name, code) => `${name}: fields, examples and the way of the money for ${code}.`,
    expires: 'A pay-in expires',
    expiresAfter: (hours) => `after ${hours} ${hours === 1 ? 'hour' : 'hours'}, unless \`expired_at\` says otherwise`,
    callbackAmount: '`amount` in callbacks',
    callbackAmountAlways: 'always where money was booked',
    callbackAmountSetting: 'by the setting `amount_always`',
    request: 'Request',
    fields: 'Fields',
    besides: 'Besides `service_code`, `amount`, `reference`, `expired_at` and `metadata`:',
    refusals: 'What a live point refuses',
    tryIt: 'Try it',
    tryText:
      'Every ordinary amount succeeds on a test point. An amount whose whole part ends in 777 chooses what goes wrong: see [Testing failures](/guides/testing-failures).',
    formats: (link) => `Documents, accounts, banks and typical mistakes: ${link}.`,
    wayTitle: (code, kind) => `The way of the money of a ${code} ${kind.toLowerCase()}`,
    payer: 'Payer',
    beneficiary: 'Beneficiary',
    lanes: { You: 'You', Provider: 'Provider' },
  },
  countries: {
    title: 'Countries',
    description: 'Currency, documents, accounts and banks of each country.',
    intro:
      'Each page shows what payments of a country are made of: currency, service codes, documents, accounts and banks. Every example on it passes the checks of this gateway.',
    pageDescription: (country) => `Payments in ${country}: service codes, documents, accounts, mistakes and banks.`,
    amounts: 'Amounts in requests',
    amountsText: (number, text) =>
      `\`${number}\`, or as text \`"${text}"\`: a point before the decimals and no separators of thousands`,
    printed: 'Amounts on pages',
    timeZone: 'Time zone',
    timeZoneText: (zone) => `${zone}; times in the API are UTC`,
    services: 'Service codes',
    way: (code) => `The way of the money: ${code}`,
    wayText: 'The page of each service code has the way of its pay-ins and payouts.',
    documents: 'Documents',
    documentsText:
      'Dots, dashes and spaces may stay: the gateway drops them. The type of a payer’s document follows from its format; that of an account holder is named by `account_doc_type`.',
    targets: 'Accounts and phones',
    example: 'Example',
    sentAs: 'passed on as',
    field: 'Field',
    wrongDigit: {
      hard: 'A wrong check digit is refused by live points and gets a warning at test points.',
      soft: 'A wrong check digit gets a warning at every point and is never refused.',
    },
    mistakes: 'Typical mistakes',
    mistakesText:
      'Each is the example of its service code with one value changed, and the answer is word for word that of the API.',
    banks: (count) => `Banks (${count})`,
    bankByCode:
      'Send `account_bank` as the code or as the name. Case and accents do not matter. An unknown bank is passed on with a warning.',
    bankByName:
      'Send `account_bank` as the name, which is what the gateway passes on; the codes are not official. An unknown bank is passed on with a warning.',
    bankUnused: 'Payouts name no bank here. The list is for your own pages.',
    bankList: (country) => `Your program reads the list from \`GET /api/v1/banks?country=${country}\`.`,
    code: 'Code',
    bank: 'Bank',
    alsoKnownAs: 'Other codes and names',
    pagoMovil: 'Pago Móvil',
    yes: 'yes',
  },
}

const es: GeneratedTexts = {
  worldwide: 'Todo el mundo',
  noDecimals: 'sin decimales',
  decimals: (count) => `${count} decimales`,
  payin: 'Cobro',
  payout: 'Pago a terceros',
  payins: 'cobros',
  payouts: 'pagos a terceros',
  what: 'Qué',
  value: 'Valor',
  country: 'País',
  currency: 'Moneda',
  serviceCode: 'Código de servicio',
  purpose: 'Para',
  answers: {
    sent: 'Enviado',
    leftOut: (field) => `sin \`${field}\``,
    both: {
      refused: 'Los puntos de producción y los de prueba lo rechazan.',
      warned: 'Los puntos de producción y los de prueba lo aceptan con esta advertencia.',
    },
    refusedLiveOnly: 'Un punto de producción lo rechaza. Un punto de prueba lo acepta con esta advertencia.',
  },
  fields: {
    required: 'obligatorio',
    oneOf: 'Uno de',
    always: 'Siempre',
    atMost: (characters) => `${characters} caracteres como máximo`,
    example: 'Ejemplo',
    or: 'o',
    text: 'texto',
    number: 'número',
  },
  methods: {
    title: 'Métodos de pago',
    description: 'Todos los códigos de servicio por país.',
    intro:
      'Un pago nombra su método con `service_code`. Cada página muestra los campos, una solicitud que funciona, el camino del dinero y lo que un punto de producción rechaza.',
    catalogue: 'Su programa puede leer lo mismo en `GET /api/v1/services`: vea el [catálogo](/reference/catalogue).',
    pageDescription: (name, code) => `${name}: campos, ejemplos y el camino del dinero de ${code}.`,
    expires: 'Un cobro vence',
    expiresAfter: (hours) =>
      `después de ${hours} ${hours === 1 ? 'hora' : 'horas'}, salvo que \`expired_at\` diga otra cosa`,
    callbackAmount: '`amount` en los callbacks',
    callbackAmountAlways: 'siempre que se registró dinero',
    callbackAmountSetting: 'según la opción `amount_always`',
    request: 'Solicitud',
    fields: 'Campos',
    besides: 'Además de `service_code`, `amount`, `reference`, `expired_at` y `metadata`:',
    refusals: 'Lo que un punto de producción rechaza',
    tryIt: 'Pruébelo',
    tryText:
      'Todo importe común tiene éxito en un punto de prueba. Un importe cuya parte entera termina en 777 elige qué sale mal: vea [Probar fallos](/es/guides/testing-failures).',
    formats: (link) => `Documentos, cuentas, bancos y errores típicos: ${link}.`,
    wayTitle: (code, kind) => `El camino del dinero de un ${kind.toLowerCase()} ${code}`,
    payer: 'Pagador',
    beneficiary: 'Beneficiario',
    lanes: { You: 'Usted', Provider: 'Proveedor' },
  },
  countries: {
    title: 'Países',
    description: 'Moneda, documentos, cuentas y bancos de cada país.',
    intro:
      'Cada página muestra de qué se componen los pagos de un país: moneda, códigos de servicio, documentos, cuentas y bancos. Cada ejemplo pasa las verificaciones de esta pasarela.',
    pageDescription: (country) => `Pagos en ${country}: códigos de servicio, documentos, cuentas, errores y bancos.`,
    amounts: 'Importes en las solicitudes',
    amountsText: (number, text) =>
      `\`${number}\`, o como texto \`"${text}"\`: un punto antes de los decimales y sin separadores de miles`,
    printed: 'Importes en las páginas',
    timeZone: 'Zona horaria',
    timeZoneText: (zone) => `${zone}; las horas de la API están en UTC`,
    services: 'Códigos de servicio',
    way: (code) => `El camino del dinero: ${code}`,
    wayText: 'La página de cada código de servicio tiene el camino de sus cobros y de sus pagos a terceros.',
    documents: 'Documentos',
    documentsText:
      'Los puntos, guiones y espacios pueden quedar: la pasarela los quita. El tipo del documento de un pagador se deduce de su formato; el de un titular de cuenta lo nombra `account_doc_type`.',
    targets: 'Cuentas y teléfonos',
    example: 'Ejemplo',
    sentAs: 'se transmite como',
    field: 'Campo',
    wrongDigit: {
      hard: 'Un dígito verificador equivocado lo rechazan los puntos de producción y recibe una advertencia en los de prueba.',
      soft: 'Un dígito verificador equivocado recibe una advertencia en todos los puntos y nunca se rechaza.',
    },
    mistakes: 'Errores típicos',
    mistakesText:
      'Cada uno es el ejemplo de su código de servicio con un valor cambiado, y la respuesta es palabra por palabra la de la API en español.',
    banks: (count) => `Bancos (${count})`,
    bankByCode:
      'Envíe `account_bank` como código o como nombre. Las mayúsculas y los acentos no importan. Un banco desconocido se transmite con una advertencia.',
    bankByName:
      'Envíe `account_bank` como nombre, que es lo que la pasarela transmite; los códigos no son oficiales. Un banco desconocido se transmite con una advertencia.',
    bankUnused: 'Aquí los pagos a terceros no nombran ningún banco. La lista es para sus propias páginas.',
    bankList: (country) => `Su programa lee la lista en \`GET /api/v1/banks?country=${country}\`.`,
    code: 'Código',
    bank: 'Banco',
    alsoKnownAs: 'Otros códigos y nombres',
    pagoMovil: 'Pago Móvil',
    yes: 'sí',
  },
}

const pt: GeneratedTexts = {
  worldwide: 'Mundo todo',
  noDecimals: 'sem decimais',
  decimals: (count) => `${count} casas decimais`,
  payin: 'Recebimento',
  payout: 'Pagamento a terceiros',
  payins: 'recebimentos',
  payouts: 'pagamentos a terceiros',
  what: 'O quê',
  value: 'Valor',
  country: 'País',
  currency: 'Moeda',
  serviceCode: 'Código de serviço',
  purpose: 'Para',
  answers: {
    sent: 'Enviado',
    leftOut: (field) => `sem \`${field}\``,
    both: {
      refused: 'Os pontos de produção e os de teste recusam.',
      warned: 'Os pontos de produção e os de teste aceitam com este aviso.',
    },
    refusedLiveOnly: 'Um ponto de produção recusa. Um ponto de teste aceita com este aviso.',
  },
  fields: {
    required: 'obrigatório',
    oneOf: 'Um de',
    always: 'Sempre',
    atMost: (characters) => `no máximo ${characters} caracteres`,
    example: 'Exemplo',
    or: 'ou',
    text: 'texto',
    number: 'número',
  },
  methods: {
    title: 'Métodos de pagamento',
    description: 'Todos os códigos de serviço por país.',
    intro:
      'Um pagamento indica seu método com `service_code`. Cada página mostra os campos, uma requisição que funciona, o caminho do dinheiro e o que um ponto de produção recusa.',
    catalogue: 'Seu programa pode ler o mesmo em `GET /api/v1/services`: veja o [catálogo](/reference/catalogue).',
    pageDescription: (name, code) => `${name}: campos, exemplos e o caminho do dinheiro de ${code}.`,
    expires: 'Um recebimento expira',
    expiresAfter: (hours) =>
      `depois de ${hours} ${hours === 1 ? 'hora' : 'horas'}, a menos que \`expired_at\` diga outra coisa`,
    callbackAmount: '`amount` nos callbacks',
    callbackAmountAlways: 'sempre que dinheiro foi lançado',
    callbackAmountSetting: 'conforme a configuração `amount_always`',
    request: 'Requisição',
    fields: 'Campos',
    besides: 'Além de `service_code`, `amount`, `reference`, `expired_at` e `metadata`:',
    refusals: 'O que um ponto de produção recusa',
    tryIt: 'Experimente',
    tryText:
      'Todo valor comum tem sucesso em um ponto de teste. Um valor cuja parte inteira termina em 777 escolhe o que dá errado: veja [Testar falhas](/pt/guides/testing-failures).',
    formats: (link) => `Documentos, contas, bancos e erros típicos: ${link}.`,
    wayTitle: (code, kind) => `O caminho do dinheiro: ${kind.toLowerCase()} ${code}`,
    payer: 'Pagador',
    beneficiary: 'Beneficiário',
    lanes: { You: 'Você', Provider: 'Provedor' },
  },
  countries: {
    title: 'Países',
    description: 'Moeda, documentos, contas e bancos de cada país.',
    intro:
      'Cada página mostra de que são feitos os pagamentos de um país: moeda, códigos de serviço, documentos, contas e bancos. Cada exemplo passa nas verificações deste gateway.',
    pageDescription: (country) => `Pagamentos: ${country}. Códigos de serviço, documentos, contas, erros e bancos.`,
    amounts: 'Valores nas requisições',
    amountsText: (number, text) =>
      `\`${number}\`, ou como texto \`"${text}"\`: um ponto antes dos decimais e sem separadores de milhar`,
    printed: 'Valores nas páginas',
    timeZone: 'Fuso horário',
    timeZoneText: (zone) => `${zone}; os horários da API são em UTC`,
    services: 'Códigos de serviço',
    way: (code) => `O caminho do dinheiro: ${code}`,
    wayText: 'A página de cada código de serviço tem o caminho de seus recebimentos e de seus pagamentos a terceiros.',
    documents: 'Documentos',
    documentsText:
      'Pontos, hifens e espaços podem ficar: o gateway os remove. O tipo do documento de um pagador vem do seu formato; o do titular de uma conta é indicado por `account_doc_type`.',
    targets: 'Contas e telefones',
    example: 'Exemplo',
    sentAs: 'é repassado como',
    field: 'Campo',
    wrongDigit: {
      hard: 'Um dígito verificador errado é recusado pelos pontos de produção e recebe um aviso nos de teste.',
      soft: 'Um dígito verificador errado recebe um aviso em todos os pontos e nunca é recusado.',
    },
    mistakes: 'Erros típicos',
    mistakesText:
      'Cada um é o exemplo do seu código de serviço com um valor alterado, e a resposta é palavra por palavra a da API em português.',
    banks: (count) => `Bancos (${count})`,
    bankByCode:
      'Envie `account_bank` como código ou como nome. Maiúsculas e acentos não importam. Um banco desconhecido é repassado com um aviso.',
    bankByName:
      'Envie `account_bank` como nome, que é o que o gateway repassa; os códigos não são oficiais. Um banco desconhecido é repassado com um aviso.',
    bankUnused: 'Aqui os pagamentos a terceiros não indicam banco. A lista é para as suas próprias páginas.',
    bankList: (country) => `Seu programa lê a lista em \`GET /api/v1/banks?country=${country}\`.`,
    code: 'Código',
    bank: 'Banco',
    alsoKnownAs: 'Outros códigos e nomes',
    pagoMovil: 'Pago Móvil',
    yes: 'sim',
  },
}

export const generatedTexts: Readonly<Record<Language, GeneratedTexts>> = { en, es, pt }
