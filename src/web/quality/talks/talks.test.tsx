import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { CallsPage, ChatsPage } from './TalksPage.tsx';

const product = await startProduct();
const texts = ['app', 'quality', 'flows'] as const;

const CHAT = ['Bella: Hello, how much is a haircut?', 'Maria: Good afternoon, forty pounds', 'Bella: Thanks'].join(
  '\n',
);

const chatFile = () => new File([CHAT], 'reception.txt', { type: 'text/plain' });

test('chats of a file are looked at, its people are named, and the chats are taken over once', async () => {
  const owner = await product.signUp();
  const { user } = await draw(<ChatsPage />, { texts: [...texts], as: owner, at: '/chats?tab=talks' });
  for (const round of ['first', 'second'] as const) {
    await user.click((await screen.findAllByRole('button', { name: 'Upload chats' }))[0]!);
    const dialog = within(await screen.findByRole('dialog', { name: 'Upload chats' }));
    await dialog.findByRole('button', { name: 'Choose a file' });
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error('No file can be chosen.');
    await user.upload(input, chatFile());
    await dialog.findByText('Who is from your business?');
    for (const name of ['Bella', 'Maria'])
      await user.selectOptions(dialog.getByRole('combobox', { name: `Role: ${name}` }), 'client');
    expect(dialog.getByText(/Mark at least one employee/)).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Upload' }).disabled).toBe(true);
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Role: Maria' }), 'employee');
    await user.click(dialog.getByRole('button', { name: 'Upload' }));
    await dialog.findByText(round === 'first' ? '1 chat added' : '0 chats added');
    if (round === 'second') expect(dialog.getByText(/1 chat was here already/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  const table = within(await screen.findByRole('table', { name: 'Uploaded chats' }));
  expect(table.getAllByText('Maria')).toHaveLength(1);
  await user.click(table.getAllByRole('link')[0]!);
  const drawer = within(await screen.findByRole('dialog'));
  await drawer.findByText(/^Good afternoon, forty pounds/);
});

test('a checklist is taken where a report is ordered, and why it cannot start is said in words', async () => {
  const owner = await product.signUp();
  const { user } = await draw(<ChatsPage />, { texts: [...texts], as: owner, at: '/chats?open=order' });
  const dialog = within(await screen.findByRole('dialog', { name: 'New report about chats' }));
  await user.click(await dialog.findByRole('button', { name: 'Take: Beauty salon' }));
  await dialog.findByText(/No AI model is connected/);
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Start' }).disabled).toBe(true);
});

test('a report is started by its price once, however often the button is pressed', async () => {
  const owner = await product.signUp();
  const ordered: { capMicroUsd: number; samplePercent: number }[] = [];
  const fetchNow = globalThis.fetch;
  onTestFinished(() => void (globalThis.fetch = fetchNow));
  // NOTE: no model answers here; what the server computes is tested beside it
  globalThis.fetch = async (input, init) => {
    const path = String(input);
    if (path.endsWith('/reports/estimate')) {
      return Response.json({ talks: 3, found: 5, notReady: 1, costMicroUsd: 2_000_000, balanceMicroUsd: 500_000 });
    }
    if (!path.endsWith('/quality/reports') || init?.method !== 'POST') return fetchNow(input, init);
    ordered.push(JSON.parse(String(init.body)));
    return Response.json({ id: crypto.randomUUID() });
  };
  const { user, router } = await draw(<ChatsPage />, { texts: [...texts], as: owner, at: '/chats?open=order' });
  const dialog = within(await screen.findByRole('dialog', { name: 'New report about chats' }));
  await user.click(await dialog.findByRole('button', { name: 'Take: Beauty salon' }));
  await dialog.findByText('3 of 5 talks will be checked.');
  expect(dialog.getByText(/1 recording has no text yet/)).toBeTruthy();
  expect(dialog.getByText(/About \$2\.00.*balance is \$0\.50: not enough/)).toBeTruthy();
  const cap = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Spend at most, USD' });
  expect(cap.value).toBe('3.00');
  await user.clear(cap);
  expect(dialog.getAllByText('Enter a sum above zero.').length).toBeGreaterThan(0);
  await user.type(cap, '2,5');
  await user.dblClick(dialog.getByRole('button', { name: /^Start for about \$2/ }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/reports\//));
  expect(ordered).toMatchObject([{ capMicroUsd: 2_500_000, samplePercent: 100 }]);
});

test('an owner changes for how long sound is kept', async () => {
  const owner = await product.signUp();
  const { user } = await draw(<CallsPage />, { texts: [...texts], as: owner, at: '/calls?open=settings' });
  const days = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Days the sound is kept' });
  expect(days.value).toBe('90');
  await user.clear(days);
  await user.type(days, '30');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Settings saved');
  await user.click(await screen.findByRole('button', { name: 'Settings of recordings' }));
  const again = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Days the sound is kept' });
  expect(again.value).toBe('30');
});
