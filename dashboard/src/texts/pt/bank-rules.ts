import type { bankRules as english } from '../en/bank-rules.ts'

export const bankRules: typeof english = {
  title: 'Regras',
  explanation:
    'O que se repete em uma conta, como tarifas e impostos, é explicado por regras que pessoas escrevem. Nada se aprende de cliques, e um pedido sempre vem primeiro.',
  emptyTitle: 'Ainda não há regras',
  empty:
    'Uma regra diz o que é uma linha por uma parte do texto ou pelo código do banco. As linhas acima do limite ainda esperam uma pessoa.',
  add: 'Adicionar uma regra',
  account: 'Conta bancária',
  sign: 'Direção',
  signs: { C: 'Entrada', D: 'Saída' },
  text: 'O texto contém',
  textHelp: 'Palavras inteiras, pelo menos três caracteres; maiúsculas e acentos não importam.',
  code: 'Código do banco',
  codeHelp: 'Como os extratos deste banco escrevem; pode ficar vazio.',
  limit: 'Até',
  limitHelp: 'Linhas de mais precisam de uma pessoa.',
  klass: 'A linha é',
  lines: 'Linhas explicadas',
  since: 'Desde',
  ended: 'Encerrada',
  inForce: 'Em vigor',
  end: 'Encerrar esta regra',
  endWords:
    'As linhas que chegarem a partir de agora precisam de uma pessoa ou de outra regra. O que ela explicou fica como está.',
  endDone: 'Encerrada.',
  state: 'Estado',
}
