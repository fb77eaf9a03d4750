import type { Sentence } from '../texts.ts'

/** Advice of the live test of a callback address, and results of the check of a pasted callback. */
export const webhookToolSentences: readonly Sentence[] = [
  {
    en: 'Answer within 5 seconds and work afterwards.',
    es: 'Responda en 5 segundos y trabaje después.',
    pt: 'Responda em 5 segundos e trabalhe depois.',
  },
  {
    en: 'Your server refused the hash: check auth_api_token and Point ID; see POST /api/v1/webhook/explain.',
    es: 'Su servidor rechazó el hash: revise auth_api_token y Point ID; vea POST /api/v1/webhook/explain.',
    pt: 'Seu servidor recusou o hash: confira auth_api_token e Point ID; veja POST /api/v1/webhook/explain.',
  },
  {
    en: 'Your server could not read the body: read it as UTF-8 JSON; api_key is an integer.',
    es: 'Su servidor no pudo leer el cuerpo: léalo como JSON en UTF-8; api_key es un entero.',
    pt: 'Seu servidor não conseguiu ler o corpo: leia-o como JSON em UTF-8; api_key é um inteiro.',
  },
  {
    en: 'Your server answered {0}; the contract is 200. Answer 200, or set accept_2xx.',
    es: 'Su servidor respondió {0}; el contrato es 200. Responda 200 o active accept_2xx.',
    pt: 'Seu servidor respondeu {0}; o contrato é 200. Responda 200 ou ative accept_2xx.',
  },
  {
    en: 'Redirects are not followed: set the final address.',
    es: 'No se siguen redirecciones: indique la dirección final.',
    pt: 'Redirecionamentos não são seguidos: indique o endereço final.',
  },
  {
    en: 'Your server answered with a failure: see its own log.',
    es: 'Su servidor respondió con un error: vea su propio registro.',
    pt: 'Seu servidor respondeu com um erro: veja o registro dele.',
  },
  {
    en: 'The name of your server does not resolve in public DNS.',
    es: 'El nombre de su servidor no se resuelve en el DNS público.',
    pt: 'O nome do seu servidor não é encontrado no DNS público.',
  },
  {
    en: 'No connection: is the server up and its port open to us?',
    es: 'Sin conexión: ¿está encendido el servidor y su puerto abierto para nosotros?',
    pt: 'Sem conexão: o servidor está no ar e a porta está aberta para nós?',
  },
  {
    en: 'TLS failed: check that the certificate is valid, complete with its chain, and made out to this name; TLS 1.2 or newer.',
    es: 'Falló TLS: revise que el certificado sea válido, con su cadena completa y a este nombre; TLS 1.2 o posterior.',
    pt: 'O TLS falhou: confira se o certificado é válido, com a cadeia completa e neste nome; TLS 1.2 ou mais novo.',
  },
  {
    en: 'No whole answer within 10 seconds: answer first, work afterwards.',
    es: 'Sin respuesta completa en 10 segundos: responda primero y trabaje después.',
    pt: 'Sem resposta completa em 10 segundos: responda primeiro e trabalhe depois.',
  },
  {
    en: 'Your server, or something before it, closed the connection.',
    es: 'Su servidor, o algo delante de él, cerró la conexión.',
    pt: 'Seu servidor, ou algo antes dele, fechou a conexão.',
  },
  {
    en: 'The address is not public, or its port is not allowed.',
    es: 'La dirección no es pública o su puerto no está permitido.',
    pt: 'O endereço não é público ou a porta não é permitida.',
  },
  {
    en: 'The answer is no valid HTTP.',
    es: 'La respuesta no es HTTP válido.',
    pt: 'A resposta não é HTTP válido.',
  },
  {
    en: 'The answer is too large: a short one is enough.',
    es: 'La respuesta es demasiado grande: basta una corta.',
    pt: 'A resposta é grande demais: basta uma curta.',
  },
  {
    en: 'The body is a JSON object.',
    es: 'El cuerpo es un objeto JSON.',
    pt: 'O corpo é um objeto JSON.',
  },
  {
    en: 'The body is no JSON object. Give the raw bytes as they arrived.',
    es: 'El cuerpo no es un objeto JSON. Pegue los bytes tal como llegaron.',
    pt: 'O corpo não é um objeto JSON. Cole os bytes como chegaram.',
  },
  {
    en: 'Every required field is there.',
    es: 'Están todos los campos obligatorios.',
    pt: 'Todos os campos obrigatórios estão presentes.',
  },
  {
    en: 'Missing: {0}. A receiver answers 400.',
    es: 'Falta: {0}. Un receptor responde 400.',
    pt: 'Falta: {0}. Um receptor responde 400.',
  },
  {
    en: 'api_key is a text here; it is sent as a JSON integer. Do not format it.',
    es: 'api_key es aquí un texto; se envía como entero JSON. No le dé formato.',
    pt: 'api_key aqui é um texto; é enviado como inteiro JSON. Não o formate.',
  },
  {
    en: 'api_key must be an integer from 1 to 9999999999. A 32-bit integer overflows: use 64 bits.',
    es: 'api_key debe ser un entero de 1 a 9999999999. Un entero de 32 bits se desborda: use 64 bits.',
    pt: 'api_key deve ser um inteiro de 1 a 9999999999. Um inteiro de 32 bits estoura: use 64 bits.',
  },
  {
    en: 'api_key is written with a sign, an exponent, a fraction or leading zeros.',
    es: 'api_key está escrito con signo, exponente, fracción o ceros a la izquierda.',
    pt: 'api_key está escrito com sinal, expoente, fração ou zeros à esquerda.',
  },
  {
    en: 'api_key is an integer in its range.',
    es: 'api_key es un entero dentro de su rango.',
    pt: 'api_key é um inteiro dentro do intervalo.',
  },
  {
    en: 'Not checked: it needs api_key as an integer and security_hash as a text.',
    es: 'No se comprobó: necesita api_key como entero y security_hash como texto.',
    pt: 'Não verificado: precisa de api_key como inteiro e security_hash como texto.',
  },
  {
    en: 'The hash is that of the active auth_api_token.',
    es: 'El hash es el del auth_api_token activo.',
    pt: 'O hash é o do auth_api_token ativo.',
  },
  {
    en: 'The hash is right but in upper case: compare the bytes, or lower-case it.',
    es: 'El hash es correcto pero está en mayúsculas: compare los bytes o páselo a minúsculas.',
    pt: 'O hash está certo, mas em maiúsculas: compare os bytes ou passe para minúsculas.',
  },
  {
    en: 'This is the hash of the token before the rotation: it signs no more.',
    es: 'Es el hash del token anterior a la rotación: ya no firma.',
    pt: 'É o hash do token anterior à troca: ele não assina mais.',
  },
  {
    en: 'This is the hash of the staged token: activate it first.',
    es: 'Es el hash del token preparado: primero actívelo.',
    pt: 'É o hash do token preparado: primeiro ative-o.',
  },
  {
    en: 'The message is in the wrong order: api_key comes first, then the Point ID.',
    es: 'El mensaje está en otro orden: primero api_key, luego el Point ID.',
    pt: 'A mensagem está em outra ordem: primeiro api_key, depois o Point ID.',
  },
  {
    en: 'Key and message are swapped: auth_api_token is the key.',
    es: 'Clave y mensaje están intercambiados: auth_api_token es la clave.',
    pt: 'Chave e mensagem estão trocadas: auth_api_token é a chave.',
  },
  {
    en: 'The Point ID is missing behind api_key.',
    es: 'Falta el Point ID después de api_key.',
    pt: 'Falta o Point ID depois de api_key.',
  },
  {
    en: 'The Point ID is in lower case in the message.',
    es: 'En el mensaje, el Point ID va en minúsculas.',
    pt: 'Na mensagem, o Point ID vai em minúsculas.',
  },
  {
    en: 'The Point ID keeps its dashes in the message.',
    es: 'En el mensaje, el Point ID conserva sus guiones.',
    pt: 'Na mensagem, o Point ID mantém os hifens.',
  },
  {
    en: 'api_key has no leading zeros in the message.',
    es: 'En el mensaje, api_key no lleva ceros a la izquierda.',
    pt: 'Na mensagem, api_key não leva zeros à esquerda.',
  },
  {
    en: 'The hash fits no token of this point: another point’s token or Point ID, a changed api_key, or a forgery.',
    es: 'El hash no corresponde a ningún token de este punto: token o Point ID de otro punto, api_key cambiada o falsificación.',
    pt: 'O hash não corresponde a nenhum token deste ponto: token ou Point ID de outro ponto, api_key alterada ou falsificação.',
  },
  {
    en: 'The header webhook-id was not given.',
    es: 'No se indicó el encabezado webhook-id.',
    pt: 'O cabeçalho webhook-id não foi informado.',
  },
  {
    en: 'A test callback: those stand in no log.',
    es: 'Un callback de prueba: esos no quedan en ningún registro.',
    pt: 'Um callback de teste: esses não ficam em nenhum registro.',
  },
  {
    en: 'This point has sent no callback with that webhook-id.',
    es: 'Este punto no envió ningún callback con ese webhook-id.',
    pt: 'Este ponto não enviou nenhum callback com esse webhook-id.',
  },
  {
    en: 'A callback of this point has that webhook-id.',
    es: 'Un callback de este punto tiene ese webhook-id.',
    pt: 'Um callback deste ponto tem esse webhook-id.',
  },
  {
    en: 'Not checked: it needs webhook-id, webhook-timestamp and webhook-signature.',
    es: 'No se comprobó: necesita webhook-id, webhook-timestamp y webhook-signature.',
    pt: 'Não verificado: precisa de webhook-id, webhook-timestamp e webhook-signature.',
  },
  {
    en: 'The body is what was sent, byte for byte.',
    es: 'El cuerpo es lo que se envió, byte por byte.',
    pt: 'O corpo é o que foi enviado, byte a byte.',
  },
  {
    en: 'The body was parsed and written again: it differs from what was sent at character {0}. Check the raw bytes.',
    es: 'El cuerpo se interpretó y se volvió a escribir: difiere de lo enviado en el carácter {0}. Revise los bytes sin tocar.',
    pt: 'O corpo foi interpretado e escrito de novo: difere do enviado no caractere {0}. Confira os bytes originais.',
  },
  {
    en: 'The body differs from what was sent at character {0}.',
    es: 'El cuerpo difiere de lo enviado en el carácter {0}.',
    pt: 'O corpo difere do enviado no caractere {0}.',
  },
  {
    en: 'webhook-timestamp is in Unix seconds.',
    es: 'webhook-timestamp va en segundos Unix.',
    pt: 'webhook-timestamp vai em segundos Unix.',
  },
  { en: 'The timestamp is fresh.', es: 'La marca de tiempo es reciente.', pt: 'O horário é recente.' },
  {
    en: 'The timestamp is {0} s ago; libraries take {1} s. Fine for an old message, else set your clock.',
    es: 'La marca de tiempo es de hace {0} s; las bibliotecas aceptan {1} s. Vale para un mensaje viejo; si no, ajuste su reloj.',
    pt: 'O horário é de {0} s atrás; as bibliotecas aceitam {1} s. Serve para uma mensagem antiga; senão, acerte seu relógio.',
  },
  {
    en: 'The timestamp is {0} s ahead; libraries take {1} s. Fine for an old message, else set your clock.',
    es: 'La marca de tiempo está {0} s adelantada; las bibliotecas aceptan {1} s. Vale para un mensaje viejo; si no, ajuste su reloj.',
    pt: 'O horário está {0} s adiantado; as bibliotecas aceitam {1} s. Serve para uma mensagem antiga; senão, acerte seu relógio.',
  },
  {
    en: 'The signature is that of the webhook secret.',
    es: 'La firma es la del secreto de los webhooks.',
    pt: 'A assinatura é a do segredo dos webhooks.',
  },
  {
    en: 'The signature is that of the old webhook secret: its rotation is under way.',
    es: 'La firma es la del secreto anterior: su rotación está en curso.',
    pt: 'A assinatura é a do segredo anterior: a troca está em andamento.',
  },
  {
    en: 'The signature is right for the bytes that were sent, not for this body: check the raw bytes.',
    es: 'La firma es correcta para los bytes enviados, no para este cuerpo: revise los bytes sin tocar.',
    pt: 'A assinatura está certa para os bytes enviados, não para este corpo: confira os bytes originais.',
  },
  {
    en: 'The signature fits no webhook secret of this point: another secret, changed id or timestamp, or a forgery.',
    es: 'La firma no corresponde a ningún secreto de este punto: otro secreto, id u hora cambiados, o falsificación.',
    pt: 'A assinatura não corresponde a nenhum segredo deste ponto: outro segredo, id ou horário alterados, ou falsificação.',
  },
]
