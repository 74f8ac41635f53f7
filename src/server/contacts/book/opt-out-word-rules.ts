/** Returns whether the whole message requests an opt-out. "Cancel" does not: it answers a reminder. */
export function isOptOutWord(text: string): boolean {
  const meanings = meaningsOf(text);
  if (meanings.has('unknown') || meanings.has('start')) return false;
  return meanings.has('stop') || (meanings.has('vague_stop') && meanings.has('topic'));
}

/** Returns whether the whole message lifts an opt-out. */
export function isOptInWord(text: string): boolean {
  const meanings = meaningsOf(text);
  return meanings.has('start') && [...meanings].every((meaning) => meaning === 'start' || meaning === 'courtesy');
}

/**
 * - `stop`: asks for silence by itself.
 * - `vague_stop`: does so with a topic: "no more" is an answer, "no more messages" is not.
 * - `topic`: messages and lists of recipients.
 * - `start`: asks for messages again.
 * - `detail`: whom, since when, which.
 * - `courtesy`: greetings, requests and thanks around.
 */
type Meaning = 'stop' | 'vague_stop' | 'topic' | 'start' | 'detail' | 'courtesy' | 'unknown';

/** Longer messages are letters to a person. */
const LONGEST = 200;

/** One unknown word makes the message one about something else. */
function meaningsOf(text: string): ReadonlySet<Meaning> {
  const words = text.length > LONGEST ? [] : wordsOf(text);
  const meanings = new Set<Meaning>(words.length === 0 ? ['unknown'] : []);
  for (let at = 0; at < words.length && !meanings.has('unknown');) {
    const { length, meaning } = readPhrase(words, at);
    meanings.add(meaning);
    at += length;
  }
  return meanings;
}

/** The longest known phrase at a place. */
function readPhrase(words: readonly string[], at: number): { length: number; meaning: Meaning } {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 0; length--) {
    const meaning = MEANINGS.get(words.slice(at, at + length).join(' '));
    if (meaning) return { length, meaning };
  }
  return { length: 1, meaning: 'unknown' };
}

/** Words in lower case, without signs between and around them and without accents of Latin letters. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/(?<=\p{L})['’ʼ`´](?=\p{L})/gu, '');
  return plain.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [];
}

/** Each of the verbs with each of the words before it. */
function negated(before: string, verbs: string): string {
  const each = verbs.split(',').map((verb) => verb.trim());
  return before
    .split(',')
    .flatMap((word) => each.map((verb) => `${word.trim()} ${verb}`))
    .join(',');
}

/** Phrases by meaning, without accents and apostrophes; «е» for «ё». */
const PHRASES: Record<Meaning, readonly string[]> = {
  stop: [
    `стоп, стопп, отписка, отписаться, отпишите, отпишите меня, отписать, отписать меня, отпишусь, прошу отписать,
     больше не отправляйте, не отправляйте больше, оставьте меня в покое`,
    negated(
      'не',
      `пишите, пиши, писать, присылайте, присылай, присылать, шлите, шли, слать, беспокойте, беспокоить, тревожьте, тревожить, рассылайте,
       спамьте, спамить, надо писать, надо присылать, надо беспокоить, нужно писать, нужно присылать, нужно беспокоить, стоит писать`,
    ),
    `stop, stop all, stopall, unsubscribe, opt out, optout, opt-out, opt me out, leave me alone, do not disturb,
     stop messaging, stop texting, stop writing, stop contacting, stop spamming, dont send anymore, dont send any more`,
    negated('dont, do not, never', 'write, text, message, contact, disturb, spam, bother'),
    `parar, pare, sair, descadastrar, descadastre, descadastra, descadastro, cancelar inscricao, cancelar a inscricao, cancele minha inscricao,
     cancelar minha inscricao, me deixe em paz, me deixa em paz, nao envie mais, nao enviem mais, nao mande mais, nao mandem mais,
     nao me envie mais, nao me enviem mais, nao me mande mais, nao me mandem mais, nao quero mais receber, nao quero receber mais`,
    negated('nao, nao me', 'escreva, escrevam, perturbe, perturbem, incomode, incomodem'),
    `відписка, відписатися, відписатись, відпишіть, відписати, більше не відправляйте, не відправляйте більше, дайте мені спокій`,
    negated(
      'не',
      `пишіть, писати, надсилайте, надсилай, надсилати, присилайте, присилай, присилати, шліть, турбуйте, турбувати, спамте,
       треба писати, треба надсилати, треба турбувати, потрібно писати, потрібно надсилати`,
    ),
  ],
  vague_stop: [
    `хватит, довольно, прекратите, прекрати, перестаньте, перестань, остановите, отключите, отключить, уберите, убрать, удалите, удалить,
     исключите, исключить, вычеркните, отмените, отменить, не надо, не нужно, не нужны, не нужна, не отправляйте, не отправляй, не отправлять,
     не высылайте, не хочу, не хотим, не желаю, без`,
    `no more, enough, remove, delete, take me off, cancel, dont send, do not send, dont want, do not want, dont need, do not need, no need for,
     not interested in`,
    `chega de, chega, remova, remover, remova-me, me remova, me tire, me tira, tire-me, me tirem, exclua, me exclua, excluir, cancele, cancelar,
     nao quero, nao desejo, nao preciso, nao envie, nao enviem, nao mande, nao mandem, nao me envie, nao me enviem, nao me mande, nao me mandem, sem`,
    `досить, годі, припиніть, припини, перестаньте, зупиніть, вимкніть, вимкнути, приберіть, прибрати, видаліть, видалити, виключіть, скасуйте,
     скасувати, не треба, не потрібно, не потрібні, не відправляйте, не відправляти, не хочу, не бажаю, без`,
  ],
  topic: [
    `рассылка, рассылку, рассылки, рассылок, рассылке, сообщение, сообщения, сообщений, смс, смски, эсэмэс, спам, спама, спамить,
     реклама, рекламу, рекламы, рекламные сообщения, уведомления, уведомлений, подписка, подписку, подписки, писать, присылать, слать,
     отправлять, получать, рассылать, из базы, из вашей базы, из списка, из списков, из вашего списка, мой номер`,
    `message, messages, text, texts, sms, spam, spamming, ads, advertising, adverts, newsletter, newsletters, mailing, mailings, list, mailing list,
     notification, notifications, subscription, promotions, promotion, promos, marketing, offers, my number, texting, messaging`,
    `mensagem, mensagens, msg, msgs, spam, propaganda, propagandas, publicidade, promocao, promocoes, anuncio, anuncios, lista, newsletter, notificacao,
     notificacoes, inscricao, meu numero, divulgacao, ofertas, sms`,
    `розсилка, розсилку, розсилки, розсилок, повідомлення, повідомлень, спаму, реклами, рекламних повідомлень, сповіщення, сповіщень,
     підписка, підписку, підписки, писати, надсилати, отримувати, з бази, з вашої бази, зі списку, зі списків, мій номер`,
  ],
  start: [
    'start, unstop, subscribe, opt in, resubscribe',
    'старт, подписка, подписаться, подпишите, подпишите меня',
    'підписка, підписатися, підписатись, підпишіть, підпишіть мене',
    'iniciar, comecar, voltar, inscrever',
  ],
  detail: [
    `мне, нам, меня, нас, сюда, больше, более, никогда, вообще, впредь, уже, от, из, на, этот номер, с этого номера, по этому номеру, ваши, вашу, ваша,
     вашей, вашего, ваших, эти, эту, этих, этой, свои, свою, такие, такую, всякие, всякую, любые, любых, все, всю, всех, рекламные, рекламных,
     отправку, автоматические`,
    `me, to me, us, to us, any more, anymore, any, more, again, ever, these, those, this, the, your, all, from, of, off, a, sending, receiving, to receive, receive,
     to get, get, getting, it, marketing, from you, this number, to this number`,
    `me, mim, para mim, pra mim, mais, nunca, nunca mais, de, do, da, das, dos, desta, dessa, sua, suas, seus, essas, esses, esse, essa, esta, as, os, o, a, com, para, pra,
     enviar, mandar, receber, de novo, este numero, esse numero, minha, promocionais, nenhuma, nenhum`,
    `мені, нам, мене, нас, сюди, більше, ніколи, взагалі, надалі, вже, від, з, із, на, цей номер, ваші, вашу, ваша, вашої, ваших, ці, цю, цих, свої, всі, усі, рекламні, рекламних`,
  ],
  courtesy: [
    `пожалуйста, пожалуйсто, пожалста, плиз, плз, пж, пжл, пжлст, спасибо, спасибо большое, большое спасибо, заранее спасибо, спасибо заранее, благодарю,
     здравствуйте, здравствуй, привет, добрый день, добрый вечер, доброе утро, доброго дня, доброго времени суток, прошу, прошу вас, очень прошу, извините, простите,
     уважаемые, я, мы, хочу, хотим, хотела бы, хотел бы, можно, вас, вам, нет, ну, просто, и, а, но, да, всего доброго, хорошего дня, до свидания, с уважением, ок`,
    `please, pls, plz, kindly, thanks, thank you, thank you very much, thanks a lot, many thanks, thx, ty, hello, hi, hey, good morning, good day, good afternoon, good evening,
     sorry, i, we, want, want to, would like to, id like to, wish to, just, and, but, ok, okay, bye, goodbye, guys, team, dear, can you, could you, you, have a nice day`,
    `por favor, pfv, pfvr, por gentileza, gentileza, favor, faz favor, obrigada, obrigado, muito obrigada, muito obrigado, brigada, brigado, valeu, grata, grato, oi, ola,
     bom dia, boa tarde, boa noite, desculpe, desculpa, eu, quero, queria, gostaria de, gostaria, e, mas, ja, tchau, ate logo, voces, voce, pessoal`,
    `будь ласка, будь-ласка, прошу, дуже прошу, дякую, дуже дякую, щиро дякую, наперед дякую, вітаю, привіт, добрий день, доброго дня, добрий вечір, доброго вечора,
     доброго ранку, вибачте, перепрошую, я, ми, хочу, хотіла б, хотів би, можна, вас, вам, ні, і, та, й, але, гарного дня, до побачення, з повагою`,
  ],
  // About what the contact writes, or one message.
  unknown: [
    `не хочу писать, не хотим писать, не надо отправлять, удалите сообщение, удалите сообщения, удалить сообщение, удалить сообщения,
     уберите сообщение, отмените сообщение`,
    'delete message, delete the message, delete this message, delete my message, delete messages, cancel message, cancel the message',
    'remova a mensagem, excluir mensagem, excluir a mensagem, cancelar mensagem, cancele a mensagem',
    'не хочу писати, видаліть повідомлення, видалити повідомлення, приберіть повідомлення',
  ],
};

const MEANINGS = new Map(
  Object.entries(PHRASES).flatMap(
    ([meaning, lists]) =>
      lists
        .join(',')
        .split(',')
        .map((phrase): [string, Meaning] => [phrase.trim().replaceAll(/\s+/g, ' '), meaning as Meaning]), // NOTE: Object.entries forgets the keys' type
  ),
);

const LONGEST_PHRASE = Math.max(...[...MEANINGS.keys()].map((phrase) => phrase.split(' ').length));
