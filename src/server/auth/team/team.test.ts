import { beforeEach, expect, test } from 'vitest';
import * as contract from '#contract/auth/calls.ts';
import * as members from '#contract/auth/members.ts';
import { getThread } from '#contract/conversations/calls.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { claimsOf, type SignedUp, testServer } from '#server/testing/server/http.ts';
import { aMailbox } from '#server/testing/world/mailbox.ts';

const mailbox = await aMailbox();
const { call, clock, owner, runJobs, signUp } = await testServer({ env: { SMTP_URL: mailbox.url } });
const { aConversation, aMember } = builders(owner);
const { mails } = mailbox;

beforeEach(async () => {
  await runJobs();
  mails.length = 0;
});

let people = 0;
const anEmail = () => `person-${(people += 1)}@salon.example`;
/** The code of the newest mailed link to a page. */
function codeIn(page = 'invitation'): string {
  const links = mails.map(({ text }) => /https?:\/\/\S+/.exec(text ?? '')?.[0] ?? '');
  const link = links.findLast((one) => one.includes(`/account/${page}?`)) ?? '';
  return new URL(link).searchParams.get('code') ?? '';
}
const invite = async ({ token }: SignedUp, email: string, body: object = {}) => {
  const answer = await call(members.inviteMember, { token, body: { email, role: 'staff', ...body } });
  await runJobs();
  return answer;
};
const accept = (code: string, body: object = {}) =>
  call(members.acceptInvitation, { body: { code, fullName: 'Olga', password: 'olga-secret', ...body } });
const login = (email: string, password = 'olga-secret') => call(contract.login, { body: { email, password } });
const list = async (token: string) => (await call(members.listMembers, { token })).body;
const me = (token: string) => call(contract.currentUser, { token });
const code = (answer: { status: number; body: { code?: string } }) => [answer.status, answer.body.code];

/** A second member of the cabinet, invited and signed in. */
async function aColleague(signedUp: SignedUp, role: 'owner' | 'staff' = 'staff') {
  const email = anEmail();
  await invite(signedUp, email, { role, password: signedUp.password });
  const { token } = (await accept(codeIn())).body;
  return { email, token, id: String(claimsOf(token)['sub']) };
}

test('an invited person gets a mail in the chosen language, sets a password and is a member', async () => {
  const anna = await signUp({ fullName: 'Anna' });
  const email = anEmail();
  const invited = await invite(anna, email.toUpperCase(), { language: 'en' });
  expect(invited.body).toMatchObject({ email, role: 'staff', isExpired: false });
  expect(mails.map(({ to, subject }) => [to?.[0]?.address, subject])).toContainEqual([
    email,
    'Anna invites you to Anna — Frontdesk',
  ]);
  const opened = await call(members.openInvitation, { body: { code: codeIn() } });
  expect(opened.body).toEqual({ tenantName: 'Anna', email, role: 'staff', invitedBy: 'Anna', language: 'en' });
  const { token } = (await accept(codeIn())).body;
  expect((await me(token)).body).toMatchObject({ email, memberRole: 'staff', isEmailConfirmed: true, language: 'en' });
  expect((await login(email)).status).toBe(200);
  expect(await list(anna.token)).toMatchObject({
    members: [
      { name: 'Anna', role: 'owner', isYou: true },
      { name: 'Olga', email, role: 'staff', isYou: false, lastSeenAt: expect.any(String) },
    ],
    invitations: [],
  });
});

test('an invitation is accepted once, within 7 days, and not after it was withdrawn', async () => {
  const anna = await signUp();
  await invite(anna, anEmail());
  const used = codeIn();
  const answers = await Promise.all([accept(used), accept(used)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  expect(code(await call(members.openInvitation, { body: { code: used } }))).toEqual([400, 'auth.code_invalid']);

  const { body } = await invite(anna, anEmail());
  const params = { invitationId: body.id };
  const withdraw = () => call(members.withdrawInvitation, { token: anna.token, params });
  expect([(await withdraw()).status, (await withdraw()).status]).toEqual([200, 200]);
  expect(code(await accept(codeIn()))).toEqual([400, 'auth.code_invalid']);
  expect(code(await call(members.resendInvitation, { token: anna.token, params }))).toEqual([
    404,
    'invitation.not_found',
  ]);

  const late = await invite(anna, anEmail());
  await clock.advance({ hours: 7 * 24 });
  expect(code(await accept(codeIn()))).toEqual([400, 'auth.code_invalid']);
  const { token } = (await login(anna.email, anna.password)).body;
  expect((await list(token)).invitations).toMatchObject([{ isExpired: true }]);
  await call(members.resendInvitation, { token, params: { invitationId: late.body.id } });
  await runJobs();
  expect((await accept(codeIn())).status).toBe(200);
});

test('a second invitation to one e-mail replaces the first', async () => {
  const anna = await signUp();
  const email = anEmail();
  const [first, second] = [
    await invite(anna, email),
    await invite(anna, email, { role: 'owner', password: anna.password }),
  ];
  expect(second.body.id).toBe(first.body.id);
  expect((await list(anna.token)).invitations).toMatchObject([{ email, role: 'owner' }]);
});

test('an e-mail that signs in already is refused, with the reason', async () => {
  const [anna, other] = [await signUp(), await signUp()];
  const colleague = await aColleague(anna);
  expect(code(await invite(anna, colleague.email))).toEqual([409, 'member.already_here']);
  expect(code(await invite(anna, other.email))).toEqual([409, 'member.of_another_cabinet']);

  const late = anEmail();
  await invite(anna, late);
  await signUp({ email: late });
  expect(code(await accept(codeIn()))).toEqual([409, 'member.of_another_cabinet']);
});

test('a cabinet mails 20 invitations at once, and no more that day', async () => {
  const anna = await signUp();
  for (let sent = 0; sent < 20; sent += 1)
    await call(members.inviteMember, { token: anna.token, body: { email: anEmail(), role: 'staff' } });
  await owner.query(`delete from allowances where key like 'call:%'`);
  expect(code(await invite(anna, anEmail()))).toEqual([429, 'member.too_many_invitations']);
  expect((await list(anna.token)).invitations).toHaveLength(20);
});

test('a cabinet has at most 100 people', async () => {
  const anna = await signUp();
  for (let person = 0; person < 99; person += 1) await aMember({ tenantId: anna.tenantId, role: 'staff' });
  expect(code(await invite(anna, anEmail()))).toEqual([409, 'member.cabinet_full']);
});

test('a removed member is out at once, their conversations are nobody’s, and their name stays', async () => {
  const anna = await signUp();
  const olga = await aColleague(anna);
  const { id } = await aConversation({ tenantId: anna.tenantId, assigneeId: olga.id });
  const remove = () => call(members.removeMember, { token: anna.token, params: { memberId: olga.id } });
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 200]);
  await runJobs();
  expect((await me(olga.token)).status).toBe(401);
  expect((await login(olga.email)).status).toBe(401);
  const thread = await call(getThread, { token: anna.token, params: { conversationId: id } });
  expect(thread.body).toMatchObject({ conversation: { assigneeId: null }, items: [{ event: { name: 'assigned' } }] });
  expect((await list(anna.token)).members).toHaveLength(1);
  expect((await invite(anna, olga.email)).status).toBe(200);
  expect((await accept(codeIn())).status).toBe(200);
});

test('a link that was mailed before the removal signs nobody in', async () => {
  const anna = await signUp();
  const olga = await aColleague(anna);
  await call(contract.sendLoginLink, { body: { email: olga.email } });
  await runJobs();
  await call(members.removeMember, { token: anna.token, params: { memberId: olga.id } });
  expect(code(await call(contract.loginByLink, { body: { code: codeIn('login-link') } }))).toEqual([
    400,
    'auth.code_invalid',
  ]);
});

test('the last owner can neither leave nor become staff', async () => {
  const anna = await signUp();
  const memberId = String(claimsOf(anna.token)['sub']);
  const refused = [409, 'member.last_owner'];
  const leave = () => call(members.removeMember, { token: anna.token, params: { memberId } });
  expect(code(await leave())).toEqual(refused);
  const body = { role: 'staff' };
  expect(code(await call(members.changeMemberRole, { token: anna.token, params: { memberId }, body }))).toEqual(
    refused,
  );
  await aColleague(anna, 'owner');
  expect((await leave()).status).toBe(200);
  expect((await me(anna.token)).status).toBe(401);
});

test('of two owners who remove each other at the same moment one stays', async () => {
  const anna = await signUp();
  const olga = await aColleague(anna, 'owner');
  const answers = await Promise.all([
    call(members.removeMember, { token: anna.token, params: { memberId: olga.id } }),
    call(members.removeMember, { token: olga.token, params: { memberId: String(claimsOf(anna.token)['sub']) } }),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('to make an owner needs the password; the rights change at once', async () => {
  const anna = await signUp();
  const olga = await aColleague(anna);
  const change = (body: object) =>
    call(members.changeMemberRole, { token: anna.token, params: { memberId: olga.id }, body });
  expect(code(await change({ role: 'owner', password: 'wrong' }))).toEqual([400, 'auth.password_wrong']);
  expect(code(await invite(anna, anEmail(), { role: 'owner' }))).toEqual([400, 'auth.password_wrong']);
  expect(code(await call(members.listMembers, { token: olga.token }))).toEqual([403, 'auth.forbidden']);
  expect((await change({ role: 'owner', password: anna.password })).status).toBe(200);
  expect((await call(members.listMembers, { token: olga.token })).status).toBe(200);
  expect((await change({ role: 'staff' })).status).toBe(200);
  expect((await call(members.listMembers, { token: olga.token })).status).toBe(403);
});

test('a cabinet is handed over with the password: the caller becomes staff', async () => {
  const anna = await signUp();
  const olga = await aColleague(anna);
  const handOver = (password: string) =>
    call(members.handOverCabinet, { token: anna.token, params: { memberId: olga.id }, body: { password } });
  expect(code(await handOver('wrong'))).toEqual([400, 'auth.password_wrong']);
  expect((await handOver(anna.password)).status).toBe(200);
  expect((await me(olga.token)).body).toMatchObject({ memberRole: 'owner' });
  expect((await me(anna.token)).body).toMatchObject({ memberRole: 'staff' });
  expect(code(await handOver(anna.password))).toEqual([403, 'auth.forbidden']);
});

test('without a mail server nobody is invited', async () => {
  const { call: callWithout, signUp: signUpWithout } = await testServer();
  const { token } = await signUpWithout();
  const answer = await callWithout(members.inviteMember, { token, body: { email: anEmail(), role: 'staff' } });
  expect(code(answer)).toEqual([503, 'server.unavailable']);
});

test('the people of a demo keep their roles and stay, those who were invited into it do not', async () => {
  const anna = await signUp();
  const olga = await aColleague(anna, 'owner');
  const vera = await aColleague(anna);
  await owner.query('update tenants set is_demo = true where id = $1', [anna.tenantId]);
  await owner.query(`update members set email = 'staff@demo.example' where id = $1`, [olga.id]);
  const refused = [409, 'member.of_demo'];
  const remove = (memberId: string) => call(members.removeMember, { token: anna.token, params: { memberId } });
  expect(code(await remove(olga.id))).toEqual(refused);
  const params = { memberId: olga.id };
  expect(code(await call(members.changeMemberRole, { token: anna.token, params, body: { role: 'staff' } }))).toEqual(
    refused,
  );
  expect((await remove(vera.id)).status).toBe(200);
});
