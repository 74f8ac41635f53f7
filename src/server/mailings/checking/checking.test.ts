import { expect, test } from 'vitest';
import { setTestPhones } from '#contract/flows/trials.ts';
import { createMailing, type MailingSettings } from '#contract/mailings/calls.ts';
import { sendMailingTest } from '#contract/mailings/trials.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { call, runJobs } = server;

async function settingsOf(salon: Salon, text: string, change: Partial<MailingSettings> = {}): Promise<MailingSettings> {
  const { settings } = (await call(createMailing, { token: salon.owner.token, body: {} })).body;
  return { ...settings, content: { ...settings.content, texts: { default: text } }, ...change };
}

async function contactOf(salon: Salon, phone: string): Promise<string> {
  const { rows } = await server.owner.query('select id from contacts where tenant_id = $1 and phone = $2', [
    salon.owner.tenantId,
    phone,
  ]);
  return rows[0].id;
}

/** The message is sent by a template to a number that has not written. */
const templated = (salon: Salon, text: string) => ({
  content: {
    texts: { default: text },
    buttons: [],
    imageId: null,
    shortensLinks: false,
    templates: [{ channelId: salon.channelId, name: 'sale', language: 'ru', parameters: ['{clientName}'] }],
  },
});

test('a test goes to each number at once, with the values of the contact it was previewed for', async () => {
  const salon = await open();
  const { token } = salon.owner;
  await salon.book({ phone: '+79161110001', clientName: 'Вера' });
  const settings = await settingsOf(salon, '', templated(salon, '{clientName}, скидка 10% {recordDate}'));
  const contactId = await contactOf(salon, '+79161110001');
  const body = { settings, contactId, testPhones: '+79990000001, +79990000002' };
  const { body: sent } = await call(sendMailingTest, { token, body });
  expect(sent.messageIds).toHaveLength(2);
  await runJobs();
  expect(salon.whatsApp.sent.map(({ message }) => [message.to.phone, message.text])).toEqual(
    expect.arrayContaining([
      ['+79990000001', 'Вера, скидка 10%'],
      ['+79990000002', 'Вера, скидка 10%'],
    ]),
  );
});

test('a test has the text of its variant, and is refused without a number, a contact or a channel', async () => {
  const salon = await open();
  const { token } = salon.owner;
  const experiment = {
    variants: [{ default: 'Второй текст' }],
    sharePercent: 20,
    metric: 'replies' as const,
    decideAfterHours: 24,
    otherwise: 'stop' as const,
  };
  const settings = await settingsOf(salon, '', { ...templated(salon, 'Первый текст'), experiment });
  await call(sendMailingTest, { token, body: { settings, variant: 1, testPhones: '+79990000001' } });
  await runJobs();
  expect(salon.whatsApp.sent.map(({ message }) => message.text)).toEqual(['Второй текст']);

  const refused = async (change: Record<string, unknown>) =>
    (await call(sendMailingTest, { token, body: { settings, testPhones: '+79990000001', ...change } })).body;
  await call(setTestPhones, { token, body: { testPhones: '' } });
  expect(await refused({ testPhones: '' })).toMatchObject({ code: 'distribution.test_phone_missing' });
  const unknown = '01890000-0000-7000-8000-000000000001';
  expect(await refused({ contactId: unknown })).toMatchObject({ code: 'contact.not_found' });
  await server.owner.query('update channels set removed_at = now() where tenant_id = $1', [salon.owner.tenantId]);
  expect(await refused({})).toMatchObject({ code: 'channel.not_found' });
});
