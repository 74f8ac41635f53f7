import { beforeEach, expect, test } from 'vitest';
import * as contract from '#contract/auth/calls.ts';
import { aMailbox } from '#server/testing/world/mailbox.ts';
import { testServer } from '#server/testing/server/http.ts';

const mailbox = await aMailbox();
const { call, clock, owner, runJobs, signUp } = await testServer({
  env: { SMTP_URL: mailbox.url, SUPPORT_EMAIL: 'help@frontdesk.example' },
});
const { mails } = mailbox;

beforeEach(async () => {
  await runJobs();
  mails.length = 0;
});

/** The link of the newest mail. */
const linkIn = () => new URL(/https?:\/\/\S+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '');
const codeIn = () => linkIn().searchParams.get('code') ?? '';
const forget = (email: string, headers: Record<string, string> = {}) =>
  call(contract.forgotPassword, { body: { email }, headers });
const reset = (email: string, code: string, newPassword = 'new-secret') =>
  call(contract.resetPassword, { body: { email, code, newPassword } });
const login = (email: string, password: string) => call(contract.login, { body: { email, password } });

test('a registration mails a link that confirms the e-mail; following it twice is fine', async () => {
  const { email, token } = await signUp({ language: 'en' });
  await runJobs();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    from: { name: 'Frontdesk', address: 'no-reply@app.frontdesk.example' },
    to: [{ address: email }],
    subject: 'Confirm your email — Frontdesk',
  });
  const link = linkIn();
  expect([link.origin, link.pathname]).toEqual(['http://app.localhost', '/Account/ConfirmEmail']);
  expect(mails[0]?.html).toContain(link.href.replaceAll('&', '&amp;'));

  const userId = link.searchParams.get('userId');
  for (const _ of [1, 2]) {
    const confirmed = await call(contract.confirmEmail, { body: { userId, code: codeIn() } });
    expect(confirmed).toMatchObject({ status: 200, body: {} });
  }
  expect((await call(contract.currentUser, { token })).body).toMatchObject({ isEmailConfirmed: true });
});

test('a confirmation link works for 7 days', async () => {
  await signUp();
  await runJobs();
  const body = { userId: linkIn().searchParams.get('userId'), code: codeIn() };
  await clock.advance({ hours: 7 * 24 });
  expect(await call(contract.confirmEmail, { body })).toMatchObject({
    status: 400,
    body: { code: 'auth.code_invalid' },
  });
});

test("a confirmation code is one member's, and only for the e-mail it was sent to", async () => {
  await signUp();
  await runJobs();
  const [first, firstId] = [codeIn(), linkIn().searchParams.get('userId')];
  const { token, password } = await signUp();
  await runJobs();
  const userId = linkIn().searchParams.get('userId');
  expect((await call(contract.confirmEmail, { body: { userId, code: first } })).status).toBe(400);
  expect((await call(contract.confirmEmail, { body: { userId: firstId, code: codeIn() } })).status).toBe(400);

  const second = codeIn();
  await call(contract.changeEmail, { token, body: { email: 'moved@salon.example', password } });
  expect((await call(contract.confirmEmail, { body: { userId, code: second } })).status).toBe(400);
});

test.each(['', 'x', '00000000-0000-0000-0000-000000000000', 'A'.repeat(75)])('"%s" is no code', async (code) => {
  const { email } = await signUp();
  const answers = [
    await call(contract.confirmEmail, { body: { userId: 'x', code } }),
    await call(contract.resetPassword, { body: { email, code, newPassword: 'new-secret' } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400]);
});

test('a confirmation can be asked for again until it is given', async () => {
  const { token } = await signUp();
  await runJobs();
  await call(contract.sendEmailConfirmation, { token });
  await runJobs();
  expect(mails).toHaveLength(2);
  const body = { userId: linkIn().searchParams.get('userId'), code: codeIn() };
  await call(contract.confirmEmail, { body });
  await call(contract.sendEmailConfirmation, { token });
  await runJobs();
  expect(mails).toHaveLength(2);
});

test('a password is reset by a mailed link, and all sessions of the member end', async () => {
  const { email, password, token, refreshToken } = await signUp({ language: 'en' });
  await runJobs();
  expect(await forget(email.toUpperCase())).toMatchObject({ status: 200, body: {} });
  await runJobs();
  expect(mails.at(-1)).toMatchObject({ to: [{ address: email }], subject: 'New password — Frontdesk' });
  const link = linkIn();
  expect(link.pathname).toBe('/account/reset-password');
  expect(link.searchParams.get('email')).toBe(email);

  expect(await reset(email, codeIn())).toMatchObject({ status: 200, body: {} });
  expect((await call(contract.currentUser, { token })).status).toBe(401);
  expect((await call(contract.refreshToken, { body: { refreshToken } })).status).toBe(400);
  expect((await login(email, password)).status).toBe(401);
  const again = await login(email, 'new-secret');
  expect(again.status).toBe(200);
  expect((await call(contract.currentUser, { token: again.body.token })).body).toMatchObject({
    isEmailConfirmed: true,
  });
});

test('a member locked out by wrong passwords can sign in after a password reset', async () => {
  const { email } = await signUp();
  const here = { 'x-forwarded-for': '198.51.100.7' };
  const enter = (password: string) => call(contract.login, { body: { email, password }, headers: here });
  for (let times = 0; times < 10; times += 1) await enter('forgotten');
  expect((await enter('forgotten')).status).toBe(429);
  await forget(email);
  await runJobs();
  const body = { email, code: codeIn(), newPassword: 'new-secret' };
  const done = await call(contract.resetPassword, { body, headers: here });
  expect(done.status).toBe(200);
  Object.assign(here, { cookie: done.headers.get('set-cookie')?.split(';')[0] });
  expect((await enter('new-secret')).status).toBe(200);
});

test('a reset code works once, whoever comes first, and takes those sent beside it along', async () => {
  const { email } = await signUp();
  await forget(email);
  await runJobs();
  const older = codeIn();
  await forget(email);
  await runJobs();
  const code = codeIn();
  const answers = await Promise.all([1, 2, 3, 4].map((n) => reset(email, code, `secret-${n}`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
  expect(await reset(email, older)).toMatchObject({ status: 400, body: { code: 'auth.code_invalid' } });
});

test('a reset code works for an hour, for its own e-mail and purpose', async () => {
  const { email } = await signUp();
  await runJobs();
  expect((await reset(email, codeIn())).status).toBe(400);
  await forget(email);
  await runJobs();
  expect((await reset('other@salon.example', codeIn())).status).toBe(400);
  expect((await reset(email, codeIn(), '123')).body.details).toEqual({ fields: { newPassword: ['password_short'] } });
  await clock.advance({ hours: 1 });
  expect((await reset(email, codeIn())).status).toBe(400);
});

test('an unknown e-mail gets the same answer, the same job, and no mail', async () => {
  const { email } = await signUp();
  await runJobs();
  mails.length = 0;
  const answers = [await forget(email), await forget('nobody@salon.example')];
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [200, {}],
    [200, {}],
  ]);
  const { rows } = await owner.query('select task_identifier from graphile_worker.jobs');
  expect(rows).toEqual([{ task_identifier: 'auth.mail-link' }, { task_identifier: 'auth.mail-link' }]);
  await runJobs();
  expect(mails.map((mail) => mail.to?.[0]?.address)).toEqual([email]);
});

test('a mail has the brand of the page that requested it', async () => {
  const { email } = await signUp({ language: 'pt_br' });
  await runJobs(); // its own mail would come as the last one now and then
  await forget(email, { 'x-client-host': 'https://medflex.frontdesk.example' });
  await runJobs();
  expect(mails.at(-1)).toMatchObject({
    from: { name: 'Frontdesk MedFlex', address: 'no-reply@medflex.frontdesk.example' },
    subject: 'Nova senha — Frontdesk MedFlex',
  });
  expect(linkIn().host).toBe('medflex.frontdesk.example');
});

test.each([
  ['http://app.localhost:4444', 'http://app.localhost'],
  ['https://medflex.frontdesk.example:4444', 'https://medflex.frontdesk.example'],
  ['https://MEDFLEX.frontdesk.example.:81', 'https://medflex.frontdesk.example'],
])('a page at %s gets a link to %s: the port is not its to choose', async (page, link) => {
  const { email } = await signUp();
  await runJobs();
  await forget(email, { 'x-client-host': page });
  await runJobs();
  const byHeader = linkIn().origin;
  await call(contract.forgotPassword, { body: { email, clientHost: page } });
  await runJobs();
  expect([byHeader, linkIn().origin]).toEqual([link, link]);
});

test('no mail contains a link to an unknown host', async () => {
  const { email } = await signUp();
  await runJobs();
  mails.length = 0;
  const stranger = { 'x-client-host': 'https://evil.example', host: 'evil.example' };
  expect((await forget(email, stranger)).status).toBe(200);
  const body = { email, clientHost: 'https://evil.example' };
  expect((await call(contract.forgotPassword, { body, headers: stranger })).status).toBe(200);
  await signUp({ email: 'from-evil@salon.example' }, stranger);
  await runJobs();
  expect(mails).toEqual([]);
});

test('one e-mail is not flooded with mails', async () => {
  const { email } = await signUp();
  await runJobs();
  mails.length = 0;
  for (let times = 0; times < 8; times += 1) await forget(email);
  await runJobs();
  expect(mails).toHaveLength(5);
});

test('repeated requests for one e-mail send a limited number of mails', async () => {
  const { token, password, email } = await signUp();
  const victim = 'victim@salon.example';
  const change = async (to: string) => {
    expect((await call(contract.changeEmail, { token, body: { email: to, password } })).status).toBe(200);
    await runJobs();
  };
  for (let times = 0; times < 8; times += 1) {
    await change(victim);
    await change(email);
  }
  const toVictim = mails.filter((mail) => mail.to?.[0]?.address === victim);
  expect(toVictim.filter(({ subject }) => subject?.includes('Подтвердите'))).toHaveLength(5);
  expect(toVictim).toHaveLength(10);

  await change(victim);
  const refused = await call(contract.sendEmailConfirmation, { token });
  expect(refused).toMatchObject({ status: 429, body: { code: 'request.too_often' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a mail waits for a mail server that is away, and is given up when it is refused for good', async () => {
  mailbox.refuseWith(451);
  await signUp();
  await expect(runJobs()).rejects.toThrow('auth.send-mail');
  mailbox.refuseWith(0);
  await owner.query('update graphile_worker._private_jobs set run_at = now(), last_error = null');
  await runJobs();
  expect(mails).toHaveLength(1);

  mailbox.refuseWith(550);
  await signUp();
  await runJobs();
  mailbox.refuseWith(0);
  await runJobs();
  expect(mails).toHaveLength(1);
});

test('the operator is asked to help with the set-up', async () => {
  const { email, token } = await signUp();
  await runJobs();
  const body = { comment: 'Нужна <b>помощь</b>' };
  expect((await call(contract.requestSetUp, { token, body })).status).toBe(200);
  await runJobs();
  expect(mails.at(-1)).toMatchObject({ to: [{ address: 'help@frontdesk.example' }], replyTo: [{ address: email }] });
  expect(mails.at(-1)?.text).toContain('Нужна <b>помощь</b>');
  expect(mails.at(-1)?.html).toContain('&lt;b&gt;');
});

test('a changed e-mail signs in and must be confirmed; the old one is notified and no longer signs in', async () => {
  const { email, password, token } = await signUp({ language: 'uk' });
  await runJobs();
  mails.length = 0;
  const body = { email: 'New.One@salon.example', password };
  expect((await call(contract.changeEmail, { token, body })).status).toBe(200);
  await runJobs();
  expect(mails.map((mail) => mail.to?.[0]?.address).toSorted()).toEqual(['new.one@salon.example', email].toSorted());
  expect(mails.find((mail) => mail.to?.[0]?.address === email)?.text).toContain('new.one@salon.example');
  expect((await call(contract.currentUser, { token })).body).toMatchObject({
    email: 'new.one@salon.example',
    isEmailConfirmed: false,
  });
  expect((await login('new.one@salon.example', password)).status).toBe(200);
  expect((await login(email, password)).status).toBe(401);
});
