import type { Sentence } from '../texts.ts'

/** What is wrong about a setting, a key or a callback address. */
export const settingSentences: readonly Sentence[] = [
  { en: 'must be a colour such as {0}', es: 'debe ser un color como {0}', pt: 'deve ser uma cor como {0}' },
  { en: 'has at most {0} KiB', es: 'tiene {0} KiB como máximo', pt: 'tem no máximo {0} KiB' },
  {
    en: 'has at most {0} x {1} pixels',
    es: 'tiene {0} x {1} píxeles como máximo',
    pt: 'tem no máximo {0} x {1} pixels',
  },
  {
    en: 'must be a PNG picture',
    es: 'debe ser una imagen PNG',
    pt: 'deve ser uma imagem PNG',
  },
  {
    en: 'must be a whole picture: this file is damaged',
    es: 'debe ser una imagen completa: este archivo está dañado',
    pt: 'deve ser uma imagem completa: este arquivo está danificado',
  },
  { en: 'must be a file as base64', es: 'debe ser un archivo en base64', pt: 'deve ser um arquivo em base64' },
  {
    en: 'must be the whole address of a web page',
    es: 'debe ser la dirección completa de una página web',
    pt: 'deve ser o endereço completo de uma página web',
  },
  {
    en: 'must hold no user name and no password',
    es: 'no debe contener nombre de usuario ni contraseña',
    pt: 'não deve conter nome de usuário nem senha',
  },
  { en: 'must start with https://', es: 'debe empezar con https://', pt: 'deve começar com https://' },
  {
    en: 'must name a host of the internet, such as shop.example',
    es: 'debe nombrar un servidor de Internet, como shop.example',
    pt: 'deve indicar um servidor da internet, como shop.example',
  },
  {
    en: 'must be at most {0} days ago',
    es: 'debe ser de hace {0} días como máximo',
    pt: 'deve ser de no máximo {0} dias atrás',
  },
  {
    en: 'must be the id of a delivery',
    es: 'debe ser el identificador de una entrega',
    pt: 'deve ser o identificador de uma entrega',
  },
  {
    en: 'must be the id of a message',
    es: 'debe ser el identificador de un mensaje',
    pt: 'deve ser o identificador de uma mensagem',
  },
  {
    en: 'must be the id of a key',
    es: 'debe ser el identificador de una clave',
    pt: 'deve ser o identificador de uma chave',
  },
  { en: 'must be the pattern of a route', es: 'debe ser el patrón de una ruta', pt: 'deve ser o padrão de uma rota' },
  {
    en: 'must be a code of our errors',
    es: 'debe ser un código de nuestros errores',
    pt: 'deve ser um código dos nossos erros',
  },
  {
    en: 'must be a day such as 2030-01-31',
    es: 'debe ser un día como 2030-01-31',
    pt: 'deve ser um dia como 2030-01-31',
  },
  {
    en: 'must not be after today, {0} in the point’s time zone',
    es: 'no puede ser posterior a hoy, {0} en la zona horaria del punto',
    pt: 'não pode ser posterior a hoje, {0} no fuso horário do ponto',
  },
  { en: 'must not be after to', es: 'no puede ser posterior a to', pt: 'não pode ser posterior a to' },
  {
    en: 'a statement has at most {0} days',
    es: 'un extracto tiene {0} días como máximo',
    pt: 'um extrato tem no máximo {0} dias',
  },
  {
    en: 'must be a request id',
    es: 'debe ser el identificador de una solicitud',
    pt: 'deve ser o identificador de uma requisição',
  },
  {
    en: 'must be an amount such as 1500.50',
    es: 'debe ser un monto como 1500.50',
    pt: 'deve ser um valor como 1500.50',
  },
  {
    en: 'is no place of this feed: begin without it',
    es: 'no es un lugar de esta lista: comience sin él',
    pt: 'não é um lugar desta lista: comece sem ele',
  },
  {
    en: 'is of another database: begin without it',
    es: 'es de otra base de datos: comience sin él',
    pt: 'é de outro banco de dados: comece sem ele',
  },
  {
    en: 'send advance_seconds, or reset: true',
    es: 'envíe advance_seconds, o reset: true',
    pt: 'envie advance_seconds ou reset: true',
  },
  {
    en: 'send available, overdraft_limit, or both',
    es: 'envíe available, overdraft_limit o ambos',
    pt: 'envie available, overdraft_limit ou ambos',
  },
  { en: 'at most {0} headers', es: '{0} encabezados como máximo', pt: 'no máximo {0} cabeçalhos' },
  {
    en: 'at most {0} service codes',
    es: '{0} códigos de servicio como máximo',
    pt: 'no máximo {0} códigos de serviço',
  },
  { en: 'is a whole number from 1 to {0}', es: 'es un número entero de 1 a {0}', pt: 'é um número inteiro de 1 a {0}' },
  { en: 'holds 1 to {0} networks', es: 'contiene de 1 a {0} redes', pt: 'contém de 1 a {0} redes' },
  { en: 'the key would expire in the past', es: 'la clave vencería en el pasado', pt: 'a chave expiraria no passado' },
  { en: '"{0}" is no scope: {1}', es: '"{0}" no es un permiso: {1}', pt: '"{0}" não é uma permissão: {1}' },
  {
    en: 'your role does not have {0} here, so you cannot give it to a key',
    es: 'su rol no tiene {0} aquí, así que no puede dárselo a una clave',
    pt: 'sua função não tem {0} aqui, então você não pode dá-la a uma chave',
  },
  {
    en: 'The address is longer than {0} characters.',
    es: 'La dirección tiene más de {0} caracteres.',
    pt: 'O endereço tem mais de {0} caracteres.',
  },
  {
    en: 'The address must not contain spaces or control characters.',
    es: 'La dirección no debe contener espacios ni caracteres de control.',
    pt: 'O endereço não deve conter espaços nem caracteres de controle.',
  },
  {
    en: 'The address is not a valid URL.',
    es: 'La dirección no es una URL válida.',
    pt: 'O endereço não é uma URL válida.',
  },
  {
    en: 'The address must start with https://.',
    es: 'La dirección debe empezar con https://.',
    pt: 'O endereço deve começar com https://.',
  },
  {
    en: 'The address must not contain a user name or password.',
    es: 'La dirección no debe contener un usuario ni una contraseña.',
    pt: 'O endereço não deve conter usuário nem senha.',
  },
  {
    en: 'The address must not contain a fragment (#…).',
    es: 'La dirección no debe contener un fragmento (#…).',
    pt: 'O endereço não deve conter um fragmento (#…).',
  },
  { en: 'The port must not be 0.', es: 'El puerto no debe ser 0.', pt: 'A porta não deve ser 0.' },
  {
    en: 'The address must not hold a card number.',
    es: 'La dirección no debe contener un número de tarjeta.',
    pt: 'O endereço não deve conter um número de cartão.',
  },
  {
    en: 'The port of a live callback is {0}.',
    es: 'El puerto de un callback de producción es {0}.',
    pt: 'A porta de um callback de produção é {0}.',
  },
  { en: 'The address is our own.', es: 'La dirección es la nuestra.', pt: 'O endereço é o nosso.' },
  {
    en: 'The address must be reachable from the internet.',
    es: 'La dirección debe ser accesible desde internet.',
    pt: 'O endereço deve ser acessível pela internet.',
  },
  {
    en: 'The address must be a host name, not an IP address.',
    es: 'La dirección debe ser un nombre de host, no una dirección IP.',
    pt: 'O endereço deve ser um nome de host, não um endereço IP.',
  },
  {
    en: 'Callbacks do not go to addresses of your own machine or network. To receive them there, run {0}',
    es: 'Los callbacks no van a direcciones de su propia máquina o red. Para recibirlos ahí, ejecute {0}',
    pt: 'Os callbacks não vão para endereços da sua própria máquina ou rede. Para recebê-los aí, execute {0}',
  },
  {
    en: 'Callbacks go to https:// only, also on your own machine or network. To receive them there, run {0}',
    es: 'Los callbacks van solo a https://, también en su propia máquina o red. Para recibirlos ahí, ejecute {0}',
    pt: 'Os callbacks vão apenas para https://, também na sua própria máquina ou rede. Para recebê-los aí, execute {0}',
  },
  {
    en: 'No name server knows {0} now. Callbacks are tried again until it does.',
    es: 'Ningún servidor de nombres conoce {0} ahora. Los callbacks se reintentan hasta que lo conozca.',
    pt: 'Nenhum servidor de nomes conhece {0} agora. Os callbacks são tentados de novo até que conheça.',
  },
  {
    en: '{0} leads to {1}, which is not a public address. To receive callbacks there, run {2}',
    es: '{0} lleva a {1}, que no es una dirección pública. Para recibir callbacks ahí, ejecute {2}',
    pt: '{0} leva a {1}, que não é um endereço público. Para receber callbacks aí, execute {2}',
  },
  {
    en: '{0} leads to {1}, which is not a public address.',
    es: '{0} lleva a {1}, que no es una dirección pública.',
    pt: '{0} leva a {1}, que não é um endereço público.',
  },
  {
    en: 'is between 0 and 100, with up to 4 decimals',
    es: 'está entre 0 y 100, con hasta 4 decimales',
    pt: 'fica entre 0 e 100, com até 4 decimais',
  },
  {
    en: 'a fixed fee has a currency: name one service code',
    es: 'una comisión fija tiene moneda: indique un código de servicio',
    pt: 'uma tarifa fixa tem moeda: indique um código de serviço',
  },
  {
    en: 'only pay-ins are released',
    es: 'solo se liberan cobros (pay-ins)',
    pt: 'só recebimentos (pay-ins) são liberados',
  },
  { en: 'at most 365 days', es: '365 días como máximo', pt: 'no máximo 365 dias' },
  { en: 'is above every amount', es: 'supera cualquier monto', pt: 'está acima de qualquer valor' },
  {
    en: 'is one of the first that anybody tries',
    es: 'es una de las primeras que cualquiera prueba',
    pt: 'é uma das primeiras que qualquer pessoa tenta',
  },
  { en: 'is one of {0}', es: 'es uno de {0}', pt: 'é um de {0}' },
  {
    en: 'must not hold your name or e-mail address',
    es: 'no debe contener su nombre ni su correo',
    pt: 'não deve conter seu nome nem seu e-mail',
  },
  { en: 'is too long', es: 'es demasiado largo', pt: 'é longo demais' },
  { en: 'is no e-mail address', es: 'no es una dirección de correo', pt: 'não é um endereço de e-mail' },
  {
    en: '{0} needs the number of the account',
    es: '{0} necesita el número de la cuenta',
    pt: '{0} precisa do número da conta',
  },
  {
    en: 'a wallet needs its mobile number',
    es: 'una billetera necesita su número móvil',
    pt: 'uma carteira precisa do seu número de celular',
  },
  { en: 'PIX needs the key', es: 'PIX necesita la llave', pt: 'PIX precisa da chave' },
  {
    en: 'PIX needs the city of the receiver',
    es: 'PIX necesita la ciudad del receptor',
    pt: 'PIX precisa da cidade do recebedor',
  },
  {
    en: '{0} is not paid by deposit to an account',
    es: '{0} no se paga por depósito en una cuenta',
    pt: '{0} não é pago por depósito em uma conta',
  },
  {
    en: 'several merchants have this name: give the id',
    es: 'varios comercios tienen este nombre: indique el identificador',
    pt: 'vários lojistas têm este nome: informe o identificador',
  },
  {
    en: 'a live point never opens the endpoints by HTTP Basic with its own credentials',
    es: 'un punto de producción nunca abre las direcciones por HTTP Basic con sus propias credenciales',
    pt: 'um ponto de produção nunca abre os endereços por HTTP Basic com suas próprias credenciais',
  },
  { en: 'country must be one of {0}', es: 'country debe ser uno de {0}', pt: 'country deve ser um de {0}' },
  {
    en: 'The amount is above your limit of {0} for one payout.',
    es: 'El monto supera su límite de {0} para un pago.',
    pt: 'O valor está acima do seu limite de {0} para um pagamento.',
  },
  {
    en: "With this payout the day's sum would be above your limit of {0}.",
    es: 'Con este pago la suma del día superaría su límite de {0}.',
    pt: 'Com este pagamento a soma do dia ficaria acima do seu limite de {0}.',
  },
]

/** What a sentence about a field may have behind it, the outermost first. The sentence itself stands in `{0}`. */
export const fieldEndings: readonly Sentence[] = [
  { en: '{0}; required unless {1}', es: '{0}; obligatorio salvo que {1}', pt: '{0}; obrigatório a menos que {1}' },
  { en: '{0}; one of {1}', es: '{0}; uno de {1}', pt: '{0}; um de {1}' },
]

/** Refusals of a whole request, with parts of them. */
export const requestSentences: readonly Sentence[] = [
  {
    en: 'This transaction cannot be cancelled: {0}.',
    es: 'Esta transacción no se puede cancelar: {0}.',
    pt: 'Esta transação não pode ser cancelada: {0}.',
  },
  {
    en: 'a payout cannot be cancelled',
    es: 'un pago (payout) no se cancela',
    pt: 'um pagamento (payout) não é cancelado',
  },
  {
    en: 'a card pay-in cannot be cancelled',
    es: 'un cobro con tarjeta no se cancela',
    pt: 'um recebimento com cartão não é cancelado',
  },
  { en: 'money has arrived for it', es: 'ya llegó dinero para ella', pt: 'já chegou dinheiro para ela' },
  { en: 'it is {0}', es: 'está {0}', pt: 'ela está {0}' },
  { en: '{0} must be {1}.', es: '{0} debe ser {1}.', pt: '{0} deve ser {1}.' },
  { en: 'v1= and 64 hex digits', es: 'v1= y 64 dígitos hexadecimales', pt: 'v1= e 64 dígitos hexadecimais' },
  { en: 'whole Unix seconds', es: 'segundos Unix enteros', pt: 'segundos Unix inteiros' },
  {
    en: '8 to 128 printable ASCII characters',
    es: 'de 8 a 128 caracteres ASCII imprimibles',
    pt: 'de 8 a 128 caracteres ASCII imprimíveis',
  },
  {
    en: 'Too many card pay-ins or declines with {0} within one {1}: this looks like the testing of cards. Nothing was created.',
    es: 'Demasiados cobros con tarjeta o rechazos con {0} en {1}: parece una prueba de tarjetas. No se creó nada.',
    pt: 'Recebimentos com cartão ou recusas demais com {0} em {1}: parece um teste de cartões. Nada foi criado.',
  },
  { en: 'cards of this bank', es: 'tarjetas de este banco', pt: 'cartões deste banco' },
  { en: 'this card', es: 'esta tarjeta', pt: 'este cartão' },
  { en: 'this payer’s address', es: 'la dirección de este pagador', pt: 'o endereço deste pagador' },
  { en: 'this payer’s e-mail', es: 'el correo de este pagador', pt: 'o e-mail deste pagador' },
  { en: 'hour', es: 'una hora', pt: 'uma hora' },
  { en: 'day', es: 'un día', pt: 'um dia' },
  {
    en: 'The body is not valid JSON: {0} at line {1}, column {2}.',
    es: 'El cuerpo no es JSON válido: {0} en la línea {1}, columna {2}.',
    pt: 'O corpo não é JSON válido: {0} na linha {1}, coluna {2}.',
  },
  { en: 'it ends too early', es: 'termina demasiado pronto', pt: 'termina cedo demais' },
  {
    en: 'The body is nested deeper than {0} levels, at line {1}, column {2}.',
    es: 'El cuerpo está anidado a más de {0} niveles, en la línea {1}, columna {2}.',
    pt: 'O corpo está aninhado em mais de {0} níveis, na linha {1}, coluna {2}.',
  },
  {
    en: 'The body must be a JSON object, not {0}.',
    es: 'El cuerpo debe ser un objeto JSON, no {0}.',
    pt: 'O corpo deve ser um objeto JSON, não {0}.',
  },
  { en: 'unexpected character', es: 'carácter inesperado', pt: 'caractere inesperado' },
]
