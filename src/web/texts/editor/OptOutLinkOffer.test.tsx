import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { ChannelKind } from '#contract/channels/calls.ts';
import type { TextContent } from '#contract/texts/calls.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { OptOutLinkOffer } from './OptOutLinkOffer.tsx';

const product = await startProduct();

function Offer({ text }: { text: string }) {
  const [texts, setTexts] = useState<TextContent['texts']>({ default: text });
  return (
    <>
      <output>{texts.default}</output>
      <OptOutLinkOffer texts={texts} shown="default" channelIds={[]} onChange={setTexts} />
    </>
  );
}

async function drawn(text: string, kind: ChannelKind) {
  const as = await product.signUp();
  await product.aChannel({ tenantId: as.tenantId, kind, title: 'ROMASHKA' });
  return draw(<Offer text={text} />, { texts: ['texts'], as });
}

test('a text for a channel without answers is asked for the opt-out link, which is added by a press', async () => {
  const { user } = await drawn('Spring offer', 'sigma_sms');
  await screen.findByText(/Clients cannot reply to ROMASHKA/);
  await user.click(screen.getByRole('button', { name: 'Add the link' }));
  expect(screen.getByRole('status').textContent).toBe('Spring offer\n\nStop messages: {ignoreLink}');
  expect(screen.queryByText(/Clients cannot reply/)).toBeNull();
});

test('nothing is asked where contacts can answer', async () => {
  await drawn('Spring offer', 'twilio_sms');
  expect(screen.queryByText(/Clients cannot reply/)).toBeNull();
});
