import type { Language } from '#contract/primitives.ts';
import { LOCALE_TAGS, roomTexts } from '#server/platform/values/locale-rules.ts';
import en from '#server/auth/locales/en.json' with { type: 'json' };
import pt_br from '#server/auth/locales/pt_br.json' with { type: 'json' };
import ru from '#server/auth/locales/ru.json' with { type: 'json' };
import uk from '#server/auth/locales/uk.json' with { type: 'json' };
import type { Member } from '#server/auth/members/rules.ts';
import type { ComposedMail } from './composed-rules.ts';

export type Letter = {
  id: string;
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** Turns such letters off without signing in. */
  unsubscribeUrl?: string;
};

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
    | { kind: 'composed'; words: ComposedMail }
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
  if (request.kind === 'composed') return { id, to: member.email, ...composed(request, request.words) };
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

function mailText(request: Exclude<LetterRequest, { kind: 'set_up' | 'written' | 'composed' }>): MailText {
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

function composed({ language, product }: About, mail: ComposedMail): Omit<Letter, 'id' | 'to'> {
  const { subject, heading, text: opening, figures, things, note, unsubscribe } = mail;
  const plain = [
    heading,
    opening,
    figures.map(({ label, value, note: than }) => `${label}: ${value}${than && ` (${than})`}`).join('\n'),
    things.length > 0 && mail.thingsHeading,
    ...things.map(({ text: what, link }, index) => `${index + 1}. ${what}\n${link.label}: ${link.href}`),
    note,
    `${unsubscribe.label}: ${unsubscribe.href}`,
  ];
  const rows = figures.map(
    ({ label, value, note: than }) =>
      `<tr><td style="padding:6px 12px 6px 0">${escape(label)}</td><td style="padding:6px 12px 6px 0;font-weight:600;white-space:nowrap">${escape(value)}</td><td style="padding:6px 0;font-size:13px;color:#52525b">${escape(than)}</td></tr>`,
  );
  const list = things.map(
    ({ text: what, link }) =>
      `<li style="margin:0 0 14px">${escape(what)}<br><a href="${escape(link.href)}" style="color:#0f766e;font-weight:600">${escape(link.label)}</a></li>`,
  );
  const body = `<h1 style="font-size:20px;margin:0 0 12px">${escape(heading)}</h1><p>${escape(opening)}</p><table style="border-collapse:collapse;width:100%">${rows.join('')}</table>${
    list.length > 0
      ? `<h2 style="font-size:16px;margin:20px 0 10px">${escape(mail.thingsHeading)}</h2><ol style="margin:0;padding-left:20px">${list.join('')}</ol>`
      : ''
  }<p style="font-size:13px;color:#52525b">${escape(note)} <a href="${escape(unsubscribe.href)}" style="color:#52525b">${escape(unsubscribe.label)}</a></p>`;
  return {
    subject,
    text: plain.filter(Boolean).join('\n\n'),
    html: frame(language, { product, subject, body }),
    unsubscribeUrl: unsubscribe.href,
  };
}

function page(language: Language, product: string, mail: MailText, link: string | null): string {
  const button = link
    ? `<p style="margin:24px 0"><a href="${escape(link)}" style="background:#0f766e;color:#fff;padding:12px 20px;border-radius:8px;text-decoration:none;display:inline-block">${escape(mail.button ?? '')}</a></p><p style="font-size:13px;color:#52525b;word-break:break-all">${escape(link)}</p>`
    : '';
  const body = `<h1 style="font-size:20px;margin:0 0 12px">${escape(mail.heading)}</h1><p>${escape(mail.text)}</p>${button}<p style="font-size:13px;color:#52525b">${escape(mail.note)}</p>`;
  return frame(language, { product, subject: mail.subject, body });
}

function frame(
  language: Language,
  { product, subject, body }: { product: string; subject: string; body: string },
): string {
  return `<!doctype html><html lang="${LOCALE_TAGS[language]}"><head><meta charset="utf-8"><title>${escape(subject)}</title></head><body style="margin:0;background:#f4f4f5;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#18181b"><div style="max-width:520px;margin:0 auto;padding:32px 16px"><p style="font-weight:600">${escape(product)}</p><div style="background:#fff;border-radius:12px;padding:24px">${body}</div></div></body></html>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
