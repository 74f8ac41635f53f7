import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { call } from '#web/lib/api/api.ts';
import { signIn } from '#web/lib/api/session.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { ReplyWidgetsPage } from './list/ReplyWidgetsPage.tsx';
import { WidgetView } from './ReplyWidgetPage.tsx';

const product = await startProduct();
const TEXTS = ['replies', 'reviews', 'delivery', 'problems'] as const;

async function aWidget() {
  const owner = await product.signUp();
  await signIn(owner);
  const widget = await call('POST /api/v1/reply-widgets', { body: { title: 'Reviews of the salon' } });
  return { owner, widget };
}

const widgetsOf = async () => (await call('GET /api/v1/reply-widgets')).widgets;

test('an owner makes a widget by its name, switches it on, and sees how many replies of AI are left', async () => {
  const owner = await product.signUp();
  const { user, router } = await draw(<ReplyWidgetsPage />, { texts: TEXTS, as: owner, at: '/widgets/reviews-ai' });
  await user.click((await screen.findAllByRole('button', { name: 'New widget' }))[0]!);
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Maps');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/widgets\/reviews-ai\/[\w-]+$/));
  expect(await widgetsOf()).toMatchObject([{ title: 'Maps', isEnabled: false }]);
  await user.click(await screen.findByRole('switch', { name: 'Widget “Maps” is on' }));
  await screen.findByText('1 widget replies to reviews');
});

test('an owner adds a rule with templates, which must not be empty, and saves it', async () => {
  const { owner, widget } = await aWidget();
  const { user } = await draw(<WidgetView widgetId={widget.id} />, { texts: TEXTS, as: owner });
  await user.click(await screen.findByRole('button', { name: 'Add rule' }));
  const rule = within(screen.getByRole('region', { name: 'Rule 3' }));
  await user.selectOptions(rule.getByRole('combobox', { name: 'Stars: from' }), '4');
  await user.selectOptions(rule.getByRole('combobox', { name: 'Review text' }), 'With text');
  await user.click(rule.getByRole('button', { name: 'From templates' }));
  const template = rule.getByRole('textbox', { name: 'Template 1' });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(template.getAttribute('aria-invalid')).toBe('true'));
  await user.type(template, 'Thank you, {{clientName}!');
  await user.click(rule.getByRole('button', { name: 'Move up: rule 3' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Widget saved');
  const [saved] = await widgetsOf();
  expect(saved?.settings.rules[1]).toMatchObject({
    starsFrom: 4,
    text: 'with',
    way: 'templates',
    templates: ['Thank you, {clientName}!'],
  });
});

test('a trial shows the rule and the text of a template before anything is saved', async () => {
  const { owner, widget } = await aWidget();
  const { user } = await draw(<WidgetView widgetId={widget.id} />, { texts: TEXTS, as: owner });
  const trial = within(await screen.findByRole('region', { name: 'Trial' }));
  await user.type(trial.getByRole('textbox', { name: 'Client’s name' }), 'Anna');
  await user.click(trial.getByRole('button', { name: 'Show reply' }));
  await trial.findByText('Rule 1');
  await trial.findByText('Sent without you');
  await trial.findByText(/^Anna, /);
});

test('a member pastes a review of a map', async () => {
  const { owner, widget } = await aWidget();
  const { user } = await draw(<WidgetView widgetId={widget.id} />, { texts: TEXTS, as: owner, at: '/?tab=history' });
  await screen.findByText('No replies yet');
  await user.click(screen.getByRole('button', { name: 'Add reviews' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Maria');
  await user.click(dialog.getByRole('button', { name: 'Add and reply' }));
  await screen.findByText('1 review added. The reply will appear soon');
  await screen.findByRole('article', { name: 'Maria' });
});

test('a reply to a review of a map is noted as posted, and one for a person is edited and approved', async () => {
  const { owner, widget } = await aWidget();
  const given = { source: 'google' as const, text: '', reviewedOn: null, externalId: null };
  const reviews = [
    { ...given, authorName: 'Maria', stars: 5 },
    { ...given, authorName: 'Oleg', stars: 1 },
  ];
  const params = { replyWidgetId: widget.id };
  await call('POST /api/v1/reply-widgets/:replyWidgetId/reviews', { params, body: { reviews } });
  await product.runJobs();
  const { user } = await draw(<WidgetView widgetId={widget.id} />, { texts: TEXTS, as: owner, at: '/?tab=history' });
  const cardOf = async (name: string) => within(await screen.findByRole('article', { name }));
  const maria = await cardOf('Maria');
  maria.getByText(/^Maria, /);
  await user.click(maria.getByRole('button', { name: 'Already posted' }));
  await waitFor(async () => (await cardOf('Maria')).getByRole('button', { name: 'Not posted yet' }));

  const oleg = await cardOf('Oleg');
  oleg.getByText('AI did not reply: write it yourself or try again');
  await user.type(oleg.getByRole('textbox', { name: 'Reply' }), 'Oleg, please forgive us.');
  await user.click(oleg.getByRole('button', { name: 'Ready to copy' }));
  await waitFor(async () => (await cardOf('Oleg')).getByText('Oleg, please forgive us.'));
});
