import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ScriptBotSettings } from '#contract/chatbots/scripts.ts';
import { call } from '#web/lib/api/api.ts';
import { signIn } from '#web/lib/api/session.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { ChatbotsPage } from '#web/chatbots/ChatbotsPage.tsx';
import { ScriptEditor } from './ScriptBotPage.tsx';

const product = await startProduct();
const TEXTS = ['chatbots', 'flows', 'texts', 'problems'] as const;

const MENU = ScriptBotSettings.parse({
  title: 'Menu',
  triggers: [{ kind: 'words', words: ['prices'] }],
  steps: [
    {
      id: 'menu',
      kind: 'message',
      texts: { default: 'What would you like?' },
      buttons: [{ id: 'b1', title: 'Prices', stepId: 'prices' }],
    },
    { id: 'prices', kind: 'message', texts: { default: 'A haircut is 20' } },
    { id: 'done', kind: 'end' },
    { id: 'human', kind: 'person', reason: 'Asked in the menu' },
  ],
});

/** The editor of a bot with a menu. */
async function edit() {
  const owner = await product.signUp();
  await signIn(owner);
  const { id } = await call('POST /api/v1/chatbots/script', { body: { settings: MENU } });
  const { user } = await draw(<ScriptEditor botId={id} />, {
    texts: [...TEXTS],
    as: owner,
    at: `/chatbots/script/${id}`,
  });
  const stored = async () => {
    const { settings } = await call('GET /api/v1/chatbots/script/:scriptBotId', { params: { scriptBotId: id } });
    return settings;
  };
  return { user, stored };
}

test('the owner tries the menu on the phone by words and by a button', async () => {
  const { user } = await edit();
  await user.type(await screen.findByRole('textbox', { name: 'Client’s message' }), 'your prices?{Enter}');
  const phone = within(screen.getByRole('log'));
  await phone.findByText('What would you like?');
  await user.click(phone.getByRole('button', { name: 'Prices' }));
  await phone.findByText('A haircut is 20');
  await screen.findByText('The bot answered.');
  await user.type(screen.getByRole('textbox', { name: 'Client’s message' }), 'hello{Enter}');
  await screen.findByText(/^The bot does not answer/);
});

test('steps are moved, removed and linked; a button that leads nowhere keeps the bot off', async () => {
  const { user, stored } = await edit();
  await user.click(await screen.findByRole('button', { name: 'Move up: 4. Hand over to staff' }));
  await user.click(screen.getByRole('button', { name: 'Remove step “2. Message: A haircut is 20”' }));
  await screen.findByText(/^Step 1\. A button, a “go to” or a start/);
  await user.click(screen.getByRole('switch', { name: /^Answer clients/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getAllByText(/leads nowhere/).length).toBeGreaterThan(1));
  expect((await stored()).isEnabled).toBe(false);

  await user.selectOptions(screen.getByRole('combobox', { name: 'Button 1 leads to' }), '2. Hand over to staff');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Bot saved');
  const { isEnabled, steps } = await stored();
  expect([isEnabled, steps.map(({ kind }) => kind)]).toEqual([true, ['message', 'person', 'end']]);
});

test('a bot is added from the list by its name, with a menu to begin with', async () => {
  const owner = await product.signUp();
  const texts = [...TEXTS, 'channels'] as const;
  const { user } = await draw(<ChatbotsPage />, { texts: [...texts], as: owner, at: '/chatbots' });
  await user.click(await screen.findByRole('button', { name: 'Add a bot' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Keyword and menu bot' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Front desk');
  await user.click(screen.getByRole('button', { name: 'Create bot' }));
  await screen.findByRole('link', { name: 'Front desk' });
  expect(screen.getByRole('switch', { name: 'Bot “Front desk” is on' })).toHaveProperty('checked', false);
});
