import type { ReadyTexts } from './shape.ts';

export const ptBr: ReadyTexts = {
  titles: {
    salon: 'Salão: conversas com clientes',
    clinic: 'Clínica: conversas com pacientes',
    restaurant: 'Restaurante: reservas e dúvidas',
    delivery: 'Delivery: pedidos e reclamações',
    shop: 'Loja: orientação e pedidos',
  },
  opening: [
    {
      words: 'Cumprimentou o cliente?',
      part: 'first',
      mayNotApply: false,
      causes: ['Estava com pressa', 'Respondeu no meio de outra tarefa', 'Não conhece o padrão'],
    },
    {
      words: 'Disse o próprio nome ou o da empresa?',
      part: 'first',
      causes: ['Não conhece o padrão', 'Achou desnecessário'],
    },
    {
      words: 'Respondeu a todas as perguntas do cliente?',
      weight: 3,
      causes: ['Leu sem atenção', 'Não sabia a resposta', 'Várias perguntas de uma vez'],
    },
  ],
  closing: [
    {
      words: 'Manteve a educação e a calma, sem grosseria, ironia ou acusações?',
      weight: 3,
      isCritical: true,
      mayNotApply: false,
      causes: ['Cliente difícil', 'Cansaço', 'Jeito habitual de falar'],
    },
    {
      words: 'Terminou com um próximo passo claro: o que acontece, quando e quem faz?',
      weight: 2,
      part: 'last',
      causes: ['Deixou por conta do cliente', 'A conversa foi interrompida'],
    },
    { words: 'Agradeceu ou se despediu?', part: 'last', causes: ['Estava com pressa', 'A conversa foi interrompida'] },
  ],
  items: {
    salon: [
      {
        words: 'Descobriu qual serviço o cliente quer e que resultado espera?',
        weight: 2,
        causes: ['Marcou o primeiro serviço citado', 'Não conhece os serviços'],
      },
      {
        words: 'Informou o preço, ou a faixa e do que ela depende?',
        weight: 2,
        causes: ['Não sabe os preços', 'Esperou o cliente perguntar'],
      },
      {
        words: 'Ofereceu pelo menos dois horários específicos?',
        weight: 2,
        causes: ['Perguntou “quando fica bom?”', 'Poucos horários livres'],
      },
      {
        words: 'Repetiu serviço, profissional, dia e horário antes de confirmar?',
        weight: 3,
        causes: ['Estava com pressa', 'Achou óbvio'],
      },
      {
        words: 'Sugeriu um serviço extra ou cuidado que combina?',
        causes: ['Tem vergonha de oferecer', 'Não sabe o que combina'],
      },
      {
        words: 'Se o cliente cancelou ou hesitou, ofereceu outro dia?',
        weight: 2,
        causes: ['Aceitou a recusa na hora', 'Sem horários livres'],
      },
    ],
    clinic: [
      {
        words: 'Perguntou o que o paciente sente e se é a primeira consulta?',
        weight: 2,
        causes: ['Foi direto ao agendamento', 'Não sabe o que perguntar'],
      },
      {
        words: 'Evitou dar diagnóstico ou indicar tratamento na conversa?',
        weight: 3,
        isCritical: true,
        causes: ['Quis ajudar', 'O paciente insistiu'],
      },
      {
        words: 'Com sintomas urgentes, orientou chamar o SAMU ou vir imediatamente?',
        weight: 3,
        isCritical: true,
        causes: ['Não percebeu', 'Não conhece a regra'],
      },
      {
        words: 'Informou o médico e o valor da consulta?',
        weight: 2,
        causes: ['Não sabe os preços', 'Esperou o paciente perguntar'],
      },
      { words: 'Explicou como se preparar e o que trazer?', weight: 2, causes: ['Esqueceu', 'Não conhece o preparo'] },
      { words: 'Repetiu o dia, o horário e o endereço?', weight: 3, causes: ['Estava com pressa', 'Achou óbvio'] },
    ],
    restaurant: [
      {
        words: 'Perguntou o dia, o horário e o número de pessoas?',
        weight: 2,
        causes: ['Reservou sem perguntar', 'O cliente já tinha dito'],
      },
      {
        words: 'Perguntou sobre a ocasião, preferências ou alergias?',
        causes: ['Estava com pressa', 'Não conhece o padrão'],
      },
      {
        words: 'Sem mesa livre, ofereceu outro horário ou a lista de espera?',
        weight: 2,
        causes: ['Só recusou', 'Não sabe os horários livres'],
      },
      {
        words: 'Avisou sobre sinal, limite de tempo ou por quanto tempo a mesa fica guardada?',
        weight: 2,
        causes: ['Esqueceu', 'Não conhece a regra'],
      },
      {
        words: 'Repetiu a reserva: nome, dia, horário, pessoas?',
        weight: 3,
        causes: ['Estava com pressa', 'Achou óbvio'],
      },
      {
        words: 'Diante de uma reclamação, pediu desculpas e disse o que será feito?',
        weight: 3,
        causes: ['Discutiu', 'Não pode decidir sozinho'],
      },
    ],
    delivery: [
      {
        words: 'Confirmou o endereço, o complemento e o telefone de quem recebe?',
        weight: 2,
        causes: ['Estava com pressa', 'O endereço já estava no sistema'],
      },
      {
        words: 'Informou um prazo de entrega honesto, com o atraso, se houver?',
        weight: 3,
        causes: ['Informou o prazo de sempre', 'Não consultou a cozinha ou o entregador'],
      },
      {
        words: 'Repetiu o pedido e o valor antes de confirmar?',
        weight: 3,
        causes: ['Estava com pressa', 'Achou óbvio'],
      },
      { words: 'Combinou a forma de pagamento e se precisa de troco?', causes: ['Esqueceu', 'Pagamento on-line'] },
      {
        words: 'Se o pedido atrasou ou veio errado, pediu desculpas sem culpar os outros?',
        weight: 2,
        causes: ['Culpou o entregador ou a cozinha', 'Discutiu'],
      },
      {
        words: 'Diante de uma reclamação, ofereceu solução e informou o prazo?',
        weight: 3,
        causes: ['Não pode decidir sozinho', 'Prometeu “verificar”'],
      },
    ],
    shop: [
      {
        words: 'Perguntou para que ou para quem é o produto?',
        weight: 2,
        causes: ['Só mandou um link', 'Não conhece os produtos'],
      },
      {
        words: 'Recomendou um produto específico e disse por que ele serve?',
        weight: 2,
        causes: ['Listou tudo', 'Não conhece os produtos'],
      },
      {
        words: 'Falou a verdade sobre o estoque e, sem o produto, ofereceu outro?',
        weight: 2,
        causes: ['Não conferiu o estoque', 'Só recusou'],
      },
      {
        words: 'Informou o preço total com frete e o prazo?',
        weight: 2,
        causes: ['Não conhece as condições', 'Esperou o cliente perguntar'],
      },
      {
        words: 'Ofereceu fechar o pedido ou reservar o produto?',
        weight: 2,
        causes: ['Deixou por conta do cliente', 'Tem vergonha de oferecer'],
      },
      {
        words: 'Na troca ou devolução, explicou os passos sem discutir?',
        weight: 3,
        causes: ['Discutiu', 'Não conhece as regras'],
      },
    ],
  },
};
