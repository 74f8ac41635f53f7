import { expect, test } from 'vitest';
import { placeOfChannel } from './order-rules.ts';

const [RUSSIA, BRAZIL] = [1, 55];

test('in Russia bots stand before WhatsApp, elsewhere behind it, and SMS last', () => {
  expect(placeOfChannel(['dialog360', 'sigma_sms'], 'max_bot', RUSSIA)).toBe(0);
  expect(placeOfChannel(['dialog360', 'sigma_sms'], 'max_bot', BRAZIL)).toBe(1);
  expect(placeOfChannel(['telegram_bot', 'dialog360'], 'sigma_sms', RUSSIA)).toBe(2);
});

test('channels of one rank stand in the order they were connected', () => {
  expect(placeOfChannel(['telegram_bot'], 'max_bot', RUSSIA)).toBe(1);
});

test('a channel is the last where the owner has another order', () => {
  expect(placeOfChannel(['sigma_sms', 'telegram_bot'], 'dialog360', RUSSIA)).toBe(2);
});
