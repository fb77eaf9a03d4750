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
  { en: 'must start with https://', es: 'debe empezar con https://', pt: 'deve começar com https://' },
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
]

/** What a sentence about a field may have behind it, the outermost first. The sentence itself stands in `{0}`. */
export const fieldEndings: readonly Sentence[] = [
  { en: '{0}; one of {1}', es: '{0}; uno de {1}', pt: '{0}; um de {1}' },
]

/** Refusals of a whole request, with parts of them. */
export const requestSentences: readonly Sentence[] = [
  { en: 'hour', es: 'una hora', pt: 'uma hora' },
  { en: 'day', es: 'un día', pt: 'um dia' },
]
