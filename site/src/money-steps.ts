import { say, type Translated } from './countries/country-description.ts'
import type { Language } from './languages.ts'
import type { MethodFacts } from './method-facts.ts'
import type { Lane, Step } from './money-diagram.ts'

/** A step in the three languages. `{currency}` stands for the currency's code. */
interface StepTexts extends Omit<Step, 'label' | 'sentence'> {
  /** At most some 30 characters in each language. */
  readonly label: Translated
  readonly sentence: Translated
}

/** How the payer learns how to pay, and how the money moves, by the kind of the method. */
const payinMiddle: Readonly<Record<string, readonly StepTexts[]>> = {
  deposit_account: [
    reply(
      say('account to pay to', 'cuenta de destino', 'conta de destino'),
      say(
        'The reply has the account to pay to (`target_account`) and a `payment_url` that shows it to the payer.',
        'La respuesta trae la cuenta de destino (`target_account`) y una `payment_url` que la muestra al pagador.',
        'A resposta traz a conta de destino (`target_account`) e uma `payment_url` que a mostra ao pagador.',
      ),
    ),
    pays(
      say('bank transfer in {currency}', 'transferencia en {currency}', 'transferência em {currency}'),
      say(
        'The payer makes a bank transfer in {currency} to that account, with the reference of the reply.',
        'El pagador hace una transferencia en {currency} a esa cuenta, con la referencia de la respuesta.',
        'O pagador faz uma transferência em {currency} para essa conta, com a referência da resposta.',
      ),
    ),
  ],
  clabe: [
    reply(
      say('CLABE to pay to', 'CLABE de destino', 'CLABE de destino'),
      say(
        'The reply has a CLABE (`clabe`) and a `payment_url`. On a live point with an own account all payments share one CLABE: show `target_account_reference` too.',
        'La respuesta trae una CLABE (`clabe`) y una `payment_url`. En un punto de producción con cuenta propia todos los cobros comparten una CLABE: muestre también `target_account_reference`.',
        'A resposta traz uma CLABE (`clabe`) e uma `payment_url`. Em um ponto de produção com conta própria todos os recebimentos dividem uma CLABE: mostre também `target_account_reference`.',
      ),
    ),
    pays(
      say('SPEI transfer', 'transferencia SPEI', 'transferência SPEI'),
      say(
        'The payer sends a SPEI transfer to that CLABE.',
        'El pagador envía una transferencia SPEI a esa CLABE.',
        'O pagador envia uma transferência SPEI para essa CLABE.',
      ),
    ),
  ],
  qr: [
    reply(
      say('Pix code', 'código Pix', 'código Pix'),
      say(
        'The reply has the Pix code (`pix_br_code`), and a `payment_url` that shows it as a QR picture.',
        'La respuesta trae el código Pix (`pix_br_code`) y una `payment_url` que lo muestra como imagen QR.',
        'A resposta traz o código Pix (`pix_br_code`) e uma `payment_url` que o mostra como imagem QR.',
      ),
    ),
    pays(
      say('Pix', 'Pix', 'Pix'),
      say(
        'The payer scans the code or pastes it into the app of their bank, and pays.',
        'El pagador escanea el código o lo pega en la aplicación de su banco, y paga.',
        'O pagador lê o código ou o cola no aplicativo do seu banco, e paga.',
      ),
    ),
  ],
  pull: [
    order(
      say('asks the bank for the money', 'pide el dinero al banco', 'pede o dinheiro ao banco'),
      say(
        'Pasarela orders the debit at the provider within your request.',
        'Pasarela ordena el débito al proveedor dentro de su solicitud.',
        'Pasarela ordena o débito ao provedor dentro da sua requisição.',
      ),
    ),
    asks(
      say('asks the payer to agree', 'pide el acuerdo del pagador', 'pede o acordo do pagador'),
      say(
        'The bank asks the payer to agree in the app of the bank.',
        'El banco pide el acuerdo del pagador en su aplicación.',
        'O banco pede o acordo do pagador no seu aplicativo.',
      ),
    ),
    pays(
      say('agrees; the bank debits', 'acepta; el banco debita', 'aceita; o banco debita'),
      say(
        'The payer agrees, and the bank moves the money.',
        'El pagador acepta y el banco mueve el dinero.',
        'O pagador aceita e o banco move o dinheiro.',
      ),
    ),
  ],
  wallet: [
    reply(
      say('number to pay to', 'número de destino', 'número de destino'),
      say(
        'The reply says what to pay to, and has a `payment_url` that shows it to the payer.',
        'La respuesta dice adónde pagar y trae una `payment_url` que lo muestra al pagador.',
        'A resposta diz para onde pagar e traz uma `payment_url` que o mostra ao pagador.',
      ),
    ),
    pays(
      say('pays in the wallet app', 'paga en su billetera', 'paga na sua carteira'),
      say(
        'The payer pays in the app of the wallet.',
        'El pagador paga en la aplicación de la billetera.',
        'O pagador paga no aplicativo da carteira.',
      ),
    ),
  ],
  card: [
    order(
      say('charges the card', 'cobra la tarjeta', 'cobra o cartão'),
      say(
        'Pasarela sends the card to the provider within your request and stores no card number.',
        'Pasarela envía la tarjeta al proveedor dentro de su solicitud y no guarda ningún número de tarjeta.',
        'Pasarela envia o cartão ao provedor dentro da sua requisição e não guarda nenhum número de cartão.',
      ),
    ),
    asks(
      say('3-D Secure, if wanted', '3-D Secure, si se pide', '3-D Secure, se pedido'),
      say(
        'The bank of the card may ask the payer to confirm: lead the payer to `redirect_url`.',
        'El banco de la tarjeta puede pedir que el pagador confirme: llévelo a `redirect_url`.',
        'O banco do cartão pode pedir que o pagador confirme: leve-o a `redirect_url`.',
      ),
    ),
    pays(
      say('the bank pays', 'el banco paga', 'o banco paga'),
      say(
        'The bank of the card agrees, and the money moves to the provider.',
        'El banco de la tarjeta acepta y el dinero va al proveedor.',
        'O banco do cartão aceita e o dinheiro vai ao provedor.',
      ),
    ),
  ],
}

const payinStart: StepTexts = {
  from: 'You',
  to: 'Pasarela',
  label: say('create the pay-in', 'crea el cobro', 'cria o recebimento'),
  sentence: say(
    'You create the pay-in: `POST /api/v1/payments/payin_hth`. It is PENDING.',
    'Usted crea el cobro: `POST /api/v1/payments/payin_hth`. Queda en PENDING.',
    'Você cria o recebimento: `POST /api/v1/payments/payin_hth`. Ele fica em PENDING.',
  ),
}

const payinEnd: readonly StepTexts[] = [
  {
    from: 'Provider',
    to: 'Pasarela',
    label: say('the money arrived', 'llegó el dinero', 'o dinheiro chegou'),
    sentence: say(
      'The provider reports the money. Pasarela books it to your balance: the status becomes COMPLETED.',
      'El proveedor informa el dinero. Pasarela lo registra en su saldo: el estado pasa a COMPLETED.',
      'O provedor informa o dinheiro. Pasarela o lança no seu saldo: o status passa a COMPLETED.',
    ),
  },
  {
    from: 'Pasarela',
    to: 'You',
    label: say('callback COMPLETED', 'callback COMPLETED', 'callback COMPLETED'),
    sentence: say(
      'Pasarela sends you a signed callback.',
      'Pasarela le envía un callback firmado.',
      'Pasarela envia a você um callback assinado.',
    ),
  },
]

const payout: readonly StepTexts[] = [
  {
    from: 'You',
    to: 'Pasarela',
    label: say('create the payout', 'crea el pago', 'cria o pagamento'),
    sentence: say(
      'You create the payout: `POST /api/v1/payments/payout_hth`. Amount and fee are held in your balance.',
      'Usted crea el pago a terceros: `POST /api/v1/payments/payout_hth`. Importe y comisión se retienen en su saldo.',
      'Você cria o pagamento a terceiros: `POST /api/v1/payments/payout_hth`. Valor e tarifa ficam retidos no seu saldo.',
    ),
  },
  order(
    say('orders the transfer', 'ordena la transferencia', 'ordena a transferência'),
    say(
      'Pasarela orders the transfer at the provider, under a key of its own, so that it can never be paid twice.',
      'Pasarela ordena la transferencia al proveedor con una clave propia, para que nunca se pague dos veces.',
      'Pasarela ordena a transferência ao provedor com uma chave própria, para que nunca seja paga duas vezes.',
    ),
  ),
  {
    from: 'Provider',
    to: 'Payer',
    isMoney: true,
    label: say('transfer in {currency}', 'transferencia en {currency}', 'transferência em {currency}'),
    sentence: say(
      'The provider pays the beneficiary in {currency}.',
      'El proveedor paga al beneficiario en {currency}.',
      'O provedor paga ao beneficiário em {currency}.',
    ),
  },
  {
    from: 'Provider',
    to: 'Pasarela',
    label: say('result', 'resultado', 'resultado'),
    sentence: say(
      'The provider confirms. If it takes longer than 8 seconds, your reply is PENDING meanwhile.',
      'El proveedor confirma. Si tarda más de 8 segundos, su respuesta es PENDING mientras tanto.',
      'O provedor confirma. Se demorar mais de 8 segundos, a sua resposta é PENDING enquanto isso.',
    ),
  },
  {
    from: 'Pasarela',
    to: 'You',
    label: say('callback COMPLETED or ERROR', 'callback COMPLETED o ERROR', 'callback COMPLETED ou ERROR'),
    sentence: say(
      'Pasarela sends you a signed callback. After ERROR the amount is yours again.',
      'Pasarela le envía un callback firmado. Después de ERROR el importe vuelve a ser suyo.',
      'Pasarela envia a você um callback assinado. Depois de ERROR o valor volta a ser seu.',
    ),
  },
]

/** The steps of a pay-in. Throws for a kind that has no description here, so that a new kind is not forgotten. */
export function payinSteps(kind: string, method: MethodFacts, language: Language): readonly Step[] {
  const middle = payinMiddle[kind]
  if (middle === undefined) throw new Error(`money-steps.ts describes no pay-in of the kind ${kind} (${method.code})`)
  return [payinStart, ...middle, ...payinEnd].map((step) => stepIn(step, method, language))
}

export function payoutSteps(method: MethodFacts, language: Language): readonly Step[] {
  return payout.map((step) => stepIn(step, method, language))
}

function stepIn({ label, sentence, ...step }: StepTexts, { currency }: MethodFacts, language: Language): Step {
  const filled = (text: Translated) => text[language].replaceAll('{currency}', currency)
  return { ...step, label: filled(label), sentence: filled(sentence) }
}

function reply(label: Translated, sentence: Translated): StepTexts {
  return between('Pasarela', 'You', { label, sentence })
}

function order(label: Translated, sentence: Translated): StepTexts {
  return between('Pasarela', 'Provider', { label, sentence })
}

function asks(label: Translated, sentence: Translated): StepTexts {
  return between('Provider', 'Payer', { label, sentence })
}

function pays(label: Translated, sentence: Translated): StepTexts {
  return { ...between('Payer', 'Provider', { label, sentence }), isMoney: true }
}

function between(from: Lane, to: Lane, texts: Pick<StepTexts, 'label' | 'sentence'>): StepTexts {
  return { from, to, ...texts }
}
