import { onOneLine } from '#contract/pasted-text.ts';
import { isFirstName, isNamePair } from './first-name-rules.ts';

/** A name as it is stored: all of it, and the part without the surname where that is known apart. */
type NameFacts = { name: string; givenName?: string | null };

/**
 * The name by which messages address a contact: the first name in tidy letters. Lists and people write surnames,
 * patronymics, numbers and notes in its place; the stored name keeps them.
 *
 * @returns an empty text where there is no name: texts then leave it out
 */
export function greetingName({ name, givenName }: NameFacts): string {
  return firstNameIn(givenName ?? '') || firstNameIn(name);
}

function firstNameIn(text: string): string {
  const line = onOneLine(text).replaceAll(/\([^)]*\)?|\[[^\]]*\]?|[\p{Extended_Pictographic}\uFE0F\u200D]/gu, ' ');
  const [before = '', after = ''] = line.split(/\s*[,;|/\\:+=]\s*|\s+[-–—]+\s+/);
  // NOTE: "Smith, John" has the surname first; "Анна, маникюр" has not
  const isReversed = !wordsOf(before).some(isFirstName) && wordsOf(after).slice(0, 2).some(isFirstName);
  return chosenFrom(isReversed ? after : before) || (isReversed ? '' : chosenFrom(after, true));
}

/** @param isKnownOnly whether no other word than a frequent first name is taken */
function chosenFrom(text: string, isKnownOnly = false): string {
  const all = wordsOf(text);
  const written = text.split(/\s+/).map((word) => word.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ''));
  if (written.some((word) => COMPANIES.test(word))) return '';
  const words = withoutNotes(all);
  const known = knownName(words);
  if (known) return known;
  if (isKnownOnly) return '';
  const [only = ''] = words;
  const hasTitle = written.some((word) => TITLES.test(word));
  const isOfNote = words.length < all.length && only === only.toLowerCase();
  if (words.length === 0 || (words.length === 1 && (hasTitle || isOfNote))) return '';
  if (words.length > 1 && PARTICLES.test(words[0] ?? '')) return words.map(tidy).join(' ');
  return unknownName(words);
}

/** Words of letters, without the signs around them. Initials, numbers and addresses are none. */
function wordsOf(text: string): string[] {
  return text
    .split(/\s+/)
    .filter((word) => !/@|\/\/|\.(ru|com|net|org|ua|br)\b/i.test(word))
    .map((word) => word.replaceAll(/^[^\p{L}]+|[^\p{L}\p{M}.]+$/gu, ''))
    .filter((word) => !/\d/.test(word) && !/^(\p{L}\.?){1,3}$/u.test(initialsOf(word)))
    .map((word) => word.replaceAll(/\.+$/g, ''))
    .filter((word) => isWord(word));
}

/** Letters with full stops between them, `М.П.`; a word without them is none. */
const initialsOf = (word: string): string => (word.includes('.') || word.length === 1 ? word : '');

function isWord(word: string): boolean {
  const letters = word.match(/\p{L}/gu) ?? [];
  const isRepeated = letters.length > 2 && new Set(letters.map((letter) => letter.toLowerCase())).size === 1;
  return letters.length > 1 && word.length <= LONGEST_WORD && !isRepeated && /^[\p{L}\p{M}'’ʼ`.-]+$/u.test(word);
}

const LONGEST_WORD = 40;

const COMPANIES =
  /^(ооо|оао|зао|пао|тов|ltd|llc|inc|gmbh|ltda|eireli|компания|компанія|салон|магазин|клиника|клініка|студия|студія|отель|кафе|салао|sal[ãa]o|empresa|company|studio|shop)$/iu;

const TITLES =
  /^(г-жа|г-н|госпожа|господин|пан|пані|пани|mr|mrs|ms|miss|dr|prof|sr|sra|srta|dona|dom|seu|mister|sir|lady|доктор|д-р|лікар|врач)$/iu;

/** The words after a relation are about another person: the mother of Petya. */
const RELATIONS =
  /^(мама|мать|папа|отец|жена|муж|сын|дочь|дочка|дочери|сестра|брат|подруга|друг|бабушка|дедушка|внук|внучка|соседка|сосед|коллега|няня|дружина|чоловік|донька|син|брат|бабуся|подружка|wife|husband|mother|mom|mum|father|dad|daughter|son|sister|brother|friend|esposa|marido|m[ãa]e|pai|filha|filho|irm[ãa]o?|amig[oa])$/iu;

const NOTES =
  /^(не|нет|без|имени|имя|ім.?я|фио|піб|клиент(ка|ы)?|клієнт(ка)?|client|customer|cliente|guest|гость|гостья|гість|hóspede|user|пользователь|contact|контакт|contato|name|nome|unknown|неизвестн(о|ый|ая)|невідом(о|ий|а)|аноним(ный)?|anonymous|anônimo|no|none|null|new|нов(ый|ая|ий|а)|nov[oa]|старый|постоянн(ый|ая)|постійн(ий|а)|vip|вип|віп|тест(овый)?|test|teste|demo|тел(ефон)?|моб(ильный)?|phone|mobile|celular|whatsapp|ватсап|вацап|viber|вайбер|telegram|телеграм|инста(грам)?|instagram|админ(истратор)?|admin|мастер|майстер|ип|фоп|маникюр|манікюр|педикюр|стрижка|окрашивание|брови|ресницы|массаж|дубль|дубликат|копия|чс|черн(ый|ая)|чёрный|список|спам|spam|отказ|отказалась|должник|долг|звонить|дзвонити|писать|писати|беспокоить|брать|перезвонить|уточнить|удалить|удален[ао]?|deleted|call|don.?t|not|do|важно|срочно|скидка|подарок|сертификат|запись|бронь|от|из|для|по|на|с|и|та|із|від|from|the|and|e|или|or|уважаемый|уважаемая|дорогой|дорогая|шановн(ий|а)|dear|caro|cara|prezad[oa])$/iu;

/** The words that may be a name: those of notes and titles go, and all after a relation. */
function withoutNotes(words: readonly string[]): string[] {
  const relation = words.findIndex((word) => RELATIONS.test(word));
  const own = relation === -1 ? words : words.slice(0, relation);
  return own.filter((word) => !NOTES.test(word) && !TITLES.test(word) && !PATRONYMIC_MARKS_ALONE(word, own));
}

const PATRONYMIC_MARKS_ALONE = (word: string, words: readonly string[]): boolean =>
  words.length === 1 && PATRONYMIC_MARK.test(word);

const PATRONYMIC = /.{2}(ович|евич|йович|ьич|ьевич|инична|ична|овна|евна|ёвна|івна|ївна)$/iu;
const PATRONYMIC_MARK = /^(кызы|кизи|қызы|оглы|оглу|огли|улы|ұлы|уулу|угли|oğlu|qızı|kyzy|ogly|uulu)$/iu;
const PARTICLES =
  /^(van|von|de|da|do|dos|das|di|del|der|den|la|le|el|al|bin|ibn|ван|фон|де|дер|да|ди|дель|ла|ле|эль|аль|бен|бин|ибн)$/iu;

/** The first name that is known by its form: a frequent one, or the one beside a patronymic. */
function knownName(words: readonly string[]): string {
  const mark = words.findIndex((word) => PATRONYMIC_MARK.test(word));
  if (mark > 0) return besideMark(words, mark);
  const patronymic = words.findIndex((word, at) => at > 0 && PATRONYMIC.test(word));
  const beforePatronymic = words[patronymic - 1] ?? '';
  if (isFirstName(beforePatronymic)) return tidy(beforePatronymic);
  const named = isSurnameOfAName(words) ? 1 : words.findIndex((word) => isFirstName(word));
  if (named !== -1) {
    const [name = '', next = ''] = words.slice(named);
    return isNamePair(name, next) ? `${tidy(name)} ${tidy(next)}` : tidy(name);
  }
  return beforePatronymic && !(words.length === 2 && SURNAME.test(beforePatronymic)) ? tidy(beforePatronymic) : '';
}

/** Whether two first names are a surname and a woman's name: `Герман Ольга`. */
function isSurnameOfAName(words: readonly string[]): boolean {
  const [first = '', second = ''] = words;
  return (
    words.length === 2 &&
    isFirstName(first) &&
    isFirstName(second) &&
    /[бвгджзклмнпрстфхцчшщй]$/iu.test(first) &&
    /[ая]$/iu.test(second)
  );
}

/** `Айгуль Бакыт кызы`, and `Бакыт кызы Айгуль`, where the first name comes last. */
function besideMark(words: readonly string[], mark: number): string {
  const after = words[mark + 1];
  if (after && mark === 1) return tidy(after);
  const before = words[mark - 2];
  return before ? tidy(before) : `${tidy(words[mark - 1] ?? '')} ${words[mark]?.toLowerCase()}`;
}

const SURNAME =
  /(ова|ева|ёва|ов|ев|ёв|ин|ина|ын|ына|ский|ская|цкий|цкая|ський|ська|цький|цька|ой|ый|ая|ий|их|ых|енко|чук|юк|ук|як|чак|ишин|дзе|швили|швілі|янц|ян|ич|ко)$/iu;
const SURE_SURNAME =
  /.{2}(ова|ева|ёва|[^аеёиоуыэюя]ов|[^аеёиоуыэюя]ев|ёв|ский|ская|цкий|цкая|ський|ська|цький|цька|енко|чук|дзе|швили|швілі)$/iu;

/** A name that is not frequent: by the endings of surnames beside it, and by its place. */
function unknownName([first = '', second, ...others]: readonly string[]): string {
  const isSurnameFirst = second !== undefined && SURNAME.test(first) && !SURNAME.test(second);
  if (second === undefined) return SURE_SURNAME.test(first) || PATRONYMIC.test(first) ? '' : tidy(first);
  const isSentence =
    ![first, second].some((word) => /^\p{Lu}|^\p{Lo}/u.test(word)) && !SURNAME.test(first) && !SURNAME.test(second);
  if (isSentence || others.length > 2) return '';
  return tidy(isSurnameFirst ? second : first);
}

/** Capitals as names have them, where a word is all in capitals or all in small letters; other words stay. */
function tidy(word: string): string {
  const isSmall = word === word.toLowerCase();
  const isCapitals = word === word.toUpperCase();
  if ((!isSmall && !isCapitals) || /\p{Script=Georgian}/u.test(word)) return word;
  if (PARTICLES.test(word) && isSmall) return word;
  return word
    .toLowerCase()
    .replaceAll(/(^|[-'’ʼ`])(\p{L})/gu, (_whole, sign: string, letter: string, at: number) =>
      isSuffix(word, at + sign.length) ? sign + letter : sign + letter.toUpperCase(),
    );
}

/** Whether an apostrophe is a letter of the word and not a mark of its beginning: `Дар'я`, unlike `O'Neil`. */
const isSuffix = (word: string, at: number): boolean => at > 2 && /['’ʼ`]/.test(word[at - 1] ?? '');
