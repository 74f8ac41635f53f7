import { z } from 'zod';
import { BRAND_KEYS, DEMO_BUSINESSES } from '#contract/brands/brands.ts';
import { Language } from '#contract/primitives.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import { defineEvent } from '#server/platform/events/events.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** A cabinet was registered, by a person with a device: see `visitorOf`. */
export const cabinetRegistered = defineEvent({
  name: 'auth.cabinet_registered',
  facts: z.object({ visitor: z.string() }),
});

/** A member was removed from the cabinet. */
export const memberRemoved = defineEvent({ name: 'auth.member_removed', facts: z.object({ memberId: MemberId }) });

/** Brand that sends a mail, and the origin of its links. */
export const MailSite = z.object({ brand: z.enum(BRAND_KEYS), origin: z.string() });
export type MailSite = z.infer<typeof MailSite>;

export const Mail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('confirm'), codeId: z.uuid() }),
  z.object({ kind: z.literal('reset'), codeId: z.uuid() }),
  z.object({ kind: z.literal('login'), codeId: z.uuid() }),
  /** To an invited person, in the name of the member who invites. */
  z.object({ kind: z.literal('invite'), invitationId: z.uuid() }),
  /** To the member: the second factor was turned on or off. */
  z.object({ kind: z.literal('second_factor'), isOn: z.boolean() }),
  /** To the address the member had until now. */
  z.object({ kind: z.literal('email_changed'), to: z.string() }),
  /** To an address that the owner chose; the texts are those of the room that writes. */
  z.object({
    kind: z.literal('written'),
    id: z.uuid(),
    to: z.string(),
    words: z.object({
      subject: z.string(),
      heading: z.string(),
      text: z.string(),
      button: z.string(),
      link: z.string(),
      note: z.string(),
    }),
  }),
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

/** Makes the demo of a business in a language. Two visitors at once queue it once; it leaves what is there unchanged. */
export const makeDemoJob = defineJob({
  name: 'auth.make-demo',
  payload: z.object({ business: z.enum(DEMO_BUSINESSES), language: Language }),
  key: ({ business, language }) => `demo:${business}:${language}`,
  queue: () => 'demo',
  maxAttempts: 3,
});

/** Purpose of a mailed link: to set a new password, or to sign in. */
const LinkPurpose = z.enum(['reset', 'login']);
export type LinkPurpose = z.infer<typeof LinkPurpose>;

/**
 * Mails a link if a member signs in by the e-mail. Queued for every given e-mail, so that the answer takes as long for
 * an unknown one.
 */
export const mailLinkJob = defineJob({
  name: 'auth.mail-link',
  payload: z.object({ email: z.string(), site: MailSite.nullable(), purpose: LinkPurpose }),
});
