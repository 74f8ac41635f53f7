import { expect, test } from 'vitest';
import { type MailingTextChanges, findMailingTexts, replaceMailingTexts } from '#contract/mailings/texts.ts';
import { rollBackMailings } from '#contract/mailings/versions.ts';
import { deleteMailing, type Mailing, type MailingSettings } from '#contract/mailings/calls.ts';
import { type MailingHouse, mailingHouses } from '#server/testing/houses/mailing-house.ts';

const { server, open } = await mailingHouses();

const find = async ({ owner }: MailingHouse, body: Record<string, unknown>) =>
  (await server.call(findMailingTexts, { token: owner.token, body: { replaceWith: '', ...body } })).body;
const replace = ({ owner }: MailingHouse, body: Record<string, unknown>) =>
  server.call(replaceMailingTexts, { token: owner.token, body });
const aMailing = (house: MailingHouse, text: string, change: Partial<MailingSettings> = {}) =>
  house.aMailing({ content: { texts: { default: text } }, ...change });
const textOf = async (house: MailingHouse, mailing: Mailing) =>
  (await house.read(mailing)).settings.content.texts.default;

/** Every place that was found and can be saved. */
const chosen = (items: readonly MailingTextChanges[]) =>
  items.map(({ mailingId, version, changes }) => ({
    mailingId,
    baseVersion: version,
    paths: changes.filter(({ trouble }) => trouble === null).map(({ path }) => path),
  }));

const EXPERIMENT: MailingSettings['experiment'] = {
  variants: [{ default: 'Other text at Forest street' }],
  sharePercent: 20,
  metric: 'replies',
  decideAfterHours: 24,
  otherwise: 'send_best',
};

test('a text is replaced in chosen mailings: each gets one new version, and Undo restores the old one', async () => {
  const house = await open();
  const first = await aMailing(house, 'Meet us at Forest street', { experiment: EXPERIMENT });
  const second = await aMailing(house, 'Forest street 5');
  const request = { find: 'forest', replaceWith: 'Garden' };
  const { items } = await find(house, request);
  expect(items.map(({ mailingId, changes }) => [mailingId, changes.map(({ path, after }) => [path, after])])).toEqual([
    [second.id, [['content.texts.default', 'Garden street 5']]],
    [
      first.id,
      [
        ['content.texts.default', 'Meet us at Garden street'],
        ['experiment.variants.0.default', 'Other text at Garden street'],
      ],
    ],
  ]);
  const { body } = await replace(house, { ...request, mailings: chosen(items) });
  expect(body.outcomes.map(({ isDone }) => isDone)).toEqual([true, true]);
  expect(await house.read(first)).toMatchObject({
    version: first.version + 1,
    settings: {
      content: { texts: { default: 'Meet us at Garden street' } },
      experiment: { variants: [{ default: 'Other text at Garden street' }] },
    },
  });

  const mailings = body.outcomes.map(({ mailingId, version }) => ({
    mailingId,
    version: version - 1,
    baseVersion: version,
  }));
  const undone = await server.call(rollBackMailings, { token: house.owner.token, body: { mailings } });
  expect(undone.body.outcomes.map(({ isDone }) => isDone)).toEqual([true, true]);
  expect(await house.read(first)).toMatchObject({ version: first.version + 2, settings: first.settings });
});

test('recipients of a mailing at work who have not had it get the new text', async () => {
  const house = await open();
  await house.people(1);
  const mailing = await aMailing(house, 'Meet us at Forest street');
  await house.start(mailing);
  const request = { find: 'Forest', replaceWith: 'Garden' };
  await replace(house, { ...request, mailings: chosen((await find(house, request)).items) });
  await house.settle(mailing);
  expect(house.channel.sent.map(({ message }) => message.text)).toEqual(['Meet us at Garden street']);
});

test('the texts that an A/B test compares stay as they are once the mailing has started', async () => {
  const house = await open();
  await house.people(1);
  const mailing = await aMailing(house, 'Meet us at Forest street', { experiment: EXPERIMENT });
  await house.start(mailing);
  const request = { find: 'Forest', replaceWith: 'Garden' };
  const { items } = await find(house, request);
  expect(items[0]?.changes.map(({ path, trouble }) => [path, trouble])).toEqual([
    ['content.texts.default', null],
    ['experiment.variants.0.default', 'fixed'],
  ]);
  const paths = items[0]?.changes.map(({ path }) => path);
  const mailings = [{ mailingId: mailing.id, baseVersion: mailing.version, paths }];
  expect((await replace(house, { ...request, mailings })).body.outcomes).toMatchObject([
    { problem: { code: 'distribution.text_refused', details: { paths: ['experiment.variants.0.default'] } } },
  ]);
});

test('a mailing that is over is found only among chosen ones, and says why it cannot be changed', async () => {
  const house = await open();
  await house.people(1);
  const [over, draft] = [await aMailing(house, 'Meet us at Forest street'), await aMailing(house, 'Forest')];
  await house.start(over);
  await house.cancel(over);
  const request = { find: 'Forest', replaceWith: 'Garden' };
  const problem = { code: 'distribution.wrong_status', details: { status: 'canceled' } };
  expect((await find(house, request)).items.map(({ mailingId }) => mailingId)).toEqual([draft.id]);
  const { items } = await find(house, { ...request, mailingIds: [over.id] });
  expect(items).toMatchObject([{ mailingId: over.id, problem, changes: [{ after: 'Meet us at Garden street' }] }]);
  const { body } = await replace(house, { ...request, mailings: chosen(items) });
  expect(body.outcomes).toMatchObject([{ mailingId: over.id, isDone: false, problem }]);
  expect(await textOf(house, over)).toBe('Meet us at Forest street');
});

test('a variable that a mailing cannot fill is refused, and one that stood there before is not', async () => {
  const house = await open();
  await aMailing(house, 'See you on {recordDate}, {clientName}');
  const troubleOf = async (text: string, replaceWith: string) =>
    (await find(house, { find: text, replaceWith })).items[0]?.changes.map(({ trouble, names }) => [trouble, names]);
  expect(await troubleOf('clientName', 'recordTime')).toEqual([['foreign_variable', ['recordTime']]]);
  expect(await troubleOf('clientName', 'clientNam')).toEqual([['unknown_variable', ['clientNam']]]);
  expect(await troubleOf('See you', 'Come')).toEqual([[null, []]]);
});

test('a mailing saved meanwhile, or without the text, or that would have no text is refused; the others are changed', async () => {
  const house = await open();
  const [stale, gone, emptied, good] = [
    await aMailing(house, 'Forest 1'),
    await aMailing(house, 'Garden'),
    await aMailing(house, 'Forest'),
    await aMailing(house, 'Forest 2'),
  ];
  const mailings = [stale, gone, emptied, good].map(({ id, version }) => ({
    mailingId: id,
    baseVersion: id === stale.id ? version - 1 : version,
    paths: ['content.texts.default'],
  }));
  const { body } = await replace(house, { find: 'Forest', replaceWith: '', mailings });
  const codeOf = ({ id }: Mailing) => body.outcomes.find(({ mailingId }) => mailingId === id)?.problem?.code ?? null;
  expect([stale, gone, emptied, good].map(codeOf)).toEqual([
    'distribution.changed_meanwhile',
    'distribution.text_not_found',
    'distribution.text_refused',
    null,
  ]);
  expect(await textOf(house, good)).toBe('2');
});

test('the search applies its filters, leaves deleted mailings out and is paged', async () => {
  const house = await open();
  const [one, two, three] = [
    await aMailing(house, 'Forest 1'),
    await aMailing(house, 'Forest 2'),
    await aMailing(house, 'Forest 3'),
  ];
  await server.call(deleteMailing, { token: house.owner.token, params: { mailingId: two.id } });
  const idsOf = async (more: Record<string, unknown>) =>
    (await find(house, { find: 'Forest', replaceWith: 'Garden', ...more })).items.map(({ mailingId }) => mailingId);
  expect(await idsOf({})).toEqual([three.id, one.id]);
  expect(await idsOf({ search: one.title.toUpperCase() })).toEqual([one.id]);
  expect(await idsOf({ status: 'working' })).toEqual([]);
  expect(await idsOf({ mailingIds: [one.id, two.id] })).toEqual([one.id]);
  const page = await find(house, { find: 'Forest', replaceWith: 'Garden', limit: 1 });
  expect(page.items.map(({ mailingId }) => mailingId)).toEqual([three.id]);
  expect(await idsOf({ limit: 1, cursor: page.nextCursor })).toEqual([one.id]);
});

test("another tenant's texts are neither found, nor replaced, nor rolled back", async () => {
  const [house, stranger] = [await open(), await open()];
  const mailing = await aMailing(house, 'Only here');
  const request = { find: 'Only', replaceWith: 'Just' };
  expect((await find(stranger, { ...request, mailingIds: [mailing.id] })).items).toEqual([]);
  const place = { mailingId: mailing.id, baseVersion: mailing.version };
  const { body } = await replace(stranger, { ...request, mailings: [{ ...place, paths: ['content.texts.default'] }] });
  expect(body.outcomes).toMatchObject([{ title: '', problem: { code: 'distribution.not_found' } }]);
  const mailings = [{ ...place, version: 1 }];
  const back = await server.call(rollBackMailings, { token: stranger.owner.token, body: { mailings } });
  expect(back.body.outcomes).toMatchObject([{ title: '', problem: { code: 'distribution.not_found' } }]);
  expect(await textOf(house, mailing)).toBe('Only here');
});
