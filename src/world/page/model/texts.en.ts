import type { modelRu } from './texts.ru.ts';

export const model: Record<keyof typeof modelRu, string> = {
  model: 'Model',
  modelService: 'Language model',
  modelEmpty: 'No requests to the model yet',
  modelInstructions: 'Instructions',
  modelMessages: 'Conversation',
  modelTools: 'Tools',
  modelAnswer: 'Answer',
  modelCalls: 'Calls {names}',
  modelTokens: 'tokens: {count}',
  faultModelDown: 'Answers 500',
  faultModelLimit: 'Asks to wait 90 s (429)',
  faultModelQuota: 'Out of money (429)',
  faultModelSlow: 'Answers in 5 seconds',
  faultModelCut: 'Cuts answers in the middle',
  faultModelArguments: 'Breaks arguments of calls',
  faultModelLoop: 'Calls a tool endlessly',
  faultModelRefusal: 'Refuses to answer',
  faultModelPrice: 'Makes up a price',
  faultModelClaim: 'Claims a booking it did not make',
  faultModelHostile: 'Obeys any text',
};
