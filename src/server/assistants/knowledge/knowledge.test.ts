import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createAssistant, duplicateAssistant } from '#contract/assistants/calls.ts';
import * as contract from '#contract/assistants/knowledge.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { aLockedPdf, anOldDocument, aPdf, aWordDocument } from '#server/testing/rows/documents.ts';
import { archiveOf, aWorkbook } from '#server/testing/rows/workbooks.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { noteGap } from './gaps/gap-actions.ts';
import { embedPassages } from './search/embedding-actions.ts';
import type { Embeddings } from './search/embeddings-port.ts';
import { retrieve } from './search/retrieval-actions.ts';

type Answer = { status?: number; type?: string; body?: string; location?: string };

/** The pages of a site by path, and the paths that were read. */
const pages = new Map<string, Answer>();
const read: string[] = [];

const site = createServer(({ url: path = '' }, response) => {
  read.push(path);
  const { status = 200, type = 'text/html', body = '', location } = pages.get(path) ?? { status: 404 };
  response.writeHead(status, { 'content-type': type, ...(location && { location }) }).end(body);
});
const inner = createServer((_request, response) => {
  read.push('inner');
  response.end('<p>secret of the network</p>');
});
await Promise.all([site, inner].map((one) => new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))));
const originOf = (one: typeof site) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`; // NOTE: it listens on a port
const SITE = originOf(site);
afterAll(() => {
  for (const one of [site, inner]) one.close();
});

const server = await testServer({ env: { KNOWLEDGE_SITES: SITE } });

beforeEach(() => {
  pages.clear();
  read.length = 0;
});

async function anAssistant() {
  const owner = await server.signUp();
  const { token } = owner;
  const { body } = await server.call(createAssistant, { token, body: { title: 'Anna', trade: null } });
  return { owner, assistantId: body.id, token, params: { assistantId: body.id } };
}

type Assistant = Awaited<ReturnType<typeof anAssistant>>;

async function upload({ owner, assistantId }: { owner: SignedUp; assistantId: string }, name: string, bytes: Buffer) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  const answer = await fetch(`${server.origin}${contract.uploadKnowledgeFile.path}?assistantId=${assistantId}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${owner.token}` },
  });
  return { status: answer.status, body: (await answer.json()) as contract.KnowledgeSource & { code?: string } };
}

const list = async ({ token, params }: Assistant) =>
  (await server.call(contract.listKnowledgeSources, { token, params })).body;

async function sourceOf(assistant: Assistant, id: string) {
  return (await list(assistant)).items.find((source) => source.id === id);
}

const tryQuestion = async ({ token, params }: Assistant, question: string) =>
  (await server.call(contract.tryKnowledge, { token, params, body: { question } })).body;

const address = (path: string, maxPages = 1, refreshDays: 1 | null = null) => ({
  url: `${SITE}${path}`,
  maxPages,
  refreshDays,
});

async function addSite(assistant: Assistant, body: ReturnType<typeof address>) {
  const { token, params } = assistant;
  const { body: added } = await server.call(contract.addKnowledgeAddress, { token, params, body });
  await server.runJobs();
  return sourceOf(assistant, added.id);
}

test('a document is read into passages, and a question finds the one with its place', async () => {
  const salon = await anAssistant();
  const bytes = aPdf([['Добро пожаловать в наш салон красоты!'], ['Парковка во дворе бесплатная, шесть мест.']]);
  const { body } = await upload(salon, 'О нас.pdf', bytes);
  expect(body).toMatchObject({ kind: 'file', title: 'О нас.pdf', state: 'waiting', passages: 0 });
  await server.runJobs();
  expect(await sourceOf(salon, body.id)).toMatchObject({ state: 'ready', trouble: null, omissions: [], passages: 1 });
  const { passages, searched } = await tryQuestion(salon, 'где поставить машину?');
  expect(searched).toBe(1);
  expect(passages).toMatchObject([
    { sourceId: body.id, sourceTitle: 'О нас.pdf', place: { kind: 'page', number: 1 }, isExact: false },
  ]);
  expect(passages[0]?.words).toContain('парковка');
});

test('a workbook is told apart by its content, and a question finds its row', async () => {
  const salon = await anAssistant();
  const rows = [['Услуга', 'Цена'], ...Array.from({ length: 60 }, (_, n) => [`Процедура номер ${n}`, 1_000 + n])];
  const { body } = await upload(salon, 'price.doc', await aWorkbook({ rows: [...rows, ['Шугаринг', 2_400]] }));
  await server.runJobs();
  const [first] = (await tryQuestion(salon, 'почём шугаринг')).passages;
  expect(first).toMatchObject({ sourceId: body.id, place: { kind: 'row' } });
  expect(first?.text).toContain('Услуга: Шугаринг; Цена: 2400');
});

test.each<[string, () => Buffer | Promise<Buffer>, string]>([
  ['a scan', () => aPdf([[], []]), 'scan'],
  ['a PDF with a password', aLockedPdf, 'locked'],
  ['a PDF that is cut off', () => aPdf([['Стрижка']]).subarray(0, 40), 'damaged'],
  ['a document without words', () => aWordDocument(['']), 'empty'],
  ['an archive of pictures', () => archiveOf({ 'a.png': 'x' }), 'damaged'],
])('%s is a source with its trouble', async (_what, make, trouble) => {
  const salon = await anAssistant();
  const { body } = await upload(salon, 'file.pdf', await make());
  await server.runJobs();
  expect(await sourceOf(salon, body.id)).toMatchObject({ state: 'failed', trouble, passages: 0 });
});

test('a file that is no document is not taken, and neither is one for the assistant of another cabinet', async () => {
  const [salon, other] = [await anAssistant(), await anAssistant()];
  expect((await upload(salon, 'run.pdf', Buffer.from('MZ this is a program'))).body.code).toBe('file.wrong_type');
  const foreign = await upload({ ...salon, assistantId: other.assistantId }, 'a.pdf', aPdf([['A']]));
  expect([foreign.status, foreign.body.code]).toEqual([404, 'assistant.not_found']);
});

test('a document that was replaced by a broken one keeps what it had until it is read well', async () => {
  const salon = await anAssistant();
  const { body } = await upload(salon, 'a.doc', anOldDocument('Мы открыты с девяти до девяти'));
  await server.runJobs();
  await server.owner.query('update files set mime = $1 where tenant_id = $2', ['text/plain', salon.owner.tenantId]);
  const params = { ...salon.params, sourceId: body.id };
  await server.call(contract.rereadKnowledgeSource, { token: salon.token, params });
  await server.runJobs();
  expect(await sourceOf(salon, body.id)).toMatchObject({ state: 'failed', trouble: 'gone', passages: 1 });
  expect((await tryQuestion(salon, 'до скольки открыты?')).passages).toHaveLength(1);
});

test('a job that runs twice stores each passage once', async () => {
  const salon = await anAssistant();
  const { body } = await upload(salon, 'a.doc', anOldDocument('Мы открыты с девяти до девяти'));
  const payload = { tenantId: salon.owner.tenantId, sourceId: body.id, reading: 1 };
  await Promise.all([
    server.runJob('assistants.read-source', payload),
    server.runJob('assistants.read-source', payload),
  ]);
  await server.runJob('assistants.read-source', payload);
  const { rows } = await server.owner.query('select 1 from knowledge_passages where source_id = $1', [body.id]);
  expect(rows).toHaveLength(1);
});

test('a pair answers at once, in every wording; it is changed, deleted and restored', async () => {
  const salon = await anAssistant();
  const { token, params } = salon;
  const pair = {
    questions: ['Есть ли у вас Wi-Fi?', 'какой пароль от вайфая'],
    answer: 'Сеть Salon, пароль 12345678.',
  };
  const { body: added } = await server.call(contract.addKnowledgePair, { token, params, body: pair });
  expect(added).toMatchObject({ kind: 'pair', state: 'ready', passages: 1, questions: pair.questions });
  expect((await tryQuestion(salon, 'КАКОЙ пароль от вайфая???')).passages).toMatchObject([{ isExact: true, score: 1 }]);

  const place = { ...params, sourceId: added.id };
  const changed = { questions: ['Пароль от интернета'], answer: 'Спросите администратора.' };
  await server.call(contract.changeKnowledgePair, { token, params: place, body: changed });
  expect((await tryQuestion(salon, 'пароль от интернета')).passages).toMatchObject([
    { text: 'Спросите администратора.' },
  ]);

  await server.call(contract.deleteKnowledgeSource, { token, params: place });
  expect((await tryQuestion(salon, 'пароль от интернета')).passages).toEqual([]);
  await server.call(contract.restoreKnowledgeSource, { token, params: place });
  expect((await tryQuestion(salon, 'пароль от интернета')).passages).toHaveLength(1);
  expect((await list(salon)).counts).toEqual({ sources: 1, passages: 1, openGaps: 0 });
});

test('a deleted source is forgotten after a day', async () => {
  const salon = await anAssistant();
  const { token, params } = salon;
  const body = { questions: ['Есть чай?'], answer: 'Да' };
  const { body: added } = await server.call(contract.addKnowledgePair, { token, params, body });
  const place = { ...params, sourceId: added.id };
  await server.call(contract.deleteKnowledgeSource, { token, params: place });
  await server.clock.advance({ hours: 25 });
  await server.runRepeated('assistants.purge-sources');
  const answer = await server.call(contract.restoreKnowledgeSource, { token, params: place });
  expect([answer.status, answer.body.code]).toEqual([404, 'knowledge_source.not_found']);
});

const page = (title: string, words: string, links: readonly string[] = []): Answer => ({
  body: `<title>${title}</title><h1>${title}</h1><p>${words}</p>${links.map((link) => `<a href="${link}">x</a>`).join(' ')}`,
});

test('of a site as many pages are read as it may have, those alone that robots may read, each once', async () => {
  const salon = await anAssistant();
  pages.set('/robots.txt', { type: 'text/plain', body: 'User-agent: *\nDisallow: /admin' });
  pages.set('/', page('Салон', 'Мы рады вам', ['/prices', '/admin', '/prices#top', 'https://other.example/', '/lost']));
  pages.set('/prices', page('Цены', 'Стрижка стоит 1500 рублей', ['/', '/more']));
  pages.set('/admin', page('Админ', 'Тайный раздел'));
  pages.set('/more', page('Ещё', 'Массаж спины', ['/fifth']));
  const source = await addSite(salon, address('/', 5));
  expect(read).toEqual(['/robots.txt', '/', '/prices', '/lost', '/more']);
  expect(source).toMatchObject({
    kind: 'site',
    title: 'Салон',
    state: 'ready',
    passages: 3,
    omissions: ['failed_pages'],
  });
  const [found] = (await tryQuestion(salon, 'почём подстричься')).passages;
  expect(found).toMatchObject({ place: { kind: 'address', url: `${SITE}/prices` }, sourceTitle: 'Салон' });
});

test.each<[string, Answer, string]>([
  ['redirects inside the network', { status: 302, location: originOf(inner) }, 'inside'],
  ['is not there', { status: 404 }, 'gone'],
  ['wants a sign-in', { status: 401 }, 'forbidden'],
  ['is a picture', { type: 'image/png', body: 'x' }, 'not_text'],
  ['has scripts alone', { body: '<script>document.write("hi")</script>' }, 'empty'],
  ['is larger than pages are', { body: `<p>${'a'.repeat(6_000_000)}` }, 'too_big'],
  ['redirects without end', { status: 302, location: '/a' }, 'gone'],
])('a page that %s is a source with its trouble, and nothing inside is read', async (_what, answer, trouble) => {
  const salon = await anAssistant();
  pages.set('/a', answer);
  expect(await addSite(salon, address('/a'))).toMatchObject({ state: 'failed', trouble });
  expect(read).not.toContain('inner');
});

test('a site in trouble is tried three times, then it says so', async () => {
  const salon = await anAssistant();
  pages.set('/a', { status: 503 });
  const source = await addSite(salon, address('/a'));
  expect(source).toMatchObject({ state: 'waiting', trouble: null });
  for (const seconds of [31, 301]) {
    await server.clock.advance({ seconds });
    await server.runJobs();
  }
  expect(await sourceOf(salon, source?.id ?? '')).toMatchObject({ state: 'failed', trouble: 'unreachable' });
});

test.each([
  'http://localhost/a',
  'https://10.0.0.1/',
  'http://[::1]/',
  'https://intranet/',
  'https://u@salon.example/',
])('the address %s is refused at once', async (url) => {
  const { token, params } = await anAssistant();
  const body = { url, maxPages: 1, refreshDays: null };
  expect((await server.call(contract.addKnowledgeAddress, { token, params, body })).body.code).toBe(
    'knowledge.address_inside',
  );
});

test('a page is read again when its time has come; until then it is used as it was', async () => {
  const salon = await anAssistant();
  pages.set('/a', page('Акции', 'Скидка на педикюр'));
  const source = await addSite(salon, address('/a', 1, 1));
  pages.set('/a', page('Акции', 'Скидка на массаж'));
  await server.runRepeated('assistants.read-due-sources');
  await server.runJobs();
  expect((await tryQuestion(salon, 'скидка на педикюр')).passages[0]?.text).toContain('педикюр');
  await server.clock.advance({ hours: 25 });
  await server.runRepeated('assistants.read-due-sources');
  await server.runJobs();
  expect((await tryQuestion(salon, 'скидка на массаж')).passages[0]?.text).toContain('массаж');
  const params = { ...salon.params, sourceId: source?.id ?? '' };
  const { body } = await server.call(contract.listKnowledgePassages, { token: salon.token, params });
  expect(body.items.map(({ text }) => text)).toEqual(['Скидка на массаж']);
});

test('unanswered questions that are alike are one gap, which becomes a pair or is dismissed', async () => {
  const salon = await anAssistant();
  const { owner, assistantId, token, params } = salon;
  const note = (question: string) =>
    withTenant(server.ctx, owner.tenantId, (scope) =>
      noteGap({ ...server.ctx, ...scope }, { assistantId, conversationId: null, question, reason: 'nothing_found' }),
    );
  for (const question of ['Есть солярий?', 'а солярий у вас почём', 'делаете тату?', '?!']) await note(question);
  const gaps = async () => (await server.call(contract.listKnowledgeGaps, { token, params })).body.items;
  const [first, second] = await gaps();
  expect(first).toMatchObject({ question: 'Есть солярий?', wordings: ['а солярий у вас почём'], count: 2 });
  expect(second).toMatchObject({ question: 'делаете тату?', count: 1 });

  const body = { questions: ['Есть солярий?', 'а солярий у вас почём'], answer: 'Солярия у нас нет.' };
  const place = { ...params, gapId: first?.id ?? '' };
  await server.call(contract.answerKnowledgeGap, { token, params: place, body });
  await server.call(contract.answerKnowledgeGap, { token, params: place, body });
  expect((await list(salon)).counts).toMatchObject({ sources: 1, openGaps: 1 });
  expect((await tryQuestion(salon, 'А солярий у вас почём?')).passages).toMatchObject([{ isExact: true }]);

  const other = { ...params, gapId: second?.id ?? '' };
  await server.call(contract.dismissKnowledgeGap, { token, params: other });
  await note('вы делаете тату');
  expect(await gaps()).toEqual([]);
  await server.call(contract.reopenKnowledgeGap, { token, params: other });
  expect(await gaps()).toMatchObject([{ count: 2 }]);
});

/** Meanings along two axes: whether a text is of animals, or of tattoos. */
const aProvider = (model: string | null): Embeddings => ({
  modelOf: () => model,
  embed: (_ctx, { values }) =>
    Promise.resolve(values.map((text) => [/собак|терьер/i.test(text) ? 1 : 0.01, /тату|рисун/i.test(text) ? 1 : 0.01])),
});

test('meanings find what words do not, within one model; a new model has all passages computed again', async () => {
  const salon = await anAssistant();
  const { owner, assistantId, token, params } = salon;
  for (const answer of ['Можно прийти с собакой.', 'Тату не делаем.'])
    await server.call(contract.addKnowledgePair, { token, params, body: { questions: [`О том: ${answer}`], answer } });
  const { signal } = new AbortController();
  const question = { tenantId: owner.tenantId, assistantId, questions: ['я с йоркширским терьером'] };
  const search = async (model: string | null) => {
    const found = await retrieve(server.ctx, aProvider(model), question);
    return found.map(({ text }) => text.split('\n')[1]);
  };
  expect(await search(null)).toEqual([]);
  const payload = { tenantId: owner.tenantId, assistantId };
  await embedPassages(server.ctx, aProvider('a/1'), payload, signal);
  expect(await search('a/1')).toEqual(['Можно прийти с собакой.']);
  expect(await search('a/2')).toEqual([]);
  await embedPassages(server.ctx, aProvider('a/2'), payload, signal);
  expect(await search('a/2')).toEqual(['Можно прийти с собакой.']);
  expect(await search('a/1')).toEqual([]);
});

test('a copy of an assistant knows what it knows, and each changes without the other', async () => {
  const salon = await anAssistant();
  const { token, params } = salon;
  await upload(salon, 'a.doc', anOldDocument('Мы открыты с девяти до девяти'));
  await server.runJobs();
  const body = { questions: ['Есть чай?'], answer: 'Да' };
  const { body: pair } = await server.call(contract.addKnowledgePair, { token, params, body });
  const { body: copy } = await server.call(duplicateAssistant, { token, params });
  const other = { ...salon, params: { assistantId: copy.id } };
  await server.call(contract.deleteKnowledgeSource, { token, params: { ...params, sourceId: pair.id } });
  expect((await tryQuestion(other, 'Есть чай?')).passages).toMatchObject([{ isExact: true }]);
  expect((await tryQuestion(other, 'до скольки открыты?')).passages).toHaveLength(1);
  expect((await list(other)).counts).toMatchObject({ sources: 2, passages: 2 });
});

test('an assistant of another cabinet has no knowledge for a member', async () => {
  const [salon, other] = [await anAssistant(), await anAssistant()];
  const body = { questions: ['Есть чай?'], answer: 'Да' };
  const { body: added } = await server.call(contract.addKnowledgePair, {
    token: salon.token,
    params: salon.params,
    body,
  });
  const { token } = other;
  expect((await server.call(contract.listKnowledgeSources, { token, params: salon.params })).status).toBe(404);
  expect(
    (await server.call(contract.tryKnowledge, { token, params: salon.params, body: { question: 'чай' } })).status,
  ).toBe(404);
  const params = { ...other.params, sourceId: added.id };
  expect((await server.call(contract.deleteKnowledgeSource, { token, params })).status).toBe(404);
});
