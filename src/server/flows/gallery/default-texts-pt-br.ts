import type { KindTexts } from './default-texts.ts';

/** The same of a day and of a week. */
const FIGURES = `{reportPeriod}, {branchTitle}

Agendados: {reportBooked}
Vieram: {reportCame}
Faltaram: {reportNoShow}
Cancelados: {reportCancelled}
Clientes novos: {reportNew}
Receita: {reportRevenue}
Tíquete médio: {reportAverage}
Mensagens: {reportSent}, lidas {reportRead}, respondidas {reportAnswered}`;

/** What a new flow says until its owner changes it. */
export const texts: KindTexts = {
  visit_created: {
    title: 'Confirmação do horário',
    text: `{clientName}, seu horário está marcado: {recordWeekday}, {recordDate}, às {recordTime}.

Serviço: {serviceTitle}
Profissional: {masterName}
Endereço: {branchAddress}
Alterar o horário: {recordForm}

{businessName}`,
  },
  visit_changed: {
    title: 'Horário alterado',
    text: `{clientName}, seu horário mudou para {recordWeekday}, {recordDate}, às {recordTime}.
Antes era: {oldRecordDate}, {oldRecordTime}

Serviço: {serviceTitle}
Profissional: {masterName}
Endereço: {branchAddress}

{businessName}`,
  },
  visit_cancelled: {
    title: 'Horário cancelado',
    text: `{clientName}, seu horário de {recordDate}, {recordTime} foi cancelado.
Serviço: {serviceTitle}

Escreva para nós quando quiser outro horário.
{businessName}`,
  },
  visit_reminder: {
    title: null,
    text: `{clientName}, esperamos você: {recordWeekday}, {recordDate}, às {recordTime}.

Serviço: {serviceTitle}
Profissional: {masterName}
Endereço: {branchAddress}

Você vem?`,
  },
  review_request: {
    title: 'Pedido de avaliação',
    text: `{clientName}, obrigado pela visita. O que você achou de {serviceTitle}?

É só responder a esta mensagem: cada palavra importa.

{businessName}`,
  },
  first_visit: {
    title: 'Depois da primeira visita',
    text: `{clientName}, foi um prazer conhecer você. Obrigado pela escolha.

Se tiver dúvidas, responda a esta mensagem. Agendar de novo: {recordForm}

{businessName}`,
  },
  no_show_retry: {
    title: 'Retomar após falta',
    text: `{clientName}, da última vez não conseguimos nos ver. Vamos achar um novo horário para {serviceTitle}?

Responda com o dia que prefere, e nós agendamos.

{businessName}
Não me escrever: {ignoreLink}`,
  },
  repeat_visit: {
    title: 'Nova visita',
    text: `{clientName}, você esteve aqui em {recordDate}: {serviceTitle}. Que tal repetir?

Responda com o dia que prefere, e nós agendamos.

{businessName}
Não me escrever: {ignoreLink}`,
  },
  lost_client: {
    title: 'Recuperar cliente',
    text: `{clientName}, faz tempo que você não vem. Sua última visita foi em {recordDate}.

Responda a esta mensagem, e achamos um horário.

{businessName}
Não me escrever: {ignoreLink}`,
  },
  cross_selling: {
    title: 'Oferecer outro serviço',
    text: `{clientName}, depois de {serviceTitle} muita gente escolhe {offerTitle}. Quer agendar?

Responda com o dia que prefere.

{businessName}
Não me escrever: {ignoreLink}`,
  },
  threshold: {
    title: 'Marca do cliente',
    text: `{clientName}, obrigado por estar com a gente. Esta foi a sua visita número {visitsCount}.

Temos um presente para você: pergunte na próxima visita.

{businessName}
Não me escrever: {ignoreLink}`,
  },
  birthday: {
    title: 'Feliz aniversário',
    text: `{clientName}, feliz aniversário. Desejamos alegria e um ótimo dia.

Temos um presente: responda a esta mensagem, e nós contamos.

{businessName}
Não me escrever: {ignoreLink}`,
  },
  order_status: {
    title: 'Status do pedido',
    text: `{clientName}, seu pedido {orderNumber} está {orderStatus}.

Itens: {orderItems}
Total: {orderSum}
Entregador: {courierName}, {courierPhone}

{businessName}`,
  },
  abandoned_cart: {
    title: 'Carrinho abandonado',
    text: `{clientName}, você não terminou o pedido: {orderItems}.
Total: {orderSum}

Concluir: {paymentLink}

{businessName}
Não me escrever: {ignoreLink}`,
  },
  daily_report: {
    title: 'O dia em números',
    text: `${FIGURES}

Agendados para hoje: {reportAhead}`,
  },
  weekly_report: {
    title: 'A semana em números',
    text: `${FIGURES}

Agendados para esta semana: {reportAhead}`,
  },
  api_event: {
    title: 'Evento do seu programa',
    text: `{clientName}, temos uma novidade para você.

{businessName}`,
  },
};
