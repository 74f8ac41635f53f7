import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { NightBotPage } from './NightBotPage.tsx';

const product = await startProduct();
const at = '/flowCopilotBots/nightBotQuickStart';

async function signUp() {
  const owner = await product.signUp();
  await product.aChannel({ tenantId: owner.tenantId, kind: 'dialog360', title: 'Salon', state: 'Authorized' });
  return owner;
}

const open = (as: Awaited<ReturnType<typeof signUp>>) => draw(<NightBotPage />, { texts: ['assistants'], as, at });
const next = () => screen.getByRole('button', { name: 'Next' });

test('four steps make a bot that is switched on by the owner alone', async () => {
  const owner = await signUp();
  const { user, router } = await open(owner);
  await screen.findByRole('heading', { name: 'Where does it answer?' });
  const name = screen.getByRole('textbox', { name: 'Name of the bot' });
  await user.clear(name);
  await user.click(next());
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  await user.type(name, 'Luna');
  await user.click(next());

  const business = await screen.findByRole('textbox', { name: 'Business name' });
  await user.clear(business);
  await user.type(business, 'Salon on Forest Street');
  await user.click(next());

  await user.type(await screen.findByRole('textbox', { name: 'Online booking link' }), 'salon');
  await user.click(screen.getByRole('checkbox', { name: 'By QR code' }));
  await user.click(next());
  const link = screen.getByRole('textbox', { name: 'Online booking link' });
  await waitFor(() => expect(link.getAttribute('aria-invalid')).toBe('true'));
  await user.clear(link);
  await user.type(link, 'https://salon.example/book');
  await user.click(next());

  const phone = await screen.findByRole('textbox', { name: 'Number for the morning summary' });
  await user.clear(phone);
  await user.type(phone, '+7 999 000-11-22');
  await user.click(screen.getByRole('button', { name: 'Previous step' }));
  await screen.findByDisplayValue('https://salon.example/book');
  await user.click(next());
  await screen.findByDisplayValue('+79990001122');
  await user.dblClick(screen.getByRole('button', { name: 'Create night bot' }));

  await screen.findByText('When it begins to answer');
  expect(screen.getByRole('region', { name: 'Try the draft' })).toBeTruthy();
  expect(screen.getByText('The bot is ready, but does not answer clients yet')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Switch on' }));
  await screen.findByText('“Luna” is on');
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/flowCopilotBots\/[0-9a-f-]{36}$/));
  const { rows } = await product.owner.query('select status from assistants where tenant_id = $1', [owner.tenantId]);
  expect(rows).toEqual([{ status: 'on' }]);
});

test('answers are kept where the page is left in the middle', async () => {
  const owner = await signUp();
  const first = await open(owner);
  const name = await screen.findByRole('textbox', { name: 'Name of the bot' });
  await first.user.clear(name);
  await first.user.type(name, 'Luna');
  await first.user.click(next());
  await screen.findByRole('textbox', { name: 'Business name' });
  first.unmount();

  const { user } = await open(owner);
  await screen.findByRole('textbox', { name: 'Business name' });
  const steps = within(screen.getByRole('navigation', { name: 'Steps of the quick start' }));
  await user.click(steps.getByRole('link', { name: /Channel/ }));
  expect(await screen.findByDisplayValue('Luna')).toBeTruthy();
});

test('a cabinet without a channel connects one before the first step', async () => {
  const owner = await product.signUp();
  const { user } = await draw(<NightBotPage />, { texts: ['assistants', 'channels'], as: owner, at });
  await screen.findByText('Connect the channel your clients write in.');
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Official WhatsApp/ }));
  await screen.findByRole('button', { name: 'All channels' });
});
