import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { Flow } from '#contract/flows/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { signIn } from '#web/lib/api/session.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { MessageSection } from './MessageSection.tsx';

const product = await startProduct();

function Section({ flow }: { flow: Flow }) {
  const [settings, setSettings] = useState(flow.settings);
  const change = (part: Partial<Flow['settings']>) => setSettings((former) => ({ ...former, ...part }));
  const form = { kind: flow.kind, settings, change, errorOf: () => undefined, testPhones: {} };
  return <MessageSection form={form} settled={settings} shown="default" onShow={() => {}} />;
}

/** Opens the message of a flow in a cabinet with a sender name at Sigma and a Telegram bot. */
async function open(kind: 'birthday' | 'visit_reminder', chosen: 'sigma_sms' | 'telegram_bot' | null) {
  const as = await product.signUp();
  const { tenantId } = as;
  const ids = {
    sigma_sms: (await product.aChannel({ tenantId, kind: 'sigma_sms', title: 'ROMASHKA' })).id,
    telegram_bot: (await product.aChannel({ tenantId, kind: 'telegram_bot', title: 'Bot' })).id,
  };
  await signIn(as);
  const flow = await call('POST /api/v1/flows', { body: { kind } });
  const content = { ...flow.settings.content, texts: { default: 'Happy birthday!' } };
  const settings = { ...flow.settings, content, channelIds: chosen ? [ids[chosen]] : [] };
  return draw(<Section flow={{ ...flow, settings }} />, { texts: ['flows', 'texts', 'templates', 'channels'], as });
}

test('a marketing flow that may use a channel without answers is asked for the opt-out link', async () => {
  const { user } = await open('birthday', 'sigma_sms');
  await screen.findByText(/Clients cannot reply to ROMASHKA/);
  await user.click(screen.getByRole('button', { name: 'Add the link' }));
  expect(screen.queryByText(/Clients cannot reply/)).toBeNull();
  expect(screen.getAllByText(/Stop messages/)).not.toHaveLength(0);
});

test('a flow for which every channel may be used is asked for it too', async () => {
  await open('birthday', null);
  await screen.findByText(/Clients cannot reply to ROMASHKA/);
});

test('nothing is asked where the chosen channel takes answers, or the flow is not marketing', async () => {
  const { unmount } = await open('birthday', 'telegram_bot');
  await screen.findAllByText(/Happy birthday!/);
  expect(screen.queryByText(/Clients cannot reply/)).toBeNull();
  unmount();
  await open('visit_reminder', 'sigma_sms');
  await screen.findAllByText(/Happy birthday!/);
  expect(screen.queryByText(/Clients cannot reply/)).toBeNull();
});
