import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentSession } from '#web/lib/api/session.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct, startWorld } from '#web/testing/product.ts';
import { PhoneConfirmCard } from './PhoneConfirmCard.tsx';

const world = await startWorld();
const account = { SYSTEM_SMS_TOKEN: 'sigma-frontdesk-token', SYSTEM_SMS_SENDER: 'FRONTDESK' };
const product = await startProduct({ ...world.env, ...account });

test('a texted code confirms the phone, and the page says for how long it works', async () => {
  const owner = await product.signUp();
  const { user } = await draw(<PhoneConfirmCard />, { texts: ['auth', 'members'], as: owner });
  await user.click(screen.getByRole('button', { name: 'Get a code' }));
  const field = await screen.findByLabelText('Code from the text message');
  await screen.findByText(/Works for \d+ s more\. Codes left today: 2/);
  const { sendings } = await world.control<{ sendings: { text: string }[] }>('GET', '/sigma');
  await user.type(field, `${/\d{6}/.exec(sendings.at(-1)?.text ?? '')?.[0]}{Enter}`);
  await screen.findByText('Phone confirmed');
  await expect.poll(currentSession).toMatchObject({ user: { isPhoneConfirmed: true } });
});
