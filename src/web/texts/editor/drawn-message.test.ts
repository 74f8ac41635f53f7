import { expect, test } from 'vitest';
import { drawMessage, type SeenButton } from './drawn-message.ts';

const YES: SeenButton = { type: 'answer', title: 'Приду' };
const NO: SeenButton = { type: 'answer', title: 'Не смогу' };
const SITE: SeenButton = { type: 'url', title: 'Карта', url: 'https://ya.ru/1' };
const CALL: SeenButton = { type: 'call', title: 'Позвонить', phone: '+74950000000' };
const draw = (skin: 'whatsapp' | 'telegram' | 'sms', buttons: SeenButton[], text = '*Ждём* вас') =>
  drawMessage(skin, { text, buttons, imageUrl: null, file: null });

test('WhatsApp shows answers, and puts the link and the phone beside them into the text', () => {
  expect(draw('whatsapp', [YES, NO, SITE, CALL])).toMatchObject({
    text: '*Ждём* вас\n\nКарта: https://ya.ru/1\nПозвонить: +74950000000',
    buttons: [YES, NO],
    notes: ['mixed'],
  });
});

test('WhatsApp shows a link alone as a button, and a call as text', () => {
  expect(draw('whatsapp', [SITE])).toMatchObject({ buttons: [SITE], notes: [] });
  expect(draw('whatsapp', [CALL])).toMatchObject({ buttons: [], notes: ['call'] });
});

test('Telegram shows answers and the link, and counts words without their marks', () => {
  expect(draw('telegram', [YES, SITE, CALL])).toMatchObject({ buttons: [YES, SITE], notes: ['call'] });
  expect(draw('telegram', [])).toMatchObject({ used: 'Ждём вас'.length, limit: 4096 });
});

test('an SMS has neither marks nor buttons: answers get numbers', () => {
  expect(draw('sms', [YES, NO, SITE])).toMatchObject({
    text: 'Ждём вас\n\n1 - Приду\n2 - Не смогу\nКарта: https://ya.ru/1',
    buttons: [],
    notes: ['numbered'],
  });
});

test('buttons give way to a text that is too long for them, and a text that is too long is reported', () => {
  expect(draw('whatsapp', [YES], 'я'.repeat(1_025))).toMatchObject({ buttons: [], notes: ['long'] });
  expect(draw('sms', [], 'я'.repeat(1_531))).toMatchObject({ notes: ['too_long'], limit: 1_530 });
});

test('a document goes along where the channel takes its kind, else as a link; under too long a text too', () => {
  const file = { name: 'Прайс.xls', mime: 'application/vnd.ms-excel', url: 'https://ex.test/f' };
  const given = { text: 'Вот', buttons: [], imageUrl: null, file };
  expect(drawMessage('whatsapp', given)).toMatchObject({ text: 'Вот', file, notes: [], limit: 1_024 });
  const linked = { text: 'Вот\n\nПрайс.xls: https://ex.test/f', file: null, notes: ['link'] };
  expect(drawMessage('telegram', given)).toMatchObject(linked);
  expect(drawMessage('sms', given)).toMatchObject(linked);
  const long = drawMessage('whatsapp', {
    ...given,
    text: 'я'.repeat(1_025),
    imageUrl: 'https://ex.test/i',
    file: null,
  });
  expect(long).toMatchObject({ imageUrl: null, notes: ['link'], limit: 4_096 });
});
