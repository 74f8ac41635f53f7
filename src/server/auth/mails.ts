import type { Language } from '#contract/primitives.ts';
import { MAIL_TEXTS, type MailText } from './mail-texts.ts';
import type { Member } from './rules.ts';

export type Letter = { id: string; to: string; replyTo?: string; subject: string; text: string; html: string };

type About = {
  id: string;
  product: string;
  language: Language;
  businessName: string;
  member: Member;
  supportEmail: string;
};

export type LetterWish = About &
  (
    | { kind: 'confirm' | 'reset'; link: string }
    | { kind: 'email_changed'; to: string }
    | { kind: 'set_up'; comment: string }
  );

/** Writes a mail, as text and as HTML that needs no image and no style sheet. */
export function writeLetter(wish: LetterWish): Letter {
  const { id, member } = wish;
  if (wish.kind === 'set_up')
    return { id, to: wish.supportEmail, replyTo: member.email, ...setUpRequest(wish, wish.comment) };
  const text = fill(MAIL_TEXTS[wish.language][wish.kind], wish);
  const link = 'link' in wish ? wish.link : null;
  return {
    id,
    to: wish.kind === 'email_changed' ? wish.to : member.email,
    subject: text.subject,
    text: [text.heading, ...text.paragraphs, link && `${text.button}: ${link}`, text.note].filter(Boolean).join('\n\n'),
    html: page(wish.language, wish.product, text, link),
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

function fill(text: MailText, { product, member, supportEmail }: About): MailText {
  const values: Record<string, string> = { product, email: member.email, support: supportEmail };
  const put = (line: string) => line.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  return {
    subject: put(text.subject),
    heading: put(text.heading),
    paragraphs: text.paragraphs.map(put),
    button: put(text.button),
    note: put(text.note),
  };
}

const LANGUAGE_TAG: Record<Language, string> = { ru: 'ru', en: 'en', pt_br: 'pt-BR', uk: 'uk-UA' };

function page(language: Language, product: string, text: MailText, link: string | null): string {
  const button = link
    ? `<p style="margin:24px 0"><a href="${escape(link)}" style="background:#0f766e;color:#fff;padding:12px 20px;border-radius:8px;text-decoration:none;display:inline-block">${escape(text.button)}</a></p><p style="font-size:13px;color:#52525b;word-break:break-all">${escape(link)}</p>`
    : '';
  return `<!doctype html><html lang="${LANGUAGE_TAG[language]}"><head><meta charset="utf-8"><title>${escape(text.subject)}</title></head><body style="margin:0;background:#f4f4f5;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#18181b"><div style="max-width:520px;margin:0 auto;padding:32px 16px"><p style="font-weight:600">${escape(product)}</p><div style="background:#fff;border-radius:12px;padding:24px"><h1 style="font-size:20px;margin:0 0 12px">${escape(text.heading)}</h1>${text.paragraphs.map((line) => `<p>${escape(line)}</p>`).join('')}${button}<p style="font-size:13px;color:#52525b">${escape(text.note)}</p></div></div></body></html>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
