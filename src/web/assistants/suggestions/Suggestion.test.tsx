import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { Suggestion } from './Suggestion.tsx';

const product = await startProduct();

test('without a published assistant the member reads how to get suggestions, and nothing is put into the field', async () => {
  const owner = await product.signUp();
  const { tenantId } = owner;
  const contactId = (await product.aContact({ tenantId, name: 'Anna' })).id;
  const channelId = (await product.aChannel({ tenantId, title: 'WhatsApp' })).id;
  const { id: conversationId } = await product.aConversation({ tenantId, channelId, contactId, lastText: 'Hi' });
  const taken: string[] = [];
  await draw(
    <Suggestion conversationId={conversationId} onTake={(text) => taken.push(text)} onClose={() => undefined} />,
    { texts: ['assistants'], as: owner },
  );
  await screen.findByText(/Publish an assistant: it will suggest replies here/);
  expect(screen.queryByRole('button', { name: 'Insert' })).toBeNull();
  expect(taken).toEqual([]);
});
