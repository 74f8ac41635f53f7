import { OfficeParser } from 'officeparser';
import { beforeEach, expect, test } from 'vitest';
import * as admin from '#contract/admin/invoices.ts';
import { login } from '#contract/auth/calls.ts';
import { getSubscription, listPayments } from '#contract/billing/calls.ts';
import { type CartLine, totalOf } from '#contract/billing/cart.ts';
import * as contract from '#contract/billing/invoices.ts';
import { TARIFFS } from '#contract/billing/tariffs.ts';
import ru from '#server/billing/locales/ru.json' with { type: 'json' };
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { aMailbox } from '#server/testing/world/mailbox.ts';
import { SELLER } from '#server/testing/world/simulated-world.ts';
import { includedVat } from './invoice-rules.ts';

const mailbox = await aMailbox();
const server = await testServer({ env: { SMTP_URL: mailbox.url, ...SELLER } });
const { call } = server;

/** Mails to the buyer: others confirm addresses of members. */
const mailsToBuyer = () => mailbox.mails.filter(({ to }) => to?.some(({ address }) => address === BUYER.email));

beforeEach(async () => {
  await server.runJobs();
  mailbox.mails.length = 0;
});

const NUMBERS: CartLine = { kind: 'tariff', tariffId: 15, units: 3, months: 3 };
const MESSAGES: CartLine = { kind: 'top_up', balance: 'messages', amount: 500 };
const BUYER = {
  countryId: 1,
  name: 'ООО «Салон Ёлка»',
  taxId: '7707083893',
  kpp: '770701001',
  address: 'Тверь, Советская ул., 5',
  email: 'buh@elka.example',
};

type Given = {
  lines?: readonly CartLine[];
  totalMinor?: number;
  buyer?: Record<string, unknown>;
  headers?: Record<string, string>;
};
const issue = ({ token }: SignedUp, { lines = [MESSAGES], totalMinor, buyer = {}, headers = {} }: Given = {}) =>
  call(contract.createInvoice, {
    token,
    headers,
    body: { ...BUYER, ...buyer, lines: [...lines], totalMinor: totalMinor ?? totalOf(lines, 'RUB') } as never, // NOTE: wrong requisites are sent on purpose
  });
const numberOf = (number: string) => Number(number.split('-')[1]);
async function anOperator() {
  const { email, password, tenantId } = await server.signUp();
  await server.owner.query(`update members set operator_role = 'admin' where tenant_id = $1`, [tenantId]);
  return (await call(login, { body: { email, password } })).body;
}
async function memberOf({ tenantId }: SignedUp): Promise<never> {
  const { rows } = await server.owner.query<{ id: never }>('select id from members where tenant_id = $1', [tenantId]);
  return rows[0]?.id ?? expect.fail('no member');
}
async function textOf(pdf: Uint8Array | ArrayBuffer): Promise<string> {
  const parsed = await OfficeParser.parseOffice(Buffer.from(pdf as ArrayBuffer), { fileType: 'pdf' }); // NOTE: both are bytes
  type Node = { text?: string | undefined; children?: readonly Node[] | undefined };
  const textIn = ({ text, children = [] }: Node): string =>
    children.length > 0 ? children.map(textIn).join(' ') : (text ?? '');
  return (parsed.content as Node[]).map(textIn).join(' ').replaceAll(/\s+/g, ' '); // NOTE: the text stands in the leaves
}

test('an invoice is numbered, mailed with its document, and says in Russian who pays whom for what', async () => {
  const owner = await server.signUp({ language: 'ru' });
  const { status, body } = await issue(owner, { lines: [NUMBERS, MESSAGES] });
  expect([status, body]).toMatchObject([
    200,
    { status: 'issued', amountMinor: 1_500_000 + 50_000, currency: 'RUB', buyerName: BUYER.name, email: BUYER.email },
  ]);
  await server.runJobs();
  expect(mailsToBuyer()).toMatchObject([{ attachments: [{ mimeType: 'application/pdf' }] }]);
  expect(mailsToBuyer()[0]?.subject).toContain(`Счёт № ${body.number}`);

  const document = await fetch(body.pdfUrl.replace(/^https?:\/\/[^/]+/, server.origin));
  expect([document.status, document.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const text = await textOf(await document.arrayBuffer());
  for (const part of [
    `Счёт на оплату № ${body.number} от`,
    'ООО «Ромашка»',
    '40702810938000000001',
    'ООО «Салон Ёлка», ИНН 7707083893, КПП 770701001',
    '3 номера',
    '22 500,00 ₽',
    'Скидка на второй и следующие номера',
    '-7 500,00 ₽',
    'Итого к оплате: 15 500,00 ₽',
    'Без НДС',
  ])
    expect(text).toContain(part);
});

test('numbers follow each other without holes, also when invoices are refused between them and many come at once', async () => {
  const owners = [await server.signUp(), await server.signUp()] as const;
  const first = numberOf((await issue(owners[0])).body.number);
  await issue(owners[0], { totalMinor: 1 });
  const answers = await Promise.all([0, 1, 0, 1, 0].map((index) => issue(owners[index === 0 ? 0 : 1])));
  const numbers = answers.map(({ body }) => numberOf(body.number)).toSorted((a, b) => a - b);
  expect(numbers).toEqual([1, 2, 3, 4, 5].map((step) => first + step));
});

test('the same key issues one invoice', async () => {
  const owner = await server.signUp();
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const [one, again] = [await issue(owner, { headers }), await issue(owner, { headers })];
  expect(again.body.id).toBe(one.body.id);
  expect((await call(contract.listInvoices, { token: owner.token })).body.items).toHaveLength(1);
});

test('requisites are kept for the next invoice', async () => {
  const owner = await server.signUp();
  const { token } = owner;
  expect((await call(contract.getRequisites, { token })).body).toMatchObject({ name: '', email: owner.email });
  await issue(owner);
  expect((await call(contract.getRequisites, { token })).body).toEqual(BUYER);
});

test.each<[string, Record<string, unknown>, Record<string, string[]>]>([
  [
    'no requisites',
    { name: '', taxId: '', address: '', email: '' },
    { name: ['required'], taxId: ['required'], address: ['required'], email: ['email'] },
  ],
  ['an INN with a wrong digit', { taxId: '7707083894' }, { taxId: ['tax_id'] }],
  ['a company without its KPP', { kpp: '' }, { kpp: ['required'] }],
  ['a KPP of another form', { kpp: '77' }, { kpp: ['kpp'] }],
  ['an entrepreneur with a KPP', { taxId: '500100732259' }, { kpp: ['kpp'] }],
])('an invoice with %s is refused at the field', async (_case, buyer, fields) => {
  const { status, body } = await issue(await server.signUp(), { buyer });
  expect([status, body]).toEqual([400, { code: 'request.invalid', details: { fields } }]);
});

test('a tax number of another country is taken as it is', async () => {
  const { status } = await issue(await server.signUp(), { buyer: { countryId: 8, taxId: 'KZ 12', kpp: '' } });
  expect(status).toBe(200);
});

test('an operator marks an invoice paid, and what was bought is given once', async () => {
  const owner = await server.signUp();
  const { token } = await anOperator();
  const { body: invoice } = await issue(owner, {
    lines: [{ kind: 'tariff', tariffId: 0, units: 1, months: 3 }, MESSAGES],
  });
  const userId = await memberOf(owner);
  const mark = (status: 'paid' | 'cancelled') =>
    call(admin.finishInvoice, { token, params: { userId, invoiceId: invoice.id }, body: { status } });
  const marks = await Promise.all([mark('paid'), mark('paid')]);
  expect(marks.map(({ body }) => body.status)).toEqual(['paid', 'paid']);
  expect((await call(getSubscription, { token: owner.token })).body).toMatchObject({
    messagesLeft: 1000,
    tariffs: [{ tariffId: 0, isActive: true }],
  });
  expect([(await mark('cancelled')).status, (await mark('cancelled')).body]).toMatchObject([
    409,
    { code: 'invoice.final' },
  ]);
  const { body: listed } = await call(admin.listUserInvoices, { token, params: { userId }, query: {} });
  expect(listed.items).toMatchObject([{ id: invoice.id, status: 'paid' }]);
  const { body: payments } = await call(listPayments, { token: owner.token, query: {} });
  expect(payments.items).toMatchObject([{ status: 'succeeded', amountMinor: invoice.amountMinor }]);
});

test('an owner cancels an invoice, which then cannot be paid and is not mailed', async () => {
  const owner = await server.signUp();
  const { body: invoice } = await issue(owner);
  const params = { invoiceId: invoice.id };
  expect((await call(contract.cancelInvoice, { token: owner.token, params })).body.status).toBe('cancelled');
  await server.runJobs();
  expect(mailsToBuyer()).toEqual([]);
  const { token } = await anOperator();
  const { status } = await call(admin.finishInvoice, {
    token,
    params: { userId: await memberOf(owner), ...params },
    body: { status: 'paid' },
  });
  expect(status).toBe(409);
});

test('a document whose address was changed is not found', async () => {
  const { body: invoice } = await issue(await server.signUp());
  const url = invoice.pdfUrl.replace(/^https?:\/\/[^/]+/, server.origin);
  expect((await fetch(`${url.slice(0, -2)}AA`)).status).toBe(404);
});

test('VAT that a sum includes is rounded half to even', () => {
  expect([includedVat(120_000, 20), includedVat(101, 22), includedVat(3, 100), includedVat(5, 100)]).toEqual([
    20_000, 18, 2, 2,
  ]);
});

test('every tariff has a name on invoices', () => {
  expect(Object.keys(ru.tariff)).toEqual(TARIFFS.map(({ id }) => `t${id}`));
});
