import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { ChannelId } from '#contract/channels/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct, startWorld } from '#web/testing/product.ts';
import { NewTemplatePage } from './DraftPage.tsx';
import { TemplatesPage } from './TemplatesPage.tsx';
import { useDeleteTemplate } from './use-templates.ts';

const world = await startWorld();
const product = await startProduct({ ...world.env, DIALOG360_WEBHOOK_SECRET: 'd360-demo-platform-secret' });
const texts = ['templates', 'channels', 'flows', 'texts'] as const;

let owner: Awaited<ReturnType<typeof product.signUp>>;
let channelId: ChannelId;
beforeEach(async () => {
  await world.control('POST', '/seed', {});
  owner = await product.signUp();
  const { unmount } = await draw(null, { texts, as: owner });
  const body = { kind: 'dialog360' as const, title: 'WhatsApp', apiKey: 'd360-demo-key' };
  channelId = (await call('POST /api/v1/channels', { body })).id;
  await product.runJobs();
  unmount();
});

/** The provider answers the next such call with an error in its own words. */
const refuse = (match: string, message: string) =>
  world.control('POST', '/fault', {
    channel: 'd360',
    match,
    action: 'http',
    status: 400,
    body: { error: { code: 100, message } },
  });

test('a template that the provider does not add says so above the buttons, in its words, and what was typed stays', async () => {
  const { user } = await draw(<NewTemplatePage />, { texts, as: owner });
  await user.type(await screen.findByLabelText('Name'), 'spring_news');
  await user.type(screen.getByLabelText('Text'), 'We are open in spring, too.');
  await refuse('POST /d360/v1/configs/templates', 'Too many templates');
  await user.click(screen.getByRole('button', { name: 'Submit for review' }));
  const failure = within(await screen.findByRole('alert'));
  failure.getByText('Failed to add the template');
  failure.getByText('The service’s answer: Too many templates');
  expect(screen.getByLabelText('Text')).toMatchObject({ value: 'We are open in spring, too.' });
  await user.click(screen.getByRole('button', { name: 'Submit for review' }));
  await screen.findByText('Template submitted');
});

test('templates that the provider does not list say so, and those read before stay', async () => {
  const { user } = await draw(<TemplatesPage />, { texts, as: owner });
  await screen.findAllByText(/^birthday/);
  await refuse('GET /d360/v1/configs/templates', 'Something went wrong');
  await user.click(screen.getByRole('button', { name: 'Synchronise' }));
  await screen.findByText('Failed to get the templates');
  expect(screen.getAllByText(/^birthday/).length).toBeGreaterThan(0);
});

function Remove({ name }: { name: string }) {
  const remove = useDeleteTemplate();
  return (
    <button type="button" onClick={() => remove.mutate({ channelId, name })}>
      Remove
    </button>
  );
}

test('a template that the provider does not delete says so with its words', async () => {
  const { user } = await draw(<Remove name="visit_reminder" />, { texts, as: owner });
  await refuse('DELETE /d360/v1/configs/templates', 'The template is in use');
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await screen.findByText('Failed to delete the template');
  await screen.findByText('The service’s answer: The template is in use');
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await screen.findByText('Template deleted');
});
