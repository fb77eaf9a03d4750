import { actionIn } from '../../../core/texts/action-words.ts'
import { type AlertTexts, andMore } from './alert-texts.ts'

const outage: Readonly<Record<string, string>> = {
  '15m': 'há 15 minutos',
  '24h': 'há um dia',
  '3d': 'há três dias',
}

export const alertsPt: AlertTexts = {
  kinds: {
    callbacks_failing: {
      name: 'Falham os callbacks',
      title: ({ point, level = '' }) =>
        outage[level] ? `Os callbacks de ${point} falham ${outage[level]}` : `Os callbacks de ${point} estão suspensos`,
      text: ({ level = '' }) =>
        outage[level]
          ? 'Seu servidor não recebe nossos callbacks. Continuamos tentando e nada se perde. Veja no registro de entregas o que ele responde.'
          : 'Ninguém responde no seu endereço de callbacks há cinco dias. Os callbacks ficam guardados por 30 dias: corrija o endereço ou o servidor e envie um teste.',
    },
    callbacks_recovered: {
      name: 'Callbacks voltaram',
      title: ({ point }) => `Os callbacks de ${point} chegam de novo`,
      text: () =>
        'Seu servidor responde de novo. O que esperava está sendo entregue, distribuído nos próximos minutos.',
    },
    payment_reversed: {
      name: 'Recebimentos ou pagamentos estornados',
      title: ({ point, part, pay_type: payType }) =>
        payType === 'refund'
          ? `Um reembolso de ${point} voltou${part === 'part' ? ' em parte' : ''}`
          : payType === 'payout'
            ? `Um pagamento a terceiros de ${point} foi devolvido${part === 'part' ? ' em parte' : ''}`
            : `Um recebimento de ${point} foi estornado${part === 'part' ? ' em parte' : ''}`,
      text: ({ status, pay_type: payType }) =>
        payType === 'refund'
          ? 'O dinheiro está de novo no seu saldo e o pagador não o tem. Fale com o pagador antes de reembolsar outra vez.'
          : `${payType !== 'payin' ? 'O dinheiro está de novo no seu saldo.' : 'O banco retirou o dinheiro do seu saldo.'} ${
              status === 'ERROR'
                ? 'O status agora é ERROR e um segundo callback avisa o seu servidor. Um servidor que descarta duplicados só pelo id da transação o ignora: verifique você mesmo o pedido.'
                : 'O status continua COMPLETED e nenhum callback avisa o seu servidor: verifique você mesmo o pedido.'
            }`,
    },
    second_final_state: {
      name: 'Um status final muda outra vez',
      title: ({ point, status }) => `Uma operação final de ${point} agora é ${status}`,
      text: () =>
        'O seu servidor já tinha confirmado outro status final. Um segundo callback o avisa. Um servidor que descarta duplicados só pelo id da transação o ignora: verifique você mesmo o pedido.',
    },
    paid_late: {
      name: 'Recebimentos pagos depois do vencimento, uma vez por dia',
      title: ({ point, payments, day }) => `${payments} de ${point} pagos depois do vencimento em ${day}`,
      text: ({ payments, payment_ids: ids = '' }) =>
        `Recebimentos que estavam EXPIRED agora são COMPLETED, e o dinheiro é seu. Verifique se cada pedido foi entregue ou reembolsado. Transações: ${ids}${andMore(ids, payments)}.`,
    },
    payout_approval: {
      name: 'Pagamentos a terceiros e reembolsos esperam aprovação',
      title: ({ point }) => `Pagamentos a terceiros ou reembolsos de ${point} esperam aprovação`,
      text: () =>
        'Um pagamento a terceiros ou reembolso acima do seu limite espera uma segunda pessoa. Nada é enviado até que alguém o aprove.',
    },
    payout_approval_lapsing: {
      name: 'A aprovação de um pagamento a terceiros ou reembolso vence em breve',
      title: ({ point }) => `Um pagamento a terceiros ou reembolso de ${point} vence em breve`,
      text: () => 'Ninguém decidiu ainda. Quando o prazo acabar ele falha e os fundos são liberados.',
    },
    key_expiring: {
      name: 'Chaves de API vencem',
      title: ({ key_name: key, level }) =>
        `A chave de API ${key} vence em menos de ${level === '3d' ? '3' : '14'} dias`,
      text: ({ point }) => `Troque-a nas credenciais de ${point}. Requisições com uma chave vencida são recusadas.`,
    },
    credential_changed: {
      name: 'Credenciais são mostradas, criadas ou alteradas',
      title: ({ point = '' }) => `Credenciais de ${point} foram usadas ou alteradas`,
      text: ({ by, action }) =>
        `${by} ${actionIn('pt', action)}. Se você não sabe por quê, revogue a chave ou troque o segredo e veja o registro de auditoria.`,
    },
    team_changed: {
      name: 'A equipe muda',
      title: () => 'Sua equipe mudou',
      text: ({ by, action }) =>
        `${by} ${actionIn('pt', action)}. Se você não sabe por quê, veja o registro de auditoria.`,
    },
    sign_in_new_address: {
      name: 'Alguém entrou na minha conta de um endereço novo',
      title: () => 'Sua conta foi usada de um endereço novo',
      text: ({ address }) => `Foi de ${address}. Se não foi você, altere sua senha e encerre todas as outras sessões.`,
    },
    sign_in_locked: {
      name: 'Minha conta está bloqueada',
      title: () => 'Sua conta está bloqueada',
      text: () =>
        'Houve senhas ou códigos errados demais. Ela se desbloqueia sozinha depois de um tempo. Se não foi você, alguém conhece seu e-mail: use um segundo fator.',
    },
    password_recovered: {
      name: 'Minha senha foi trocada sem a anterior',
      title: () => 'Uma nova senha foi definida para sua conta',
      text: () =>
        'Isso foi feito por um link para quem esqueceu a sua. Todas as suas sessões terminaram. Se não foi você, avise imediatamente um operador do gateway.',
    },
    late_execution: {
      name: 'Uma ordem foi executada depois de informada como falha',
      title: ({ point }) => `Uma ordem de ${point} foi executada tarde: pode ser paga duas vezes`,
      text: ({ service_code: code }) =>
        `Código de serviço: ${code}. O lojista foi informado de que ela não foi executada, e o provedor a executou ou aceitou depois. Pergunte imediatamente ao lojista se ele pagou de novo. Ela está na lista de revisão.`,
    },
    needs_operator: {
      name: 'Uma transação precisa de uma pessoa',
      title: ({ point }) => `Uma transação de ${point} precisa de uma pessoa`,
      text: ({ service_code: code }) => `Código de serviço: ${code}. Está na lista do que pede atenção, com o motivo.`,
    },
    suspense_old: {
      name: 'Dinheiro em suspenso há mais de um dia',
      title: ({ point }) => `Há dinheiro para ${point} em suspenso há um dia`,
      text: ({ service_code: code }) => `Código de serviço: ${code}. Pagador e lojista esperam: aceite ou devolva.`,
    },
    outcome_unknown: {
      name: 'Resultados desconhecidos há mais de uma hora',
      title: ({ account }) => `${account} não informa resultados há uma hora`,
      text: ({ connector }) =>
        `Chamadas ao conector ${connector} terminaram sem resposta e as consultas não disseram mais. As transações continuam PENDING. Veja no banco.`,
    },
    audit_chain_broken: {
      name: 'O registro de auditoria foi alterado',
      title: () => 'O registro de auditoria não é o que foi selado',
      text: ({ chain, number, what }) =>
        `Cadeia ${chain}, selo ${number}: ${what}. Execute “pasarela audit verify” e compare com os registros dos seus processos.`,
    },
    invariant_violated: {
      name: 'Os livros não fecham',
      title: ({ invariant }) => `A invariante ${invariant} foi violada`,
      text: ({ violations }) => `Encontrado ${violations} vezes. Execute “pasarela verify”: ele indica cada lugar.`,
    },
    authentication_failing: {
      name: 'Credenciais recusadas repetidas vezes',
      title: ({ point, address = 'vários endereços' }) =>
        point
          ? `Credenciais de ${point} são recusadas repetidas vezes`
          : `${address} envia credenciais erradas repetidas vezes`,
      text: ({ failures, address = 'vários endereços' }) =>
        `Em 15 minutos, ${failures} requisições foram recusadas por causa das credenciais; a primeira veio de ${address}. Veja o registro de auditoria: um programa está mal configurado ou alguém tenta entrar.`,
    },
    clock_skew: {
      name: 'O relógio de uma máquina está errado',
      title: ({ machine, seconds }) => `O relógio de ${machine} difere em ${seconds} s`,
      text: () =>
        'A diferença para o relógio do servidor de banco de dados é corrigida, então assinaturas e códigos de uso único continuam funcionando. Deixe o NTP ajustar o relógio (chronyd ou systemd-timesyncd): acima de 30 segundos o gateway não inicia ali.',
    },
    cards_guessed: {
      name: 'Alguém adivinha números de cartão',
      title: ({ point }) => `Alguém adivinha números de cartão em ${point}`,
      text: ({ transactions }) =>
        `Outros cartões foram enviados repetidas vezes com referências de recebimentos com cartão (${transactions} delas). Eles não são mais comparados. Veja as requisições do ponto e revogue a chave se não souber quem as envia.`,
    },
    numbers_typed_in_vain: {
      name: 'Alguém adivinha números de transferências',
      title: ({ point }) => `Alguém adivinha números de transferências em ${point}`,
      text: ({ numbers }) =>
        `Em uma hora foram dadas ${numbers} referências bancárias de pagadores para pagamentos que não foram pagos. As seguintes são recusadas. Nenhuma dá dinheiro a ninguém: veja quem as dá antes de confirmar à mão um pagamento deste ponto.`,
    },
    statement_contradicts: {
      name: 'Um extrato contradiz o que foi pago',
      title: ({ file, lines }) => `Faltam no extrato ${file} ${lines} linhas com que pedidos foram pagos`,
      text: ({ other_file: other, day, transaction_id: id }) =>
        `Elas estavam no arquivo ${other}, a primeira de ${day} para a transação ${id}. Pergunte ao banco qual dos dois está certo. Nada foi alterado.`,
    },
    proposal_waiting: {
      name: 'Uma proposta espera uma segunda pessoa',
      title: ({ by }) => `${by} propõe algo que uma segunda pessoa decide`,
      text: ({ action }) => `O que se propõe: ${actionIn('pt', action)}. Veja as evidências antes de concordar.`,
    },
    limits_changed: {
      name: 'Limites e proteções de pontos reais mudam',
      title: ({ point = '' }) => `Limites ou proteções de ${point} mudaram`,
      text: ({ by, action }) =>
        `${by} ${actionIn('pt', action)}. Se você não sabe por quê, veja o registro de auditoria e desfaça.`,
    },
    deposit_account_changed: {
      name: 'Contas para depósitos são adicionadas',
      title: () => 'Os pagadores são enviados a uma conta nova',
      text: ({ by, action }) =>
        `${by} ${actionIn('pt', action)}. Uma conta que toma o lugar de outra é mostrada aos pagadores após 24 horas, ou quando uma terceira pessoa concorda. Compare com o seu banco.`,
    },
    break_glass: {
      name: 'Alguém age sozinho na máquina',
      title: () => 'Alguém agiu sozinho, sem uma segunda pessoa',
      text: ({ by, done }) =>
        `${by} usou --break-glass: ${actionIn('pt', done)}. Pergunte por quê e veja o registro de auditoria.`,
    },
    bootstrap_invitation: {
      name: 'Um operador é convidado na máquina',
      title: () => 'Um operador foi convidado na máquina',
      text: ({ email }) =>
        `Alguém com acesso à máquina convidou ${email} com “user invite --bootstrap”. Nenhuma segunda pessoa confirma isso. Se você não sabe por quê, desative a conta.`,
    },
    confirmation_waiting: {
      name: 'Alguém convidado espera por uma segunda pessoa',
      title: ({ email }) => `${email} espera por uma segunda pessoa`,
      text: ({ by, email }) =>
        `${by} deu a ${email} permissão para decidir sobre dinheiro. Até que outra pessoa confirme que são duas, nenhuma decide sobre o trabalho da outra, por 30 dias.`,
    },
  },
}
