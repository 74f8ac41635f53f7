import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Assistant } from '#contract/assistants/calls.ts';
import { AssistantView } from '#web/assistants/page/AssistantPage.tsx';
import { draw } from '#web/testing/draw.tsx';
import { startProduct, startWorld } from '#web/testing/product.ts';

const world = await startWorld();
const product = await startProduct(world.env);

async function openAssistant() {
  const owner = await product.signUp();
  const request = async <Reply,>(method: string, path: string, body?: unknown): Promise<Reply> => {
    const response = await fetch(`/api/v1/assistants${path}`, {
      method,
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  const assistant = await request<Assistant>('POST', '', { title: 'Anna', trade: 'clinic', language: 'en' });
  const drawn = await draw(<AssistantView assistantId={assistant.id} />, {
    texts: ['assistants', 'knowledge'],
    as: owner,
  });
  const saved = async () => (await request<Assistant>('GET', `/${assistant.id}`)).settings.plugins.medflex;
  return { ...drawn, saved };
}

test('an owner connects a clinic by its token, and the assistant books with its doctors', async () => {
  const { user, saved } = await openAssistant();
  await user.click(await screen.findByRole('button', { name: 'Connect the clinic' }));
  const token = screen.getByLabelText('MedFlex token');
  await user.type(token, 'wrong{Enter}');
  await screen.findByText(/MedFlex did not accept this token/);
  await user.clear(token);
  await user.type(token, 'medflex-zdorovie-token');
  await user.click(screen.getByRole('button', { name: 'Connect the clinic' }));
  await screen.findByText(/^Connected: Клиника Здоровье на Покровке, Клиника Здоровье на Соколе$/);
  expect(screen.queryByLabelText('MedFlex token')).toBeNull();

  await user.click(screen.getByRole('switch', { name: /Doctors’ appointments in MedFlex/ }));
  const deeds = within(screen.getByRole('group', { name: 'What it may do' }));
  await user.click(deeds.getByRole('checkbox', { name: 'Cancel appointments made in the chat' }));
  await user.type(screen.getByLabelText('Consent before a booking'), 'Do you agree?');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await screen.findByText('Draft saved');
  expect(await saved()).toEqual({ lpuIds: [], books: true, cancels: false, consentText: 'Do you agree?' });
});

test('a token that MedFlex no longer accepts is said on the form, and the account can be disconnected', async () => {
  const { user } = await openAssistant();
  await user.click(await screen.findByRole('button', { name: 'Connect the clinic' }));
  await user.type(screen.getByLabelText('MedFlex token'), 'medflex-ember-token{Enter}');
  await screen.findByText(/^Connected: Ember Clinic$/);
  await user.click(screen.getByRole('button', { name: 'Disconnect MedFlex' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Disconnect MedFlex' }));
  await screen.findByText('MedFlex is disconnected');
  await waitFor(() => expect(screen.queryByText(/^Connected:/)).toBeNull());
});
