import { expect, test } from 'vitest';
import { readsLikeAdvertising } from './advertising.ts';

test.each([
  'Только до пятницы: скидка на стрижку',
  'АКЦИЯ в салоне',
  'Все услуги −20 %',
  'Haircut 20% off this week',
  'A special offer for you',
  'Ganhe um desconto na próxima visita',
  'Даруємо подарунок до дня народження',
])('an offer reads like advertising: %s', (text) => expect(readsLikeAdvertising(text)).toBe(true));

test.each([
  'Ждём вас завтра в 12:00 на стрижку',
  'Your booking tomorrow at 12:00 is confirmed. 50% is paid.',
  'Seu horário foi remarcado para amanhã',
  'Ваш запис перенесено. Реакція на фарбу: 10 хвилин',
  'Wholesale department moved',
])('a message about a visit does not: %s', (text) => expect(readsLikeAdvertising(text)).toBe(false));
