/** The meaning of a contact's words about a visit. */
export type Understood =
  /** The number of an offered answer. */
  | { kind: 'number'; number: number }
  | {
      kind: 'yes' | 'no';
      /** Names the visit («буду», “cancel”), not merely assent («да», “ok”), which needs a question to answer. */
      isExplicit: boolean;
      /** The named day; it must be the visit's. */
      day: 'today' | 'tomorrow' | null;
      /** It ends a talk where nothing was asked: «ок», «до встречи», 👍. A «да» is an answer to something. */
      isClosing: boolean;
    }
  /** Thanks, hearts and farewells: no answer is needed. */
  | { kind: 'courtesy' }
  /** A greeting and nothing else. */
  | { kind: 'greeting' }
  /** A person should read it. */
  | { kind: 'unclear' };

/**
 * Understands an answer in Russian, English, Portuguese and Ukrainian.
 *
 * Every word must be understood: with an unknown word, a question mark, or a yes beside a no, a member reads the message.
 * A visit cancelled by a wrong guess is worse than a later answer.
 */
export function understand(text: string): Understood {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\uFE0E\uFE0F\u200D]|\p{Emoji_Modifier}/gu, '')
    .trim();
  const number = /^(?:no|#)?\s*(\d{1,2})\u20E3?\s*[.)!]*$/iu.exec(plain)?.[1];
  if (number) return { kind: 'number', number: Number(number) };
  if (/[?¿]/.test(plain)) return { kind: 'unclear' };
  return weigh(readSigns(plain), readWords(plain));
}

/** `consent` and `farewell` are a yes and a sure yes that also end a talk; `closing` does only that. */
type Meaning =
  | 'yes'
  | 'consent'
  | 'no'
  | 'sure_yes'
  | 'farewell'
  | 'sure_no'
  | 'thanks'
  | 'closing'
  | 'greeting'
  | 'today'
  | 'tomorrow'
  | 'filler'
  | 'unknown';

function weigh(signs: readonly Meaning[], words: readonly Meaning[]): Understood {
  const meanings = new Set([...signs, ...words]);
  const isExplicitYes = meanings.has('sure_yes') || meanings.has('farewell');
  const isYes = isExplicitYes || meanings.has('yes') || meanings.has('consent');
  const isNo = meanings.has('no') || meanings.has('sure_no');
  const days = (['today', 'tomorrow'] as const).filter((day) => meanings.has(day));
  if (meanings.has('unknown') || (isYes && isNo) || days.length > 1) return { kind: 'unclear' };
  if (isYes || isNo) {
    const isExplicit = isExplicitYes || meanings.has('sure_no');
    const isClosing = isYes && !meanings.has('yes') && !meanings.has('sure_yes');
    return { kind: isYes ? 'yes' : 'no', isExplicit, day: days[0] ?? null, isClosing };
  }
  if (days.length > 0) return { kind: 'unclear' };
  if (meanings.has('thanks') || meanings.has('closing')) return { kind: 'courtesy' };
  return meanings.has('greeting') ? { kind: 'greeting' } : { kind: 'unclear' };
}

/** Emoji, and a plus or minus that is the whole message. */
function readSigns(text: string): Meaning[] {
  if (/^\++$/.test(text)) return ['yes'];
  if (/^[-−–]+$/.test(text)) return ['no'];
  return [...text.matchAll(/\p{Extended_Pictographic}/gu)].map(([sign]) => MEANING_OF_SIGN.get(sign) ?? 'filler');
}

const MEANING_OF_SIGN = new Map<string, Meaning>([
  ...[...'✅✔☑🙆'].map((sign): [string, Meaning] => [sign, 'yes']),
  ...[...'👍👌🆗💯🤝🫡'].map((sign): [string, Meaning] => [sign, 'consent']),
  ...[...'👎❌🚫✖⛔🙅❎'].map((sign): [string, Meaning] => [sign, 'no']),
  ...[...'🙏❤♥💕💖😊🙂😀😃😄😁🤗😘🥰😍🌹🌸💐🎉✨'].map((sign): [string, Meaning] => [sign, 'thanks']),
]);

/** The meanings of all words, the longest known phrase first. */
function readWords(text: string): Meaning[] {
  const words = text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[’ʼ`´]/g, "'")
    .match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu);
  const meanings: Meaning[] = [];
  for (let at = 0; words && at < words.length;) {
    const { length, meaning } = readPhrase(words, at);
    meanings.push(meaning);
    at += length;
  }
  return meanings;
}

function readPhrase(words: readonly string[], at: number): { length: number; meaning: Meaning } {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 0; length--) {
    const meaning = MEANING_OF_PHRASE.get(words.slice(at, at + length).join(' '));
    if (meaning) return { length, meaning };
  }
  return { length: 1, meaning: 'unknown' };
}

/** Phrases by meaning, a line for each language; lower case, «е» for «ё». */
const PHRASES: Record<Meaning, string> = {
  yes: `
    да, да-да, дада, ага, угу, конечно, разумеется, обязательно, непременно, точно, согласен, согласна, плюс, верно, все верно, все хорошо,
    yes, yep, yeah, yup, y, sure, of course, definitely, absolutely, right, agreed,
    sim, s, claro, ta, tá, com certeza, isso, pode ser,
    так, таки так, еге, звісно, звичайно, авжеж, згоден, згодна, обов'язково`,
  consent: `
    ок, окей, оки, окай, хорошо, ладно, отлично, супер, принято, понял, поняла, договорились,
    ok, okay, okey, k, fine, great, perfect, alright,
    tá bom, ta bom, beleza, blz, certo, combinado, perfeito, ótimo, otimo,
    добре, гаразд, чудово, домовились, домовилися`,
  sure_yes: `
    буду, будем, смогу, сможем, приду, придем, мы придем, я приду, подтверждаю, подтверждаем, подтвердить, подтверждено, подтверждена,
    подтвержден, подтвердите, в силе, все в силе, запись в силе, ждите, ждите меня, скоро буду,
    confirm, confirmed, i confirm, we confirm, confirming, i'll come, i will come, we'll come, we will come, i'll be there, i will be there,
    we'll be there, we will be there, will be there, be there, coming, i'm coming, i am coming,
    confirmo, confirmado, confirmada, confirmar, confirma, pode confirmar, vou, eu vou, irei, estarei lá, estarei la, estarei aí, estarei ai, vou sim,
    буду, будемо, зможу, зможемо, прийду, прийдемо, підтверджую, підтверджуємо, підтвердити, підтверджено, в силі, все в силі, чекайте`,
  farewell: `
    до встречи,
    see you, see you then, see you there,
    до зустрічі`,
  no: `
    нет, нет нет, неа, нету, минус,
    no, nope, nah, n,
    não, nao, n,
    ні, нє, нi`,
  sure_no: `
    не смогу, не сможем, не могу, не можем, не приду, не придем, не буду, не будем, не получится, не получается, не выйдет, не подтверждаю,
    отмена, отменить, отмените, отменяю, отменяем, отменяйте, отмени, отменяется, нужно отменить, надо отменить, хочу отменить, прошу отменить, можно отменить,
    к сожалению не смогу, к сожалению не получится, к сожалению не приду,
    cancel, cancel it, cancelled, canceled, i cancel, please cancel, want to cancel, i want to cancel, need to cancel, i need to cancel, have to cancel, i have to cancel,
    can't, cant, cannot, i can't, i cant, i cannot, can't come, cant come, cannot come, i can't come, i cannot come, can't make it, cant make it,
    cannot make it, i can't make it, i cannot make it, won't come, wont come, i won't come, will not come, i will not come, not coming, i'm not coming,
    won't be there, i won't be there, won't make it, i won't make it,
    não vou, nao vou, não vou poder, nao vou poder, não vou conseguir, nao vou conseguir, não posso, nao posso, não poderei, nao poderei, não irei, nao irei,
    não consigo, nao consigo, não confirmo, nao confirmo, não vai dar, nao vai dar, cancelar, cancela, cancele, cancelo, cancelado, pode cancelar,
    quero cancelar, preciso cancelar, vou cancelar, desmarcar, desmarca, desmarque, quero desmarcar, preciso desmarcar, pode desmarcar,
    не зможу, не зможемо, не прийду, не прийдемо, не буду, не будемо, не вийде, не виходить, не підтверджую, скасувати, скасуйте, скасовую, скасовуємо,
    скасування, скасуй, відміна, відмінити, відмініть, відміняю, треба скасувати, хочу скасувати, на жаль не зможу, на жаль не вийде`,
  thanks: `
    спасибо, спасибочки, благодарю, большое спасибо, спасибо большое, спс,
    thanks, thank you, thank you very much, thx, ty, cheers,
    obrigada, obrigado, muito obrigada, muito obrigado, valeu, brigada, brigado,
    дякую, дуже дякую, дяка, щиро дякую`,
  closing: `
    до свидания, до скорого, до скорой встречи, до связи, до завтра, пока, пока-пока, всего доброго, всего хорошего, хорошего дня, хорошего вечера, хороших выходных,
    и вам, вам тоже, взаимно, не за что, ясно, понятно, спокойной ночи,
    bye, bye bye, bye-bye, goodbye, see you soon, take care, have a nice day, have a good day, have a great day, you too, same to you, no problem, got it, understood, noted, good night,
    tchau, até logo, ate logo, até mais, ate mais, até breve, ate breve, até lá, ate la, até amanhã, ate amanha, bom fim de semana, tenha um bom dia, igualmente, de nada,
    entendi, entendido,
    до побачення, до скорого побачення, бувайте, гарного дня, гарного вечора, на все добре, усього найкращого, навзаєм, нема за що, зрозуміло, зрозуміла, зрозумів`,
  greeting: `
    здравствуйте, здравствуй, привет, приветствую, добрый день, добрый вечер, доброе утро, доброго дня, доброго времени суток, день добрый, вечер добрый,
    hello, hi, hey, good morning, good day, good afternoon, good evening,
    olá, ola, oi, oie, bom dia, boa tarde, boa noite,
    вітаю, привіт, добрий день, добрий вечір, доброго вечора, доброго ранку, добридень`,
  // «нет, отмените» is a no; «não cancele» asks for the contrary
  unknown: `
    não cancelar, não cancela, não cancele, não desmarcar, não desmarca, não desmarque, nao cancelar, nao cancela, nao cancele, nao desmarcar,
    nao desmarca, nao desmarque, no cancel, not cancel, not cancelled, not canceled`,
  today: 'сегодня, today, hoje, сьогодні',
  tomorrow: 'завтра, tomorrow, amanhã, amanha',
  filler: `
    ну, я, мы, меня, нас, вам, вас, к вам, у вас, пожалуйста,
    запись, записи, мою, мою запись, моя запись, визит, мой визит, прием, свой визит, свою запись, на прием, на запись, прийти, приехать, подойти, вовремя, очень,
    i, we, me, us, please, my, the, appointment, booking, visit, it, come, make it, very,
    eu, por favor, meu, minha, o, a, horário, horario, consulta, ir, comparecer, presença, presenca, muito, lá, la, aí,
    ми, мене, будь ласка, запис, мій запис, візит, мій візит, дуже, на жаль, к сожалению`,
};

const MEANING_OF_PHRASE = new Map(
  Object.entries(PHRASES).flatMap(
    ([meaning, phrases]) => phrases.split(',').map((phrase): [string, Meaning] => [phrase.trim(), meaning as Meaning]), // NOTE: Object.entries forgets the keys' type
  ),
);

const LONGEST_PHRASE = Math.max(...[...MEANING_OF_PHRASE.keys()].map((phrase) => phrase.split(' ').length));
