import { expect, test } from 'vitest';
import { channelName } from './channel-names.ts';

const whatsApp = { kind: 'dialog360', title: 'WhatsApp Studio' } as const;
const telegram = { kind: 'telegram_bot', title: 'Studio' } as const;

test('a channel is named with its kind where another is called alike', () => {
  const all = [whatsApp, telegram];
  expect(all.map((one) => channelName(one, all))).toEqual(['WhatsApp Studio', 'Telegram Studio']);
  const equal = [{ ...whatsApp, title: 'studio' }, telegram];
  expect(equal.map((one) => channelName(one, equal))).toEqual(['WhatsApp studio', 'Telegram Studio']);
  expect(channelName(telegram, [telegram, { kind: 'twilio_sms', title: 'SMS' }])).toBe('Studio');
});
