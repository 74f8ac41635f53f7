import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { Mailing } from '#contract/mailings/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { signIn } from '#web/lib/api/session.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { MessageSection } from './MessageSection.tsx';

const product = await startProduct();

function Section({ mailing }: { mailing: Mailing }) {
  const [settings, setSettings] = useState(mailing.settings);
  const change = (part: Partial<Mailing['settings']>) => setSettings((former) => ({ ...former, ...part }));
  const form = { settings, isStarted: false, change, errorOf: () => undefined, testPhones: {} };
  return <MessageSection form={form} settled={settings} shown="default" onShow={() => {}} />;
}

/** Opens the message of a mailing by the chosen channel of a cabinet with two. */
async function open(chosen: 'sigma_sms' | 'twilio_sms') {
  const as = await product.signUp();
  const { tenantId } = as;
  const ids = {
    sigma_sms: (await product.aChannel({ tenantId, kind: 'sigma_sms', title: 'ROMASHKA' })).id,
    twilio_sms: (await product.aChannel({ tenantId, kind: 'twilio_sms', title: 'Twilio' })).id,
  };
  await signIn(as);
  const mailing = await call('POST /api/v1/distributions', { body: { title: 'Spring' } });
  const content = { ...mailing.settings.content, texts: { default: 'Spring offer' } };
  const settings = { ...mailing.settings, content, channelIds: [ids[chosen]] };
  const texts = ['mailings', 'flows', 'texts', 'templates', 'channels'] as const;
  return draw(<Section mailing={{ ...mailing, settings }} />, { texts, as });
}

test('a mailing by a channel without answers is asked for the opt-out link', async () => {
  const { user } = await open('sigma_sms');
  await screen.findByText(/Clients cannot reply to ROMASHKA/);
  await user.click(screen.getByRole('button', { name: 'Add the link' }));
  expect(screen.queryByText(/Clients cannot reply/)).toBeNull();
  expect(screen.getAllByText(/Stop messages/)).not.toHaveLength(0);
});

test('nothing is asked where the chosen channel takes answers', async () => {
  await open('twilio_sms');
  await screen.findAllByText(/Spring offer/);
  expect(screen.queryByText(/Clients cannot reply/)).toBeNull();
});
