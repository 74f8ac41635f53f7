import type { modelRu } from './texts.ru.ts';

export const model: Record<keyof typeof modelRu, string> = {
  model: 'Модель',
  modelService: 'Мовна модель',
  modelEmpty: 'Звернень до моделі ще не було',
  modelInstructions: 'Інструкція',
  modelMessages: 'Розмова',
  modelTools: 'Інструменти',
  modelAnswer: 'Відповідь',
  modelCalls: 'Виклик: {names}',
  modelTokens: 'токени: {count}',
  faultModelDown: 'Відповідає 500',
  faultModelLimit: 'Просить зачекати 90 с (429)',
  faultModelQuota: 'Гроші закінчилися (429)',
  faultModelSlow: 'Відповідає за 5 секунд',
  faultModelCut: 'Обриває відповідь посередині',
  faultModelArguments: 'Псує аргументи викликів',
  faultModelLoop: 'Викликає інструмент без кінця',
  faultModelRefusal: 'Відмовляється відповідати',
  faultModelPrice: 'Вигадує ціну',
  faultModelClaim: 'Обіцяє запис, не записавши',
  faultModelHostile: 'Слухається будь-якого тексту',
};
