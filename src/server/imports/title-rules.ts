import type { ImportField } from '#contract/imports/calls.ts';
import { onOneLine } from '#contract/pasted-text.ts';

/** Titles of columns in the languages of the product and of well-known address books, in lower case. */
const TITLES: Readonly<Record<ImportField, RegExp>> = {
  phone:
    /phone|mobile|whats|viber|^tel|^fone|телефон|^тел|^моб|номер|мобіл|мобил|celular|^cel\b|telefone|telem[oó]vel|n[uú]mero|контакт|^t[eé]l|^handy|^m[oó]vil/,
  name: /name|^client|^customer|имя|фио|ф\.\s?и\.\s?о|клиент|^ім|піб|п\.\s?і\.\s?б|клієнт|nome|cliente|^contato|^imi[eę]$|^nom\b|^nombre|^ad$|^ad soyad|^vardas|^аты$/,
  first_name: /^(first|given)[ _-]?name|^forename|^primeiro nome|^vorname|^pr[eé]nom/,
  middle_name: /^(middle|additional)[ _-]?name|patronym|отчество|по.?батькові|^nome do meio/,
  last_name:
    /surname|^(last|family)[ _-]?name|^фамилия|^прізвище|^sobrenome|^apelido|^[uú]ltimo nome|^nachname|^nazwisko|^soyad|^cognome|^apellido/,
  email: /mail|почта|пошта/,
  birth_date: /birth|^dob$|^b-?day|рожд|^д\.?\s?р\.?$|народж|nascimento|^nasc\b|anivers/,
  language: /lang|язык|язик|^мова|idioma|l[ií]ngua/,
  tags: /^tag|^labels?$|categor|group|тег|(?<!за)метк|(?<!при)мітк|груп|категор|^ярлыки|etiqueta|grupo/,
  note: /note|comment|коммент|комент|замет|примеч|приміт|нотат|observ|^obs\b|^nota/,
  consent:
    /consent|соглас|згод|autoriza|opt.?in\b|подписк|подписан|підписк|рассыл|розсил|реклам|aceit|permission|gdpr|marketing|newsletter|subscri|отказ|отпис|opt.?out|не беспок|не турб|do.not|descadastr|відмов/,
};

/** Titles that contain a word of a meaning and are about something else. */
const OTHERS =
  / - (label|type|тип|ярлык|мітка|r[oó]tulo|tipo)$|compan|компан|organi[sz]|организ|організ|empresa|prefix|suffix|nick|yomi|phonetic|file as|display|login|user ?name|мастер|майст|сотрудник|менеджер|админ|филиал|master\b|stylist|employee|assistant|profissional|manager|spouse|супруг|\bm[ãa]e\b|\bpai\b|мать|матер|отец|отца|ребен|ребён|карт[ыа]|card|заказ|order|договор|visit|визит|\bid\b|^код\b|fax|факс|услуг|service|servi[cç]o|городa|address\b.*street|count|колич/;

/** Titles of a name that are first names where the table has a column of surnames. */
const PLAIN_NAME =
  /^(имя|ім.?я|name|nome|nombre|nom|imi[eę]|ad|имя клиента|ім.?я клієнта|nome do cliente|client name|customer name)$/;

/** Titles by which a "yes" means that the contact refuses. */
const REFUSAL = /отказ|отпис|не беспок|не пис|не турб|відмов|відпис|opt.?out|unsubscr|do.not|recus|descadastr/;

export const bareTitle = (title: string): string => onOneLine(title).toLowerCase();

/** Whether a title names a meaning, apart from its content. */
export function isTitled(title: string, field: ImportField): boolean {
  const bare = bareTitle(title);
  return TITLES[field].test(bare) && !isAboutOther(bare);
}

const isAboutOther = (bare: string): boolean => OTHERS.test(bare) && !/^e-?mail address/.test(bare);

/** Whether a column may have a meaning that its title does not name. */
export const allowsInference = (title: string): boolean => !isAboutOther(bareTitle(title));

export const isPlainName = (title: string): boolean => PLAIN_NAME.test(bareTitle(title));

/** Whether a yes in the column of a consent is a refusal. */
export const isRefusal = (title: string): boolean => REFUSAL.test(bareTitle(title));

/** Whether a title is a word of any meaning. */
export function isKnownTitle(title: string): boolean {
  const bare = bareTitle(title);
  return Object.values(TITLES).some((pattern) => pattern.test(bare));
}

/** Whether a column of phones is of mobiles, which messengers reach. */
export const isMobileTitle = (title: string): boolean =>
  /mobil|моб|whats|viber|cel\b|celular|telem/.test(bareTitle(title));
