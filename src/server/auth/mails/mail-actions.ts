import { BRANDS } from '#contract/brands/brands.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { type Allowance, consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import type { Context, PublicContext } from '#server/platform/context/context.ts';
import {
  type SystemScope,
  type TenantScope,
  withSystem,
  withTenant,
  type Scoped,
} from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { findCodeForUpdate, insertCode } from './code-queries.ts';
import { findOpenInvitation, type StoredInvitation } from './invitation-queries.ts';
import { codeOf, newCodeId } from './codes.ts';
import { type LinkPurpose, type Mail, mailLinkJob, type MailSite, sendMailJob } from '#server/auth/jobs.ts';
import type { ComposedMail } from './composed-rules.ts';
import { type Letter, writeLetter } from './mails.ts';
import { findMember, findSignIn } from '#server/auth/members/queries.ts';
import {
  CONFIRM_CODE_DAYS,
  LOGIN_CODE_HOURS,
  MAILS_PER_EMAIL,
  type Member,
  normaliseEmail,
  RESET_CODE_HOURS,
} from '#server/auth/members/rules.ts';
import { mailSiteOf, siteOfPage } from './sites.ts';

// NOTE: a process: it sends mails between transactions.

/**
 * Mails a member the link that confirms the e-mail; sends nothing for a host that is not ours.
 *
 * @returns a refusal when the e-mail got too many already, so that nobody can flood another person's mailbox
 */
export async function mailConfirmation(
  scope: Scoped<Pick<PublicContext, 'clock' | 'site' | 'vault' | 'log'>>,
  memberId: MemberId,
  email: string,
): Promise<Allowance> {
  const site = mailSiteOf(scope.site);
  if (!site) return { isAllowed: true };
  const allowance = await takeMail(scope, 'confirm', email);
  if (!allowance.isAllowed) return allowance;
  const [codeId, now] = [newCodeId(), scope.clock.now()];
  const expiresAt = now.add({ hours: 24 * CONFIRM_CODE_DAYS });
  await insertCode(scope, { id: codeId, memberId, purpose: 'confirm', email, createdAt: now, expiresAt });
  await queueMail(scope, memberId, site, { kind: 'confirm', codeId });
  return allowance;
}

/** Mails the old address of a member that another one signs in now. */
export async function mailEmailChanged(
  scope: Scoped<Pick<PublicContext, 'site' | 'vault' | 'log'>>,
  memberId: MemberId,
  oldEmail: string,
): Promise<void> {
  const site = mailSiteOf(scope.site);
  if (!site || !(await takeMail(scope, 'changed', oldEmail)).isAllowed) return;
  await queueMail(scope, memberId, site, { kind: 'email_changed', to: oldEmail });
}

/** Informs a member that their second factor was turned on or off. */
export async function mailFactorChanged(
  scope: Scoped<Pick<PublicContext, 'site' | 'config'>>,
  memberId: MemberId,
  isOn: boolean,
): Promise<void> {
  const site = mailSiteOf(scope.site) ?? { brand: scope.site.brand.key, origin: scope.config.publicUrl };
  await queueMail(scope, memberId, site, { kind: 'second_factor', isOn });
}

/** Counts a mail of one purpose to one e-mail. */
export async function takeMail(
  { vault, log, tx }: Pick<Context, 'vault' | 'log'> & SystemScope,
  purpose: LinkPurpose | 'confirm' | 'changed' | 'invite',
  email: string,
): Promise<Allowance> {
  const emailHash = vault.sign(`${purpose}-mails`, email).toString('base64url');
  const allowance = await consumeRateLimit(tx, `${purpose}:${emailHash}`, MAILS_PER_EMAIL);
  if (!allowance.isAllowed) log.warn({ purpose }, 'Too many mails for one e-mail');
  return allowance;
}

export async function queueMail(scope: TenantScope, memberId: MemberId, site: MailSite, mail: Mail): Promise<void> {
  await enqueue(scope, sendMailJob, { tenantId: scope.tenantId, memberId, site, mail });
}

/** Does the same for every e-mail: a job finds out whether there is somebody to mail. */
export async function requestLink(
  ctx: PublicContext,
  purpose: LinkPurpose,
  { email, clientHost }: { email: string; clientHost?: string | null | undefined },
): Promise<void> {
  const site = mailSiteOf(siteOfPage(ctx, clientHost));
  await enqueue({ tx: ctx.db }, mailLinkJob, { email: normaliseEmail(email), site, purpose });
}

const LINK_HOURS: Readonly<Record<LinkPurpose, number>> = { reset: RESET_CODE_HOURS, login: LOGIN_CODE_HOURS };

/** Mails a link if somebody signs in by the e-mail. */
export async function mailLink(
  ctx: Context,
  { email, site, purpose }: { email: string; site: MailSite | null; purpose: LinkPurpose },
): Promise<void> {
  if (!site) return;
  const found = await withSystem(ctx, (scope) => findSignIn(scope, { kind: 'email', name: email }));
  if (!found) return;
  if (!(await takeMail({ ...ctx, tx: ctx.db }, purpose, email)).isAllowed) return;

  const { tenantId, memberId } = found;
  const [codeId, now] = [newCodeId(), ctx.clock.now()];
  const expiresAt = now.add({ hours: LINK_HOURS[purpose] });
  await withTenant(ctx, tenantId, async (scope) => {
    await insertCode(scope, { id: codeId, memberId, purpose, email, createdAt: now, expiresAt });
    await queueMail(scope, memberId, site, { kind: purpose, codeId });
  });
}

/**
 * Sends one mail, in the name of the brand it was asked through and in the member's language.
 *
 * @throws when the mail server is away, so that the job is tried again; what it refuses for good is only logged
 */
export async function sendMail(
  ctx: Context,
  {
    tenantId,
    memberId,
    site,
    mail,
  }: { tenantId: TenantScope['tenantId']; memberId: MemberId; site: MailSite; mail: Mail },
): Promise<void> {
  if (!ctx.config.smtpUrl)
    return ctx.log.warn({ tenantId, mail: mail.kind }, 'A mail was not sent: SMTP_URL is not set');
  const found = await withTenant(ctx, tenantId, async (scope) => ({
    member: await findMember(scope, memberId),
    tenant: await getTenant(scope),
    code: 'codeId' in mail ? await findCodeForUpdate(scope, mail.codeId, mail.kind) : null,
    invitation: mail.kind === 'invite' ? await findOpenInvitation(scope, mail.invitationId) : null, // NOTE: it may have been withdrawn or accepted meanwhile
  }));
  if (!found.member || found.member.removedAt) return;
  if (found.code !== null && found.code?.email !== found.member.email) return; // NOTE: the e-mail was changed since, and the link proves nothing any more
  const about = { member: found.member, businessName: found.tenant.name };
  const letter =
    mail.kind === 'invite'
      ? found.invitation && invitationLetter(ctx, about, site, found.invitation)
      : letterOf(ctx, about, site, mail);
  if (!letter) return;
  await post(ctx, { tenantId, site, kind: mail.kind, letter });
}

/** A file that is sent with a mail. */
type AttachedFile = { name: string; mime: string; bytes: Buffer };

/**
 * Sends a document of an upper room to an address that a member chose.
 *
 * @throws when the mail server is away, so that the job is tried again; what it refuses for good is only logged
 */
export async function mailDocument(
  ctx: Context,
  {
    tenantId,
    memberId,
    site,
    file,
    ...written
  }: {
    tenantId: TenantScope['tenantId'];
    memberId: MemberId;
    site: MailSite;
    file: AttachedFile;
  } & Omit<Extract<Mail, { kind: 'written' }>, 'kind'>,
): Promise<void> {
  const [member, tenant] = await withTenant(ctx, tenantId, async (scope) => [
    await findMember(scope, memberId),
    await getTenant(scope),
  ]);
  if (!member) return;
  const about = aboutOf(ctx, { member, businessName: tenant.name }, site);
  const letter = writeLetter({ ...about, kind: 'written', ...written });
  await post(ctx, { tenantId, site, kind: 'document', letter, file });
}

/**
 * Sends a member a mail that an upper room wrote; nothing to a member who has left.
 *
 * @param mail.id the same at every try, so that a mailbox shows one
 * @throws when the mail server is away, so that the job is tried again; what it refuses for good is only logged
 */
export async function mailComposed(
  ctx: Context,
  {
    tenantId,
    memberId,
    site,
    id,
    words,
  }: { tenantId: TenantScope['tenantId']; memberId: MemberId; site: MailSite; id: string; words: ComposedMail },
): Promise<void> {
  const [member, tenant] = await withTenant(ctx, tenantId, async (scope) => [
    await findMember(scope, memberId),
    await getTenant(scope),
  ]);
  if (!member || member.removedAt) return;
  const about = aboutOf(ctx, { member, businessName: tenant.name }, site);
  await post(ctx, { tenantId, site, kind: 'composed', letter: writeLetter({ ...about, kind: 'composed', id, words }) });
}

async function post(
  ctx: Context,
  {
    tenantId,
    site,
    kind,
    letter,
    file,
  }: { tenantId: TenantScope['tenantId']; site: MailSite; kind: string; letter: Letter; file?: AttachedFile },
): Promise<void> {
  if (!ctx.config.smtpUrl) return ctx.log.warn({ tenantId, mail: kind }, 'A mail was not sent: SMTP_URL is not set');
  const brand = BRANDS[site.brand];
  const { createTransport } = await import('nodemailer'); // NOTE: most starts mail nobody, and it costs 8 MB and 50 ms
  const transport = createTransport({ url: ctx.config.smtpUrl, ...TIMEOUTS });
  try {
    await transport.sendMail({
      from: { name: brand.senderName, address: brand.mailFrom },
      to: letter.to,
      ...(letter.replyTo && { replyTo: letter.replyTo }),
      subject: letter.subject,
      text: letter.text,
      html: letter.html,
      ...(file && { attachments: [{ filename: file.name, contentType: file.mime, content: file.bytes }] }),
      ...(letter.unsubscribeUrl && {
        headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        list: { unsubscribe: letter.unsubscribeUrl },
      }),
      messageId: `<${letter.id}@${brand.hosts[0]}>`, // NOTE: the same at every try, so that a mailbox shows one
    });
  } catch (error) {
    if (!isRefusedForGood(error)) throw error;
    ctx.log.warn({ tenantId, mail: kind, err: error }, 'The mail server refused a mail');
  } finally {
    transport.close();
  }
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

type Author = { member: Member; businessName: string };

function aboutOf(ctx: Context, { member, businessName }: Author, site: MailSite) {
  const { productName: product } = BRANDS[site.brand];
  return { product, language: member.language, businessName, member, supportEmail: ctx.config.supportEmail };
}

function invitationLetter(ctx: Context, author: Author, site: MailSite, invitation: StoredInvitation): Letter {
  const { id, email, language } = invitation;
  const code = codeOf(ctx, author.member.tenantId, id);
  return writeLetter({
    ...aboutOf(ctx, author, site),
    kind: 'invite',
    id: newCodeId(),
    to: email,
    language,
    inviter: author.member.fullName || author.member.email,
    link: `${site.origin}/account/invitation?${new URLSearchParams({ code })}`,
  });
}

function letterOf(ctx: Context, author: Author, site: MailSite, mail: Exclude<Mail, { kind: 'invite' }>): Letter {
  const { member } = author;
  const about = aboutOf(ctx, author, site);
  if (mail.kind === 'second_factor')
    return writeLetter({ ...about, kind: mail.isOn ? 'second_factor_on' : 'second_factor_off', id: newCodeId() });
  if (mail.kind === 'confirm') {
    const code = codeOf(ctx, member.tenantId, mail.codeId);
    const link = `${site.origin}/Account/ConfirmEmail?${new URLSearchParams({ userId: member.id, code })}`;
    return writeLetter({ ...about, kind: 'confirm', id: mail.codeId, link });
  }
  if (mail.kind === 'reset') {
    const code = codeOf(ctx, member.tenantId, mail.codeId);
    const link = `${site.origin}/account/reset-password?${new URLSearchParams({ email: member.email, code })}`;
    return writeLetter({ ...about, kind: 'reset', id: mail.codeId, link });
  }
  if (mail.kind === 'login') {
    const code = codeOf(ctx, member.tenantId, mail.codeId);
    const link = `${site.origin}/account/login-link?${new URLSearchParams({ code })}`;
    return writeLetter({ ...about, kind: 'login', id: mail.codeId, link });
  }
  return writeLetter({ ...about, ...('id' in mail ? mail : { id: newCodeId(), ...mail }) });
}

/** SMTP's 5xx about the recipient or the message; one about our own sign-in there passes once it is mended. */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  const isAboutMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  return isAboutMail && typeof error.responseCode === 'number' && error.responseCode >= 500;
}
