import type { Language } from '#contract/primitives.ts';
import { LOCALE_TAGS, roomTexts } from '#server/platform/values/locale-rules.ts';
import en from '#server/auth/locales/en.json' with { type: 'json' };
import pt_br from '#server/auth/locales/pt_br.json' with { type: 'json' };
import ru from '#server/auth/locales/ru.json' with { type: 'json' };
import uk from '#server/auth/locales/uk.json' with { type: 'json' };
import type { Member } from '#server/auth/members/rules.ts';

export type Letter = { id: string; to: string; replyTo?: string; subject: string; text: string; html: string };

type About = {
  id: string;
  product: string;
  language: Language;
  businessName: string;
  member: Member;
  supportEmail: string;
};

export type LetterRequest = About &
  (
    | { kind: 'confirm' | 'reset' | 'login'; link: string }
    | { kind: 'email_changed'; to: string }
    | { kind: 'second_factor_on' | 'second_factor_off' }
    | { kind: 'written'; to: string; words: MailText & { link: string } }
    | { kind: 'invite'; to: string; link: string; inviter: string }
    | { kind: 'set_up'; comment: string }
  );

const text = roomTexts({ ru, en, pt_br, uk });

/** The text message with a code for the member's phone. */
export function phoneCodeText(language: Language, values: { code: string; product: string }): string {
  return text(language, 'phone_code', values);
}

type MailText = { subject: string; heading: string; text: string; button: string | null; note: string };

/** Writes a mail, as text and as HTML that needs no image and no style sheet. */
export function writeLetter(request: LetterRequest): Letter {
  const { id, member } = request;
  if (request.kind === 'set_up')
    return { id, to: request.supportEmail, replyTo: member.email, ...setUpRequest(request, request.comment) };
  if (request.kind === 'written') {
    const { to, words } = request;
    return { id, to, ...assembled(request, words, words.link) };
  }
  const mail = mailText(request);
  const link = 'link' in request ? request.link : null;
  return {
    id,
    to: 'to' in request ? request.to : member.email,
    ...assembled(request, mail, link),
  };
}

function assembled({ language, product }: About, mail: MailText, link: string | null) {
  return {
    subject: mail.subject,
    text: [mail.heading, mail.text, link && `${mail.button}: ${link}`, mail.note].filter(Boolean).join('\n\n'),
    html: page(language, product, mail, link),
  };
}

/** To the operator, whose language is not the member's: plain facts. */
function setUpRequest({ product, businessName, member }: About, comment: string) {
  const facts = [
    `Cabinet: ${businessName} (${member.tenantId})`,
    `Member: ${member.fullName ?? ''} ${member.email} ${member.phone ?? ''}`.replaceAll(/\s+/g, ' '),
    `Language: ${member.language}, time zone: ${member.timeZone}`,
    ...(comment ? [`Comment: ${comment}`] : []),
  ];
  return {
    subject: `${product}: set-up help for ${businessName}`,
    text: facts.join('\n'),
    html: facts.map((fact) => `<p>${escape(fact)}</p>`).join(''),
  };
}

function mailText(request: Exclude<LetterRequest, { kind: 'set_up' | 'written' }>): MailText {
  const { kind, language, product, member, supportEmail, businessName } = request;
  const values = {
    product,
    email: member.email,
    support: supportEmail,
    business: businessName,
    inviter: request.kind === 'invite' ? request.inviter : '',
  };
  const t = (part: 'subject' | 'heading' | 'text' | 'note') => text(language, `mail.${kind}.${part}`, values);
  return {
    subject: t('subject'),
    heading: t('heading'),
    text: t('text'),
    button: 'link' in request ? text(language, `mail.${request.kind}.button`) : null,
    note: t('note'),
  };
}

function page(language: Language, product: string, mail: MailText, link: string | null): string {
  const button = link
    ? `<p style="margin:24px 0"><a href="${escape(link)}" style="background:#0f766e;color:#fff;padding:12px 20px;border-radius:8px;text-decoration:none;display:inline-block">${escape(mail.button ?? '')}</a></p><p style="font-size:13px;color:#52525b;word-break:break-all">${escape(link)}</p>`
    : '';
  return `<!doctype html><html lang="${LOCALE_TAGS[language]}"><head><meta charset="utf-8"><title>${escape(mail.subject)}</title></head><body style="margin:0;background:#f4f4f5;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#18181b"><div style="max-width:520px;margin:0 auto;padding:32px 16px"><p style="font-weight:600">${escape(product)}</p><div style="background:#fff;border-radius:12px;padding:24px"><h1 style="font-size:20px;margin:0 0 12px">${escape(mail.heading)}</h1><p>${escape(mail.text)}</p>${button}<p style="font-size:13px;color:#52525b">${escape(mail.note)}</p></div></div></body></html>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
