import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Assistant } from '#contract/assistants/calls.ts';
import { AssistantView } from '#web/assistants/page/AssistantPage.tsx';
import { draw } from '#web/testing/draw.tsx';
import { startProduct, startWorld } from '#web/testing/product.ts';

const world = await startWorld();
const product = await startProduct(world.env);

type Offer = { ticket: string; branches: { externalId: string }[] };

/** An owner with connected clinics, in the order of their tokens, and an assistant of theirs. */
async function openAssistant({ tokens = [], old }: { tokens?: string[]; old?: string } = {}) {
  const owner = await product.signUp();
  const request = async <Reply,>(method: string, path: string, body?: unknown): Promise<Reply> => {
    const response = await fetch(`/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  for (const token of tokens) {
    const { ticket, branches } = await request<Offer>('POST', '/connections/branches', { kind: 'medflex', token });
    const branchExternalIds = branches.map(({ externalId }) => externalId);
    await request('POST', '/connections', { kind: 'medflex', ticket, branchExternalIds });
  }
  if (old !== undefined) {
    const box = product.ctx.vault.seal(owner.tenantId, { token: old });
    const row = [owner.tenantId, box];
    await product.owner.query('insert into clinic_accounts (tenant_id, box, connected_at) values ($1, $2, now())', row);
  }
  const { connections } = await request<{ connections: { id: string; title: string }[] }>('GET', '/connections');
  const assistant = await request<Assistant>('POST', '/assistants', { title: 'Anna', trade: 'clinic', language: 'en' });
  const drawn = await draw(<AssistantView assistantId={assistant.id} />, {
    texts: ['assistants', 'knowledge'],
    as: owner,
  });
  const saved = async () => (await request<Assistant>('GET', `/assistants/${assistant.id}`)).settings.plugins.medflex;
  return { ...drawn, saved, connections };
}

test('without a connection the form leads to the page on which the clinic is connected', async () => {
  await openAssistant();
  const link = await screen.findByRole('link', { name: 'Connect the clinic' });
  expect(link.getAttribute('href')).toBe('/accounts/medflexLpus');
  expect(screen.queryByRole('switch', { name: /Doctors’ appointments in MedFlex/ })).toBeNull();
});

test('an assistant of a connected clinic books with its doctors from the start', async () => {
  const { user, saved } = await openAssistant({ tokens: ['medflex-zdorovie-token'] });
  await screen.findByText(/^Connected: Клиника Здоровье на Покровке, Клиника Здоровье на Соколе$/);
  expect(screen.queryByRole('combobox', { name: 'Which organisation' })).toBeNull();
  const deeds = within(screen.getByRole('group', { name: 'What it may do' }));
  await user.click(deeds.getByRole('checkbox', { name: 'Cancel appointments made in the chat' }));
  await user.type(screen.getByLabelText('Consent before a booking'), 'Do you agree?');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await screen.findByText('Draft saved');
  expect(await saved()).toEqual({
    connectionId: null,
    lpuIds: [],
    books: true,
    cancels: false,
    consentText: 'Do you agree?',
  });
});

test('of several organisations any can be chosen', async () => {
  const { user, saved, connections } = await openAssistant({
    tokens: ['medflex-zdorovie-token', 'medflex-ember-token'],
  });
  await user.click(await screen.findByRole('combobox', { name: 'Which organisation' }));
  await user.click(await screen.findByRole('option', { name: 'Ember Clinic' }));
  await screen.findByText(/^Connected: Ember Clinic$/);
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await screen.findByText('Draft saved');
  const ember = connections.find(({ title }) => title === 'Ember Clinic');
  expect(await saved()).toMatchObject({ connectionId: ember?.id });
});

test('an account that was entered for the assistants alone can be disconnected', async () => {
  const { user } = await openAssistant({ old: 'medflex-ember-token' });
  await screen.findByText(/^Connected: Ember Clinic$/);
  await user.click(screen.getByRole('button', { name: 'Disconnect MedFlex' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Disconnect MedFlex' }));
  await screen.findByText('MedFlex is disconnected');
  await waitFor(() => expect(screen.queryByText(/^Connected:/)).toBeNull());
});
