import { expect, test } from 'vitest';
import type { ChannelTraits } from '#contract/channels/kind.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import { fitAttachment, fitButtons, type FittingButton, fitMessage } from './fitting.ts';

const CONFIRM: FittingButton = { type: 'answer', title: 'Подтвердить' };
const CANCEL: FittingButton = { type: 'answer', title: 'Отменить' };
const ADDRESS: FittingButton = { type: 'url', title: 'Адрес', url: 'https://ex.test/1' };
const CALL: FittingButton = { type: 'call', title: 'Позвонить', phone: '+79990000001' };

const whatsApp = traitsOf('dialog360');
const telegram = traitsOf('telegram_bot');
const bare: ChannelTraits = {
  ...whatsApp,
  buttons: { ...whatsApp.buttons, answers: 0, urls: 0, calls: 0, withImage: false },
};

const fit = (traits: ChannelTraits, buttons: FittingButton[], more: { text?: string; hasImage?: boolean } = {}) =>
  fitButtons(traits, { text: 'Ждём вас', hasImage: false, ...more, buttons });

test('a text without buttons stays as it is', () => {
  expect(fit(whatsApp, [])).toEqual({ text: 'Ждём вас', buttons: [] });
});

test('WhatsApp shows answers as buttons', () => {
  expect(fit(whatsApp, [CONFIRM, CANCEL])).toEqual({
    text: 'Ждём вас',
    buttons: [CONFIRM, CANCEL],
  });
});

test('WhatsApp shows a link alone, and beside answers as text', () => {
  expect(fit(whatsApp, [ADDRESS])).toMatchObject({ text: 'Ждём вас', buttons: [ADDRESS] });
  expect(fit(whatsApp, [CONFIRM, ADDRESS])).toMatchObject({
    text: 'Ждём вас\n\nАдрес: https://ex.test/1',
    buttons: [CONFIRM],
  });
});

test('WhatsApp has no call button outside templates', () => {
  expect(fit(whatsApp, [CALL])).toMatchObject({ text: 'Ждём вас\n\nПозвонить: +79990000001', buttons: [] });
});

test('Telegram mixes answers and links; a call is a number in the text', () => {
  expect(fit(telegram, [CONFIRM, ADDRESS, CALL])).toMatchObject({
    text: 'Ждём вас\n\nПозвонить: +79990000001',
    buttons: [CONFIRM, ADDRESS],
  });
});

test('a channel without buttons numbers the answers', () => {
  expect(fit(bare, [CONFIRM, CANCEL, ADDRESS, CALL])).toEqual({
    text: 'Ждём вас\n\n1 - Подтвердить\n2 - Отменить\nАдрес: https://ex.test/1\nПозвонить: +79990000001',
    buttons: [],
  });
});

test('answers stay together: one too many, and all are numbered', () => {
  const four = [1, 2, 3, 4].map((n): FittingButton => ({ type: 'answer', title: `Визит ${n}` }));
  expect(fit(whatsApp, four)).toMatchObject({
    text: 'Ждём вас\n\n1 - Визит 1\n2 - Визит 2\n3 - Визит 3\n4 - Визит 4',
    buttons: [],
  });
});

test('under an image answers are numbered where the channel allows no buttons there', () => {
  expect(fit(whatsApp, [CONFIRM], { hasImage: true })).toMatchObject({ buttons: [CONFIRM] });
  const traits = { ...whatsApp, buttons: { ...whatsApp.buttons, withImage: false } };
  expect(fit(traits, [CONFIRM], { hasImage: true })).toMatchObject({
    text: 'Ждём вас\n\n1 - Подтвердить',
    buttons: [],
  });
});

test('a text too long for buttons keeps its words and numbers the answers', () => {
  const text = 'а'.repeat(1025);
  expect(fit(whatsApp, [CONFIRM], { text })).toMatchObject({ text: `${text}\n\n1 - Подтвердить`, buttons: [] });
});

test('a long title is cut between letters, not inside one', () => {
  const [button] = fit(whatsApp, [{ type: 'answer', title: '👍'.repeat(21) }]).buttons;
  expect(button?.title).toBe(`${'👍'.repeat(19)}…`);
});

const PDF = { url: 'https://ex.test/files/1', mime: 'application/pdf', name: 'Прайс.pdf' };
const SHEET = { ...PDF, mime: 'application/vnd.ms-excel', name: 'Прайс.xls' };

test('a document is attached where the channel accepts its type, else its URL is in the text', () => {
  expect(fitAttachment(whatsApp, { text: 'Вот', image: null, file: SHEET })).toMatchObject({
    text: 'Вот',
    file: SHEET,
  });
  expect(fitAttachment(telegram, { text: 'Вот', image: null, file: PDF })).toMatchObject({ text: 'Вот', file: PDF });
  expect(fitAttachment(telegram, { text: 'Вот', image: null, file: SHEET })).toEqual({
    text: 'Вот\n\nПрайс.xls: https://ex.test/files/1',
    image: null,
    file: null,
  });
});

const VIDEO = { url: 'https://ex.test/files/3', mime: 'video/mp4', name: 'Зал.mp4' };
const VOICE = { url: 'https://ex.test/files/4', mime: 'audio/ogg', name: 'Голос.ogg' };

test('SMS cannot carry a video or sound: each is a link', () => {
  const sms = traitsOf('sigma_sms');
  expect(fitAttachment(sms, { text: 'Вот', image: null, file: VIDEO })).toEqual({
    text: 'Вот\n\nЗал.mp4: https://ex.test/files/3',
    image: null,
    file: null,
  });
  expect(fitAttachment(sms, { text: '', image: null, file: VOICE }).text).toBe('Голос.ogg: https://ex.test/files/4');
});

test('WhatsApp shows no text beside sound, so that a message with both has a link; Telegram shows both', () => {
  expect(fitAttachment(whatsApp, { text: 'Вот', image: null, file: VIDEO }).file).toEqual(VIDEO);
  expect(fitAttachment(whatsApp, { text: '', image: null, file: VOICE }).file).toEqual(VOICE);
  expect(fitAttachment(whatsApp, { text: 'Вот', image: null, file: VOICE })).toMatchObject({
    text: 'Вот\n\nГолос.ogg: https://ex.test/files/4',
    file: null,
  });
  expect(fitAttachment(telegram, { text: 'Вот', image: null, file: VOICE })).toMatchObject({
    text: 'Вот',
    file: VOICE,
  });
});

test('a text too long for an attachment gets its URL instead', () => {
  const text = 'я'.repeat(1_025);
  const image = { url: 'https://ex.test/files/2', mime: 'image/png' };
  expect(fitAttachment(whatsApp, { text, image })).toEqual({
    text: `${text}\n\n${image.url}`,
    image: null,
    file: null,
  });
  expect(fitAttachment(whatsApp, { text: text.slice(1), image })).toMatchObject({ image, text: text.slice(1) });
});

test('a text longer than the channel allows is cut; the lines below it stay whole', () => {
  const text = `${'а'.repeat(4_050)}${'😀'.repeat(100)}`;
  const image = { url: 'https://ex.test/1.png', mime: 'image/png' };
  const long = fitMessage(whatsApp, { text, image, buttons: [CONFIRM, CANCEL] });
  expect(long.text).toMatch(/а…\n\nhttps:\/\/ex\.test\/1\.png\n\n1 - Подтвердить\n2 - Отменить$/);
  expect(long.text.length).toBeLessThanOrEqual(4_096);
  const smiling = fitMessage(telegram, { text: `а${'😀'.repeat(2_048)}`, image: null, buttons: [] });
  expect([smiling.text.isWellFormed(), smiling.text.endsWith('😀…')]).toEqual([true, true]);
  expect(fitMessage(telegram, { text: 'а'.repeat(4_096), image: null, buttons: [] }).text).toBe('а'.repeat(4_096));
});
