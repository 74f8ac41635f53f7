import type { modelRu } from './texts.ru.ts';

export const model: Record<keyof typeof modelRu, string> = {
  model: 'Modelo',
  modelService: 'Modelo de linguagem',
  modelEmpty: 'Ainda não há chamadas ao modelo',
  modelInstructions: 'Instruções',
  modelMessages: 'Conversa',
  modelTools: 'Ferramentas',
  modelAnswer: 'Resposta',
  modelCalls: 'Chama {names}',
  modelTokens: 'tokens: {count}',
  faultModelDown: 'Responde 500',
  faultModelLimit: 'Pede para esperar 90 s (429)',
  faultModelQuota: 'Sem saldo (429)',
  faultModelSlow: 'Responde em 5 segundos',
  faultModelCut: 'Corta as respostas no meio',
  faultModelArguments: 'Estraga os argumentos das chamadas',
  faultModelLoop: 'Chama uma ferramenta sem parar',
  faultModelRefusal: 'Recusa responder',
  faultModelPrice: 'Inventa um preço',
  faultModelClaim: 'Afirma um agendamento que não fez',
  faultModelHostile: 'Obedece a qualquer texto',
};
