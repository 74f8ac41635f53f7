import { z } from 'zod';
import { BRAND_KEYS } from '#contract/values.ts';
import { MemberId, TenantId } from '#contract/tenants.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Brand that sends a mail, and the origin of its links. */
export const MailSite = z.object({ brand: z.enum(BRAND_KEYS), origin: z.string() });
export type MailSite = z.infer<typeof MailSite>;

export const Mail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('confirm'), codeId: z.uuid() }),
  z.object({ kind: z.literal('reset'), codeId: z.uuid() }),
  /** To the address the member had until now. */
  z.object({ kind: z.literal('email_changed'), to: z.string() }),
  /** To the operator. */
  z.object({ kind: z.literal('set_up'), comment: z.string() }),
]);
export type Mail = z.infer<typeof Mail>;

/** Sends one mail; tried again for a day while the mail server is away. */
export const sendMailJob = defineJob({
  name: 'auth.send-mail',
  payload: z.object({ tenantId: TenantId, memberId: MemberId, site: MailSite, mail: Mail }),
  maxAttempts: 20,
});

/**
 * Looks for the e-mail somebody forgot the password of, and mails a link when there is one. Queued for every e-mail
 * that was asked about, so that the answer takes as long for a stranger's.
 */
export const startResetJob = defineJob({
  name: 'auth.start-reset',
  payload: z.object({ email: z.string(), site: MailSite.nullable() }),
});
