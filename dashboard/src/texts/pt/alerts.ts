import type { alerts as en } from '../en/alerts.ts'

export const alerts: typeof en = {
  title: 'Alertas',
  explanation: 'O que você precisa saber. Um alerta se encerra sozinho quando a causa acaba.',
  bell: (open) => `Alertas, ${open} abertos`,
  columns: { alert: 'Alerta', about: 'Sobre', since: 'Desde', state: 'Situação' },
  open: 'Aberto',
  ended: 'Encerrado',
  transactionId: 'id da transação',
  emptyTitle: 'Não há alertas',
  empty: 'Quando callbacks falharem, um pagamento a terceiros esperar aprovação ou uma chave expirar, aparecerá aqui.',
  emptyOperator:
    'Quando uma transação precisar de uma pessoa, um conector não responder ou os livros não fecharem, aparecerá aqui.',
  mails: {
    title: 'E-mails para você',
    explanation: 'Quais alertas chegam também ao seu e-mail. Aqui você vê todos de qualquer forma.',
    legend: 'Alertas por e-mail',
    usuallyOn: 'Costuma estar ligado para a sua função',
    usuallyOff: 'Costuma estar desligado para a sua função',
    save: 'Salvar',
    saved: 'Sua escolha foi salva.',
    reset: 'O usual para a minha função',
    notConfigured:
      'Não há servidor de e-mail, por isso os alertas ficam só aqui. O operador configura SMTP_URL e MAIL_FROM.',
    test: 'Enviar um e-mail de teste para mim',
    testSent: 'O servidor de e-mail aceitou o e-mail de teste.',
    testFailed: (code) => `O servidor de e-mail não aceitou: ${code}`,
    state: (waiting, failed) => `E-mails em espera: ${waiting}. Abandonados em um dia: ${failed}.`,
    lastError: (code) => `Último erro: ${code}.`,
  },
  retention: {
    title: 'Remoção de dados pessoais',
    explanation: (days) =>
      `Nomes, documentos e textos de pagamentos que terminaram há mais de ${days} dias são removidos todo dia. Valores, livro-razão e ids ficam.`,
    off: 'RETENTION_PERSONAL_DAYS é 0: os dados pessoais são guardados para sempre.',
    waiting: (count) => `Transações antigas que não terminaram e mantêm seus dados: ${count}.`,
    started: 'Execução',
    horizon: 'Anterior a',
    removed: 'Transações',
    rows: 'Linhas por tabela e coluna',
    running: 'em andamento',
    nothing: 'nada',
    emptyTitle: 'Nenhuma execução ainda',
    empty: 'A primeira deixará aqui o seu relatório.',
  },
}
