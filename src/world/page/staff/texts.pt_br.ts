/** The words of the staff's page. */
export const staff = {
  tabStaff: 'Equipe',
  staffTitle: 'O que a equipe vê',
  staffHint: 'Registros nos sistemas da empresa. O que muda aqui chega ao Frontdesk como chegaria do sistema real.',
  staffTable: 'Tabela',
  staffNone: 'Nenhum sistema tem tabelas ainda',
  staffEmpty: 'Ainda não há nada aqui',
  staffActions: 'Ações',
  staffShown: 'Exibidos: {shown} de {total}',
  staffMore: 'Mostrar mais',
  staffDo: 'Pronto',
  staffRun: 'Salvar',
} as const;
