import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { login } from '#contract/auth/calls.ts';
import * as contract from '#contract/ideas/calls.ts';
import { MAX_NEW_IDEAS } from '#contract/ideas/values.ts';
import { listNotices } from '#contract/onboarding/calls.ts';
import { testServer } from '#server/testing/server/http.ts';

const server = await testServer();
const { call, owner, signUp } = server;
const [salon, clinic] = [await signUp(), await signUp()];
const { token } = await anOperator();

async function anOperator() {
  const { email, password, tenantId } = await signUp();
  await owner.query(`update members set operator_role = 'admin' where tenant_id = $1`, [tenantId]);
  return (await call(login, { body: { email, password } })).body;
}

const suggest = (title: string, of = salon.token) =>
  call(contract.createIdea, { token: of, body: { title, text: '', language: 'en' } });
const shown = async (of: string, query: object = {}) =>
  (await call(contract.listIdeas, { token: of, query: { language: 'en' as const, ...query } })).body;
const answer = (ideaId: contract.IdeaId, body: object) =>
  call(contract.answerIdea, { token, params: { ideaId }, body: { state: 'open', answer: null, ...body } });
const vote = (ideaId: contract.IdeaId, isVoted: boolean, of = clinic.token) =>
  call(contract.voteForIdea, { token: of, params: { ideaId }, body: { isVoted } });

test('an idea is seen by its cabinet alone until the operator has read it; its author gets a notice of the answer', async () => {
  const { body: idea } = await suggest('A calendar');
  expect(idea).toMatchObject({ state: 'new', votesCount: 1, isVoted: true, isOwn: true });
  expect((await shown(salon.token)).items).toMatchObject([{ id: idea.id }]);
  expect((await shown(clinic.token)).items).toEqual([]);
  expect(await vote(idea.id, true)).toMatchObject({ status: 404, body: { code: 'idea.not_found' } });

  await answer(idea.id, { state: 'planned', answer: 'This spring' });
  expect((await shown(clinic.token)).items).toMatchObject([
    { id: idea.id, state: 'planned', answer: 'This spring', isOwn: false },
  ]);
  const { notices } = (await call(listNotices, { token: salon.token })).body;
  expect(notices).toMatchObject([{ kind: 'idea_answered', params: { title: 'A calendar' } }]);
  const { items } = (await call(contract.listAllIdeas, { token })).body;
  expect(items).toMatchObject([{ id: idea.id, author: { email: salon.email } }]);
});

test('a vote counts once for a member, and can be taken back', async () => {
  const { body: idea } = await suggest('Dark receipts');
  await answer(idea.id, {});
  await vote(idea.id, true);
  expect((await vote(idea.id, true)).body).toMatchObject({ votesCount: 2, isVoted: true });
  await vote(idea.id, false);
  expect((await vote(idea.id, false)).body).toMatchObject({ votesCount: 1, isVoted: false });
});

test('the most wanted come first, page by page, in the language of the page', async () => {
  const { body: wanted } = await suggest('Most wanted');
  await answer(wanted.id, {});
  await vote(wanted.id, true);
  const first = await shown(clinic.token, { limit: 1 });
  expect(first.items).toMatchObject([{ id: wanted.id }]);
  const rest = await shown(clinic.token, { cursor: first.nextCursor ?? '' });
  expect(rest.items.map(({ id }) => id)).not.toContain(wanted.id);
  expect(rest.items).toHaveLength(2);
  expect((await shown(clinic.token, { language: 'uk' })).items).toEqual([]);
  expect((await shown(clinic.token, { state: 'planned' })).items).toHaveLength(1);
  expect((await shown(clinic.token, { own: true })).items).toEqual([]);
});

test('a cabinet cannot suggest without end while nothing was read', async () => {
  const { token: eager } = await signUp();
  for (let count = 0; count < MAX_NEW_IDEAS; count += 1) {
    await suggest(`Idea ${count}`, eager);
    await owner.query('delete from allowances');
  }
  expect(await suggest('One more', eager)).toMatchObject({ status: 409, body: { code: 'idea.unread_limit' } });
});

test('an idea that does not exist cannot be answered', async () => {
  expect(await answer(contract.IdeaId.parse(randomUUID()), {})).toMatchObject({ status: 404 });
});
