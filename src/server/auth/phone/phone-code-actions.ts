import { randomInt } from 'node:crypto';
import type { sendPhoneCode as sendPhoneCodeCall } from '#contract/auth/phone.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { MemberContext } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { sameSecret } from '#server/platform/secrets/vault.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { findMember, updateMember } from '#server/auth/members/queries.ts';
import type { TextPhone } from '#server/auth/port.ts';
import { phoneCodeText } from '#server/auth/mails/mails.ts';
import { lockCode, noteAttempt, putCode, returnCode, takeCode } from './phone-code-queries.ts';

// NOTE: a process: it sends a text between transactions, and counts a wrong code in one of its own.

/** From the specification, section 5. */
const CODE_SECONDS = 30;
const CODES_PER_DAY = 3;
const DIGITS = 6;
/** Wrong codes after which the latest is over. */
const ATTEMPTS_PER_CODE = 3;
/** For all cabinets together, so that their members cannot flood one phone. */
const CODES_PER_PHONE = { limit: CODES_PER_DAY, periodMs: 24 * 60 * 60_000 };

/**
 * Texts the caller's phone a code.
 *
 * @param textPhone null where the deployment sends no texts
 * @throws {Problem} `phone.missing`, `phone.confirmed`, `phone.codes_spent`, `phone.code_unsent`, `server.unavailable`
 */
export async function sendPhoneCode(
  ctx: MemberContext,
  textPhone: TextPhone | null,
): Promise<ReplyOf<typeof sendPhoneCodeCall>> {
  if (!textPhone) throw new Problem('server.unavailable');
  const { phone, sent, language } = await withTenant(ctx, ctx.tenantId, async (scope) => {
    const member = await findMember(scope, ctx.memberId);
    if (!member?.phone) throw new Problem('phone.missing');
    if (member.phoneConfirmedAt) throw new Problem('phone.confirmed');
    const day = ctx.clock.now().toZonedDateTimeISO(member.timeZone).toPlainDate().toString();
    const count = await takeCode(scope, member.id, { day, most: CODES_PER_DAY });
    const key = `phone-codes:${ctx.vault.sign('phone-codes', member.phone).toString('base64url')}`;
    const allowance = count !== null && (await consumeRateLimit(scope.tx, key, CODES_PER_PHONE));
    if (!allowance || !allowance.isAllowed) throw new Problem('phone.codes_spent');
    return { phone: member.phone, sent: count, language: member.language };
  });
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  const product = ctx.site.brand.productName;
  const outcome = await textPhone({ to: phone, text: phoneCodeText(language, { code, product }) });
  if (outcome.kind !== 'accepted') ctx.log.warn({ outcome }, 'A code for a phone was not accepted');
  if (outcome.kind === 'refused' || outcome.kind === 'unreached') {
    await withTenant(ctx, ctx.tenantId, (scope) => returnCode(scope, ctx.memberId));
    throw new Problem('phone.code_unsent');
  }
  const expiresAt = ctx.clock.now().add({ seconds: CODE_SECONDS });
  const hash = hashOf(ctx, phone, code);
  await withTenant(ctx, ctx.tenantId, (scope) => putCode(scope, ctx.memberId, { phone, hash, expiresAt }));
  return { secondsLeft: CODE_SECONDS, codesLeft: Math.max(0, CODES_PER_DAY - sent) };
}

/** Confirms the caller's phone. @throws {Problem} `phone.code_wrong`, `phone.code_over` */
export async function confirmPhone(ctx: MemberContext, typed: string): Promise<void> {
  const refusal = await withTenant(ctx, ctx.tenantId, async (scope) => {
    const now = ctx.clock.now();
    const sent = await lockCode(scope, ctx.memberId);
    const member = await findMember(scope, ctx.memberId);
    const isOpen =
      sent && sent.wrong < ATTEMPTS_PER_CODE && isAfter(sent.expiresAt, now) && sent.phone === member?.phone;
    if (!isOpen) return new Problem('phone.code_over');
    const isRight = sameSecret(hashOf(ctx, sent.phone, typed.replaceAll(/\D/g, '')), sent.hash);
    await noteAttempt(scope, ctx.memberId, { isUsed: isRight });
    if (!isRight) return new Problem('phone.code_wrong');
    await updateMember(scope, ctx.memberId, { phoneConfirmedAt: now });
    return null;
  });
  if (refusal) throw refusal;
}

function hashOf({ vault, tenantId, memberId }: MemberContext, phone: string, code: string): Buffer {
  return vault.sign('phone-code', `${tenantId}:${memberId}:${phone}:${code}`);
}
