export const texts = {
  title: 'iiko',
  connect: 'Conectar o iiko',
  connect_help:
    'Os pedidos e seus status aparecem aqui sozinhos, e os clientes sabem a tempo que o pedido está pronto ou o entregador saiu.',
  add: 'Conectar organização',
  none: 'Conecte o iiko, e os clientes saberão onde está o pedido',
  way: 'O que abre o acesso',
  way_api_login: 'Login de API',
  way_api_key: 'Chave de API',
  api_login: 'Login de API',
  api_login_help:
    'iikoWeb › Integrações na nuvem › Configurações da API. Permita ao login os métodos de entrega, fidelidade e webhooks. Guardamos criptografado',
  api_key: 'Chave de API',
  api_key_help: 'iikoWeb › Integrações › API Keys: crie uma chave e marque as organizações. Guardamos criptografada',
  find: 'Buscar organizações',
  choose: 'Com quais organizações trabalhamos',
  choose_any: 'Escolha ao menos uma',
  elsewhere: 'Conectada em outra conta',
  connect_chosen_one: 'Conectar {{count}} organização',
  connect_chosen_many: 'Conectar {{count}} organizações',
  connect_chosen_other: 'Conectar {{count}} organizações',
  connected_one: '{{count}} organização conectada',
  connected_many: '{{count}} organizações conectadas',
  connected_other: '{{count}} organizações conectadas',
  connected_help:
    'Estamos lendo os pedidos de 30 dias, leva alguns minutos. Não escrevemos a ninguém sobre pedidos antigos.',
  all_well_one: '{{count}} organização conectada, os pedidos chegam',
  all_well_many: '{{count}} organizações conectadas, os pedidos chegam',
  all_well_other: '{{count}} organizações conectadas, os pedidos chegam',
  foreign: {
    title: 'Os pedidos já vão para outro programa',
    text: 'A organização tem um só endereço de avisos. Se ele for trocado, aquele programa deixa de saber dos pedidos.',
    at: '{{title}}: {{host}}',
    take: 'Trocar pelo nosso',
    leave: 'Manter o deles',
    leave_help: 'Se mantiver, perguntamos ao iiko a cada 2 minutos, e as mensagens saem um pouco mais tarde.',
    now: 'Os pedidos vão para {{host}}',
    now_todo:
      'Por enquanto perguntamos ao iiko a cada 2 minutos. Com o nosso endereço no lugar, {{host}} deixa de saber dos pedidos.',
    take_now: 'Enviar para nós',
    taken: 'Agora os pedidos chegam a nós na hora',
    still: 'Não deu para trocar o endereço: o iiko ainda envia os pedidos a outro programa',
  },
  hooks_manual: 'Adicione o endereço no iiko manualmente',
  hooks_manual_todo:
    'O login de API não pode mudar os webhooks. Cole o endereço e o token em iikoWeb › Integrações na nuvem › Configurações de webhooks. Até lá lemos os pedidos a cada 2 minutos.',
  hook_url: 'Endereço',
  hook_token: 'Token',
  rights_todo:
    'Permita ao login os métodos de fidelidade no iikoWeb: sem eles não há como saber aniversários e recusas de envios.',
  no_loyalty: 'O programa de fidelidade do iiko não está conectado: aniversários e recusas de envios não chegam daqui.',
  sync_failed: 'Não foi possível ler os pedidos',
  remove_text: 'Novos pedidos deixarão de chegar. O histórico fica, e dá para conectar de novo a qualquer momento.',
  removed_help: 'Novos pedidos não chegam, as mensagens planejadas não saem.',
  trouble: {
    wrong_login: {
      title: 'O iiko não reconheceu você',
      todo: 'Confira no iikoWeb se o login ou a chave foi copiado inteiro e está ativo, e conecte de novo.',
    },
    token_expired: {
      title: 'O tempo acabou',
      todo: 'Passou mais de uma hora desde o passo anterior. Informe o login ou a chave de novo.',
    },
    no_branches: {
      title: 'Nenhuma organização encontrada',
      todo: 'Marque as organizações do login ou da chave no iikoWeb e tente de novo.',
    },
    rights_missing: {
      title: 'Faltam métodos ao login',
      todo: 'Permita a ele no iikoWeb os pedidos de entrega e as organizações, e a leitura continua sozinha.',
    },
    hooks_manual: {
      title: 'Adicione o endereço de avisos manualmente',
      todo: 'Até lá lemos os pedidos a cada 2 minutos. Copie o endereço e o token na organização e cole no iikoWeb.',
    },
    unreachable: {
      title: 'O iiko não responde',
      todo: 'Tente em um minuto. Os pedidos perdidos serão lidos quando ele voltar.',
    },
  },
} as const;
