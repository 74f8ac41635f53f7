import { expect, test } from 'vitest';
import { getMessageTrace } from '#contract/delivery/calls.ts';
import { getConversion } from '#contract/insights/conversion.ts';
import { listMailingPeople } from '#contract/mailings/results.ts';
import { createShortLink, getLinkClicks, listLinkContacts } from '#contract/links/calls.ts';
import { accepted } from '#server/testing/world/fake-channel.ts';
import { mailingHouses } from '#server/testing/houses/mailing-house.ts';
import { addressesIn, shorteningOf, withAddresses } from './shortening-rules.ts';

const { server, open } = await mailingHouses();
const { call, owner: database, origin } = server;

const PERSON = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';

/** Follows a link as it stands in a message. */
const follow = (url: string, agent = PERSON) =>
  fetch(`${origin}${new URL(url).pathname}`, { redirect: 'manual', headers: { 'user-agent': agent } });

const linksOf = (text: string) => [...text.matchAll(/http:\/\/\S+?\/to\/[a-z0-9]{15}\//g)].map(([link]) => link);

test('each recipient gets links of their own, and a click is a step of the trace of their message', async () => {
  const house = await open();
  const { token, tenantId } = house.owner;
  const people = await house.people(2);
  const { body: shared } = await call(createShortLink, { token, body: { title: 'Sale', target: 'https://a.ru/sale' } });
  const text = `Price: https://salon.ru/price?a=1, sale: ${shared.url} stop: http://app.localhost/il/xyz`;
  const mailing = await house.aMailing({ content: { texts: { default: text }, shortensLinks: true } });
  await house.start(mailing);
  await house.settle(mailing);

  const sent = house.channel.sent.map(({ message }) => message.text);
  expect(sent).toHaveLength(2);
  const links = sent.flatMap(linksOf);
  expect(new Set(links).size).toBe(4);
  expect(sent[0]).toMatch(/^Price: \S+\/, sale: \S+\/ stop: http:\/\/app\.localhost\/il\/xyz$/);
  const [price = '', sale = ''] = linksOf(sent[0] ?? '');
  expect((await follow(price, 'WhatsApp/2.24')).headers.get('location')).toBe('https://salon.ru/price?a=1');
  expect((await follow(price)).status).toBe(302);
  expect((await follow(price, `${PERSON} Safari`)).status).toBe(302);
  expect((await follow(sale)).headers.get('location')).toBe('https://a.ru/sale');

  const clicked = async () => {
    const { rows } = await database.query(
      'select id, contact_id, body from messages where tenant_id = $1 and clicked_at is not null',
      [tenantId],
    );
    return rows;
  };
  await expect
    .poll(async () => (await call(getLinkClicks, { token, params: { linkId: shared.id } })).body)
    .toMatchObject({ clicks: 1, sources: [{ source: 'message', clicks: 1 }] });
  const [message, ...others] = await clicked();
  expect(others).toEqual([]);
  expect(people).toContain(message.contact_id);
  expect(message.body).toBe(sent[0]);
  const { body: trace } = await call(getMessageTrace, { token, params: { entryId: message.id } });
  expect(trace.steps.filter(({ kind }) => kind === 'click')).toHaveLength(1);
  const { body: contacts } = await call(listLinkContacts, { token, params: { linkId: shared.id } });
  expect(contacts.items.map(({ contactId }) => contactId)).toEqual([message.contact_id]);
  await server.runRepeated('insights.measure-conversion');
  const { body: conversion } = await call(getConversion, { token, query: { senderId: mailing.id } });
  expect(conversion.total).toMatchObject({ sent: 2, read: 1, clicked: 1, answered: 0 });
  expect((await house.read(mailing)).counts).toMatchObject({ sent: 2, clicked: 1 });
  const { body: followers } = await call(listMailingPeople, {
    token,
    params: { mailingId: mailing.id },
    query: { outcome: 'clicked' },
  });
  expect(followers.items.map(({ contactId }) => contactId)).toEqual([message.contact_id]);
  const { rows: clicks } = await database.query(
    `select times from link_clicks where tenant_id = $1 and code = $2 and verdict = 'click'`,
    [tenantId, price.split('/').at(-2)],
  );
  expect(clicks).toEqual([{ times: 2 }]);
});

test('a message that is sent again keeps its links', async () => {
  const house = await open();
  await house.people(1);
  let attempts = 0;
  house.answer = () => {
    attempts += 1;
    if (attempts > 1) return accepted();
    return {
      kind: 'unreached',
      scope: 'person',
      errorClass: 'temporary',
      code: '500',
      text: 'away',
      retryAfterMs: 1_000,
    };
  };
  const mailing = await house.aMailing({ content: { texts: { default: 'https://salon.ru/' }, shortensLinks: true } });
  await house.start(mailing);
  await house.settle(mailing);
  const sent = house.channel.sent.map(({ message }) => message.text);
  expect(sent).toHaveLength(2);
  expect(sent[0]).toBe(sent[1]);
  expect(linksOf(sent[0] ?? '')).toHaveLength(1);
});

test('without the switch links stay as they are', async () => {
  const house = await open();
  await house.people(1);
  const mailing = await house.aMailing({ content: { texts: { default: 'See https://salon.ru/' } } });
  await house.start(mailing);
  await house.settle(mailing);
  expect(house.channel.sent.map(({ message }) => message.text)).toEqual(['See https://salon.ru/']);
});

test('addresses are found in texts, buttons and parameters, without the signs around them', () => {
  const content = {
    text: '*https://a.ru/x*, (https://b.ru/y) «https://c.ru/z?q=1» https://d.ru/Paris_(city).',
    image: null,
    buttons: [{ type: 'url' as const, title: 'Book', url: 'https://e.ru/' }],
    templates: [
      { channelId: 'x', name: 'x', language: 'ru', parameters: ['look: https://a.ru/x!'], text: 'https://a.ru/x' },
    ],
  };
  const found = addressesIn(content);
  expect(found).toEqual([
    'https://a.ru/x',
    'https://b.ru/y',
    'https://c.ru/z?q=1',
    'https://d.ru/Paris_(city)',
    'https://e.ru/',
  ]);
  const replaced = withAddresses(content, new Map(found.map((address, n) => [address, `S${n}`])));
  expect(replaced.text).toBe('*S0*, (S1) «S2» S3.');
  expect(replaced.buttons).toEqual([{ type: 'url', title: 'Book', url: 'S4' }]);
  expect(replaced.templates[0]).toMatchObject({ parameters: ['look: S0!'], text: 'S0' });
});

test('the page that stops messages, inner addresses and codes of nobody stay long', () => {
  const limits = { ownHosts: ['app.localhost'], blockedHosts: [] };
  expect(shorteningOf('http://app.localhost/il/abc', limits)).toEqual({ kind: 'leave' });
  expect(shorteningOf('http://10.0.0.1/', limits)).toEqual({ kind: 'leave' });
  expect(shorteningOf('http://app.localhost/to/ABCDE123456/', limits)).toEqual({ kind: 'own', code: 'abcde123456' });
  expect(shorteningOf('http://app.localhost/review/abc', limits)).toEqual({ kind: 'shorten' });
});
