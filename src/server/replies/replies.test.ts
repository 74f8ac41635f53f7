import { beforeEach, expect, test } from 'vitest';
import { listNotices } from '#contract/onboarding/calls.ts';
import * as contract from '#contract/replies/calls.ts';
import type { ReplyWidgetSettings } from '#contract/replies/settings.ts';
import { answerReview, listReviews } from '#contract/reviews/calls.ts';
import { addAiReviews, aiReviewsLeft, setAiReviews } from '#server/billing/ai-review-actions.ts';
import { giveTariff } from '#server/billing/tariff-actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { reviewToken } from '#server/reviews/storage/tokens.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { twoProviders } from '#server/testing/houses/model-house.ts';
import { postForm } from '#server/testing/server/visitor-forms.ts';
import { type ModelReply, modelServer } from '#server/testing/world/model-server.ts';

const { server, open } = await bookedSalons();
const { call, clock, runJobs } = server;
const model = await modelServer();
Object.assign(server.ctx.config.ai, { ...twoProviders(model.baseUrl), trialReviews: 3 });

let salon: Salon;
let token: string;
beforeEach(async () => {
  model.reset();
  await server.owner.query('delete from model_breakers');
  await clock.set('2026-03-02T08:00:00Z');
  salon = await open();
  ({ token } = salon.owner);
});

const THANKS = 'Спасибо за отзыв! Рады, что вам понравилось.';
const replyWith = (...replies: (string | ModelReply)[]) => {
  const given = replies.map((reply) => (typeof reply === 'string' ? { content: reply } : reply));
  model.answer('a', given);
  model.answer('b', given);
};

/** A widget that is on, with the usual rules. */
async function aWidget(change: Partial<ReplyWidgetSettings> = {}) {
  const { body } = await call(contract.createReplyWidget, { token, body: { title: 'Ответы' } });
  const params = { replyWidgetId: body.id };
  const settings = { ...body.settings, ...change };
  const saved = await call(contract.saveReplyWidget, {
    token,
    params,
    body: { title: 'Ответы', settings, baseVersion: body.version },
  });
  expect(saved.status).toBe(200);
  await call(contract.switchReplyWidget, { token, params, body: { isEnabled: true } });
  return { params, id: body.id, settings };
}

async function review(fields: { stars: string; text?: string }, phone = '+79161112233') {
  const { visitId } = await salon.book({ clientName: 'Анна', startsAt: clock.now(), phone });
  const path = `/review/${reviewToken(server.ctx, salon.owner.tenantId, { kind: 'visit', id: visitId })}`;
  await postForm(server.origin, path, { stars: fields.stars });
  if (fields.text) await postForm(server.origin, path, { details: '1', text: fields.text });
  await runJobs();
}

const replies = async (query: Record<string, string | number> = {}) =>
  (await call(contract.listReviewReplies, { token, query })).body.items;
const left = () => withTenant(server.ctx, salon.owner.tenantId, (scope) => aiReviewsLeft(scope));
const afterDelay = async () => {
  await clock.advance({ minutes: 61 });
  await runJobs();
};
const sent = (text: string) => salon.whatsApp.sent.filter(({ message }) => JSON.stringify(message).includes(text));

const UNREACHABLE: ModelReply[] = [{ fault: { kind: 'status', status: 500 } }];

const GOOGLE = {
  source: 'google' as const,
  authorName: 'Мария К.',
  stars: 5,
  text: 'Всё понравилось, спасибо!',
  reviewedOn: '2026-03-01',
};
const add = (id: contract.ReplyWidgetId, ...reviews: (typeof GOOGLE)[]) =>
  call(contract.addPlatformReviews, { token, params: { replyWidgetId: id }, body: { reviews } });

test('a good review is replied to by the model after the delay, once, and takes one of the quota', async () => {
  await aWidget({ signature: 'Команда «Локон»' });
  await review({ stars: '5', text: 'Прекрасная стрижка' });
  expect(await replies()).toMatchObject([{ state: 'waiting', text: '', review: { source: 'own', stars: 5 } }]);
  replyWith('Анна, спасибо за отзыв! Рады, что стрижка вам понравилась.');
  await afterDelay();
  expect(await replies()).toMatchObject([{ state: 'sent', way: 'model', reason: null, memberName: null }]);
  expect(sent('Команда «Локон»')).toHaveLength(1);
  expect(await left()).toBe(2);
  const { items } = (await call(listReviews, { token })).body;
  expect(items[0]?.answer).toMatchObject({ isAutomatic: true, memberName: null });
  await afterDelay();
  expect(sent('Команда «Локон»')).toHaveLength(1);
});

test('a review without a text is replied to by templates in turn, and takes nothing of the quota', async () => {
  await aWidget();
  for (const phone of ['+79161112233', '+79162223344', '+79163334455', '+79164445566'])
    await review({ stars: '5' }, phone);
  await afterDelay();
  const texts = (await replies()).map(({ text }) => text);
  expect(new Set(texts).size).toBe(3);
  expect(texts[0]).toMatch(/^Анна, /);
  expect(await left()).toBe(3);
});

test('below the stars of the widget a person approves; the words that were edited are sent', async () => {
  await aWidget();
  await review({ stars: '2', text: 'Долго ждала' });
  replyWith('Анна, нам очень жаль, что так вышло. Мы разберёмся.');
  await afterDelay();
  const [reply] = await replies({ state: 'approval' });
  expect(reply).toMatchObject({ reason: 'low_stars', text: 'Анна, нам очень жаль, что так вышло. Мы разберёмся.' });
  const notices = async () => (await call(listNotices, { token })).body.notices.filter(({ isResolved }) => !isResolved);
  expect((await notices()).map(({ kind }) => kind)).toContain('replies_to_approve');
  expect(sent('разберёмся')).toHaveLength(0);
  const approve = () =>
    call(contract.approveReviewReply, { token, params: { replyId: reply!.id }, body: { text: 'Анна, простите нас.' } });
  expect(await approve()).toMatchObject({ status: 200, body: { state: 'sent' } });
  expect(await approve()).toMatchObject({ status: 409, body: { code: 'review_reply.wrong_state' } });
  await runJobs();
  expect(sent('простите нас')).toHaveLength(1);
  expect((await notices()).map(({ kind }) => kind)).not.toContain('replies_to_approve');
});

test('a review that a person answers in between is not replied to', async () => {
  await aWidget();
  await review({ stars: '5', text: 'Хорошо' });
  const [{ id } = { id: null }] = (await call(listReviews, { token })).body.items;
  await call(answerReview, { token, params: { reviewId: id! }, body: { text: 'Спасибо от меня' } });
  await runJobs();
  expect(await replies()).toMatchObject([{ state: 'answered' }]);
  replyWith(THANKS);
  await afterDelay();
  expect(sent('Рады, что')).toHaveLength(0);
  expect(await left()).toBe(3);
});

test('stars and text count as they are when the delay is over', async () => {
  const { settings } = await aWidget();
  await aWidget({ rules: [{ ...settings.rules[1]!, id: 'long', text: 'with' }] });
  await review({ stars: '5', text: 'Очень понравилось' });
  replyWith(THANKS);
  await afterDelay();
  expect(await replies()).toMatchObject([{ state: 'sent', way: 'model', text: THANKS }]);
});

test('a text that shows the sex or promises money is written once more, and then left to a person without using the quota', async () => {
  await aWidget();
  await review({ stars: '5', text: 'Хорошо' });
  replyWith('Я рада, что вам понравилось!', THANKS);
  await afterDelay();
  expect(await replies()).toMatchObject([{ state: 'sent', text: THANKS }]);

  await review({ stars: '5', text: 'Отлично' }, '+79165550000');
  replyWith('Дарим вам скидку!', 'Подарим вам скидку!');
  await afterDelay();
  const [bad] = await replies({ state: 'approval' });
  expect(bad).toMatchObject({ reason: 'unfit', text: 'Подарим вам скидку!' });
  expect(await left()).toBe(2);
});

test('without a tariff that has replies they wait for a person, and are written once it is paid for', async () => {
  const { id } = await aWidget();
  const { tenantId } = salon.owner;
  const ended = clock.now().subtract({ hours: 1 }).toString();
  await server.owner.query('update tenants set paid_until = $2 where id = $1', [tenantId, ended]);
  await add(id, GOOGLE);
  await runJobs();
  expect(await replies()).toMatchObject([{ state: 'approval', reason: 'tariff' }]);
  replyWith(THANKS);
  await withTenant(server.ctx, tenantId, (scope) =>
    giveTariff(scope, { tariffId: 17, units: 1, months: 1, key: 'payment:replies' }),
  );
  await runJobs();
  expect(await replies()).toMatchObject([{ state: 'ready', text: THANKS }]);
});

test('without a quota replies wait for a person beside a template, and are written after a top-up', async () => {
  const { id } = await aWidget();
  await withTenant(server.ctx, salon.owner.tenantId, (scope) => setAiReviews(scope, 0));
  await add(id, GOOGLE);
  await runJobs();
  expect(await replies()).toMatchObject([{ state: 'approval', reason: 'quota' }]);
  replyWith(THANKS);
  await withTenant(server.ctx, salon.owner.tenantId, (scope) => addAiReviews(scope, 100));
  await runJobs();
  expect(await replies()).toMatchObject([{ state: 'ready', text: THANKS }]);
  expect(await left()).toBe(99);
});

test('a model that cannot be reached is called three times, then a person is asked and the quota is whole', async () => {
  const { id } = await aWidget();
  for (const name of ['a', 'b']) model.answer(name, UNREACHABLE);
  await add(id, GOOGLE);
  for (let time = 0; time < 4; time += 1) {
    await runJobs();
    await server.owner.query('delete from model_breakers');
    await clock.advance({ minutes: 6 });
  }
  expect(await replies()).toMatchObject([{ state: 'approval', reason: 'model_failed' }]);
  expect(await left()).toBe(3);
});

test('reviews of a platform are added once, replied to at once, copied, and noted as placed', async () => {
  const { id } = await aWidget();
  replyWith('Мария, спасибо за отзыв!');
  expect((await add(id, GOOGLE, GOOGLE)).body).toEqual({ added: 1, repeated: 1 });
  expect((await add(id, { ...GOOGLE, text: 'Всё  понравилось, СПАСИБО!' })).body).toEqual({ added: 0, repeated: 1 });
  await runJobs();
  const [reply] = await replies({ widgetId: id, source: 'google', stars: 5 });
  expect(reply).toMatchObject({ state: 'ready', text: 'Мария, спасибо за отзыв!', review: { authorName: 'Мария К.' } });
  const change = (to: 'place' | 'reject' | 'unplace') =>
    call(contract.changeReviewReply, { token, params: { replyId: reply!.id }, body: { change: to } });
  expect((await change('place')).body).toMatchObject({ state: 'placed', memberName: expect.any(String) });
  expect((await change('reject')).status).toBe(409);
  expect((await change('unplace')).body).toMatchObject({ state: 'ready' });
  const { body } = await call(contract.getReplyWidget, { token, params: { replyWidgetId: id } });
  expect(body).toMatchObject({ widget: { counts: { ready: 1, approval: 0 } }, quota: { left: 2 }, hasModel: true });
});

test('another text is written for a person to look at, even where it would be sent', async () => {
  const { id } = await aWidget();
  replyWith(THANKS, 'Благодарим за тёплые слова!');
  await add(id, GOOGLE);
  await runJobs();
  const [reply] = await replies();
  const change = (to: 'reject' | 'rewrite') =>
    call(contract.changeReviewReply, { token, params: { replyId: reply!.id }, body: { change: to } });
  await change('reject');
  await change('rewrite');
  await runJobs();
  expect(await replies()).toMatchObject([
    { state: 'approval', reason: 'rewritten', text: 'Благодарим за тёплые слова!' },
  ]);
  expect(await left()).toBe(1);
});

test('several replies are approved together; those decided meanwhile are left out', async () => {
  const { id } = await aWidget({ approvalBelow: 6 });
  replyWith(THANKS, 'Благодарим за отзыв!');
  await add(id, GOOGLE, { ...GOOGLE, text: 'Супер' });
  await runJobs();
  const replyIds = (await replies()).map((one) => one.id);
  const approve = () => call(contract.approveReviewReplies, { token, body: { replyIds } });
  expect((await approve()).body).toEqual({ approved: 2, failed: 0, omitted: 0 });
  expect((await approve()).body).toEqual({ approved: 0, failed: 0, omitted: 2 });
});

test('a contact that cannot be written to leaves the reply with its reason', async () => {
  await aWidget();
  await review({ stars: '5' });
  await server.owner.query(
    `insert into opt_outs (tenant_id, id, contact_id, scope, source, created_at)
     select tenant_id, gen_random_uuid(), id, 'all', 'word', now() from contacts where tenant_id = $1`,
    [salon.owner.tenantId],
  );
  await afterDelay();
  expect(await replies()).toMatchObject([
    { state: 'failed', reason: 'opted_out', text: expect.stringContaining('Анна') },
  ]);
});

test('a widget that is switched off takes no reviews, and writes none that wait', async () => {
  const { params } = await aWidget();
  await review({ stars: '5', text: 'Хорошо' });
  await call(contract.switchReplyWidget, { token, params, body: { isEnabled: false } });
  await review({ stars: '5', text: 'Отлично' }, '+79162223344');
  await afterDelay();
  expect(await replies()).toMatchObject([{ state: 'rejected', reason: 'switched_off' }]);
});

test('with a widget its undecided replies go, and the notice of them', async () => {
  const { id, params } = await aWidget({ approvalBelow: 6 });
  replyWith(THANKS);
  await add(id, GOOGLE);
  await runJobs();
  expect(await replies({ state: 'approval' })).toHaveLength(1);
  expect((await call(contract.deleteReplyWidget, { token, params })).status).toBe(200);
  expect(await replies()).toMatchObject([{ state: 'rejected', reason: 'switched_off' }]);
  const { notices } = (await call(listNotices, { token })).body;
  expect(notices.filter(({ kind, isResolved }) => kind === 'replies_to_approve' && !isResolved)).toEqual([]);
  expect((await call(contract.getReplyWidget, { token, params })).status).toBe(404);
});

test('a trial says which rule replies, and uses neither quota nor templates', async () => {
  const { settings } = await aWidget();
  const attempt = async (stars: number, text: string) =>
    (
      await call(contract.tryReplyWidget, {
        token,
        body: { settings, review: { source: 'google', authorName: 'Мария', stars, text } },
      })
    ).body;
  expect(await attempt(5, '')).toMatchObject({ rule: 1, way: 'templates', needsApproval: false });
  replyWith('Мария, нам жаль, что так вышло.');
  expect(await attempt(2, 'Плохо')).toEqual({
    rule: 2,
    way: 'model',
    text: 'Мария, нам жаль, что так вышло.',
    needsApproval: true,
    reason: 'low_stars',
    findings: [],
  });
  const rules = [{ ...settings.rules[0]!, starsFrom: 5 }];
  const none = { ...settings, rules };
  const { body } = await call(contract.tryReplyWidget, {
    token,
    body: { settings: none, review: { source: 'google', authorName: '', stars: 1, text: 'Плохо' } },
  });
  expect(body).toMatchObject({ rule: null, reason: 'no_rule' });
  expect(await left()).toBe(3);
  expect(await replies()).toEqual([]);
});

test('a file of reviews is shown before it is added: repeated rows, and rows that are none, are named', async () => {
  const { id } = await aWidget();
  await add(id, GOOGLE);
  const csv = [
    'Отзывы;;;',
    'Автор;Оценка;Текст;Дата',
    'Мария К.;5;Всё понравилось, спасибо!;01.03.2026',
    'Иван;4;"Хорошо; приду ещё";02.03.2026',
    'Иван;4;"Хорошо; приду ещё";02.03.2026',
    'Олег;хорошо;Текст;02.03.2026',
  ].join('\r\n');
  const upload = async (text: string) => {
    const form = new FormData();
    form.set('file', new File([text], 'reviews.csv', { type: 'text/csv' }));
    const answer = await fetch(`${server.origin}${contract.readReviewFile.path}?source=google`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: answer.status, body: (await answer.json()) as contract.ReviewFilePreview & { code?: string } };
  };
  const { status, body } = await upload(csv);
  expect(status).toBe(200);
  expect(body.reviews.map(({ line, authorName, isRepeated }) => [line, authorName, isRepeated])).toEqual([
    [3, 'Мария К.', true],
    [4, 'Иван', false],
    [5, 'Иван', true],
  ]);
  expect(body.errors).toEqual([{ line: 6, field: 'stars', value: 'хорошо' }]);
  expect(body.columns).toMatchObject({ stars: 'Оценка', text: 'Текст' });
  expect(await upload('Имя;Телефон\r\nАнна;+79161112233')).toMatchObject({
    status: 422,
    body: { code: 'review_file.no_columns' },
  });
});

test('two members who save at once do not overwrite each other, and a pack has at least 100 replies', async () => {
  const { params, settings } = await aWidget();
  const save = (baseVersion: number) =>
    call(contract.saveReplyWidget, { token, params, body: { title: 'Иное', settings, baseVersion } });
  expect((await save(3)).status).toBe(200);
  expect(await save(3)).toMatchObject({ status: 409, body: { code: 'reply_widget.changed_meanwhile' } });
  expect(await call(contract.orderAiReviews, { token, body: { count: 99 } })).toMatchObject({
    status: 400,
    body: { code: 'ai_review_pack.too_small', details: { least: 100 } },
  });
  expect((await call(contract.orderAiReviews, { token, body: { count: 100 } })).status).toBe(200);
});
