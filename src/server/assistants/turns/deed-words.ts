/** Stand for the functions that change, and look into, systems of the owner. */
export const REST_WRITE = 'rest write';
export const REST_READ = 'rest read';

/** Deeds that a reply may state, by the tools that do them. An order that is known may be said to stand as it does. */
export const DEEDS = {
  booked: ['book', 'book_appointment', REST_WRITE],
  moved: ['move_visit', REST_WRITE],
  cancelled: ['cancel_visit', 'cancel_appointment', REST_WRITE],
  ordered: ['place_order', REST_WRITE],
  order_known: ['place_order', 'order_status', REST_WRITE, REST_READ],
  handed_over: ['hand_over'],
  file_sent: ['send_file'],
} as const;
export type Deed = keyof typeof DEEDS;

/** Words of finished deeds in the four languages. Offers ("shall I book you") have other forms and do not match. */
const DEED_WORDS: Readonly<Record<Deed, readonly RegExp[]>> = {
  booked: [
    /(?<!\p{L})(?:за)?записал[аи]?\s+(?:вас|тебя)/iu,
    /(?<!\p{L})(?:вы|ты)\s+(?:уже\s+)?записан[аы]?(?!\p{L})/iu,
    /(?<!\p{L})запись\s+(?:на\s+[^.!?]{0,60})?(?:создана|оформлена|подтверждена|сделана)/iu,
    /(?<!\p{L})(?:забронировал[аи]?|оформил[аи]?\s+запись|вы\s+в\s+записи)/iu,
    /\b(?:i(?:['’]ve| have)?\s+(?:just\s+)?booked|i(?:['’]ve| have)\s+(?:just\s+)?(?:scheduled|reserved))\b/iu,
    /\byou(?:['’]re| are)\s+(?:all\s+)?(?:booked|set for)\b/iu,
    /\b(?:appointment|visit|booking)\b[^.!?]{0,60}\b(?:is|has been)\s+(?:now\s+)?(?:booked|confirmed|scheduled|made)\b/iu,
    /(?<!\p{L})(?:agendei|reservei|marquei)(?!\p{L})/iu,
    /(?<!\p{L})(?:está|foi|fica)\s+(?:agendad[oa]|marcad[oa]|confirmad[oa])(?!\p{L})/iu,
    /(?<!\p{L})(?:записав|записала|записали)\s+(?:вас|тебе)/iu,
    /(?<!\p{L})(?:вас\s+записано|ви\s+записані)(?!\p{L})/iu,
    /(?<!\p{L})запис\s+(?:на\s+[^.!?]{0,60})?(?:створено|оформлено|підтверджено)/iu,
  ],
  moved: [
    /(?<!\p{L})перен[её]с(?:ла|ли)?\s+(?:вас|вашу?|запись|визит)/iu,
    /(?<!\p{L})(?:запись|визит)\s+перенес[её]н[аы]?(?!\p{L})/iu,
    /\bi(?:['’]ve| have)?\s+(?:just\s+)?(?:moved|rescheduled)\b/iu,
    /\b(?:appointment|visit|booking)\b[^.!?]{0,60}\b(?:is|has been)\s+(?:moved|rescheduled)\b/iu,
    /(?<!\p{L})(?:remarquei|reagendei|foi\s+remarcad[oa]|foi\s+reagendad[oa])(?!\p{L})/iu,
    /(?<!\p{L})(?:перенесла|переніс|перенесли)\s+(?:вас|ваш|запис|візит)/iu,
    /(?<!\p{L})(?:запис|візит)\s+перенесено(?!\p{L})/iu,
  ],
  cancelled: [
    /(?<!\p{L})отменил[аи]?\s+(?:вашу?|запись|визит)/iu,
    /(?<!\p{L})(?:запись|визит)\s+отмен[её]н[аы]?(?!\p{L})/iu,
    /\bi(?:['’]ve| have)?\s+(?:just\s+)?cancel+ed\b/iu,
    /\b(?:appointment|visit|booking)\b[^.!?]{0,60}\b(?:is|has been)\s+cancel+ed\b/iu,
    /(?<!\p{L})(?:cancelei|desmarquei|foi\s+cancelad[oa]|foi\s+desmarcad[oa])(?!\p{L})/iu,
    /(?<!\p{L})скасува(?:в|ла|ли)\s+(?:ваш|запис|візит)/iu,
    /(?<!\p{L})(?:запис|візит)\s+скасовано(?!\p{L})/iu,
  ],
  ordered: [
    /(?<!\p{L})(?:оформил|заказал|создал|принял)[аи]?\s+(?:для\s+вас\s+)?(?:ваш[у]?\s+)?(?:заказ|заявку|букет|доставку)/iu,
    /(?<!\p{L})(?:отправил|передал)[аи]?\s+(?:ваш[у]?\s+)?(?:заказ|заявку)/iu,
    /\bi(?:['’]ve| have)?\s+(?:just\s+)?(?:placed|submitted|sent|made|created|registered)\s+(?:your|the|an)\s+(?:order|request|application)\b/iu,
    /\bi(?:['’]ve| have)\s+(?:just\s+)?ordered\b/iu,
    /(?<!\p{L})(?:fiz|registrei|enviei|criei)\s+(?:o\s+|a\s+)?(?:seu\s+|sua\s+)?(?:pedido|solicitação|encomenda)(?!\p{L})/iu,
    /(?<!\p{L})(?:оформив|оформила|замовив|замовила|створив|створила|прийняв|прийняла)\s+(?:для\s+вас\s+)?(?:ваш[еу]?\s+)?(?:замовлення|заявку|букет|доставку)/iu,
  ],
  order_known: [
    /(?<!\p{L})(?:заказ|заявка)\s+(?:№\s?\d+\s+)?(?:уже\s+)?(?:оформлен|принят|создан|отправлен|подтвержд[её]н)[аы]?(?!\p{L})/iu,
    /\b(?:order|request)\b[^.!?]{0,40}\b(?:is|has been)\s+(?:now\s+)?(?:placed|accepted|confirmed|submitted|sent|created)\b/iu,
    /(?<!\p{L})(?:pedido|encomenda|solicitação)\s+(?:nº\s?\d+\s+)?(?:foi\s+)?(?:feit[oa]|registrad[oa]|confirmad[oa]|enviad[oa]|aceit[oa])(?!\p{L})/iu,
    /(?<!\p{L})(?:замовлення|заявку)\s+(?:№\s?\d+\s+)?(?:вже\s+)?(?:оформлено|прийнято|створено|відправлено|підтверджено)(?!\p{L})/iu,
  ],
  handed_over: [
    /(?<!\p{L})(?:передал[аи]?|передаю|сообщил[аи]?)\s+[^.!?]{0,40}(?:администратор|сотрудник|менеджер|коллег|человек|мастер)/iu,
    /\bi(?:['’]ve| have|['’]m| am)?\s+(?:passed|passing|forwarded|forwarding|told|notified|informed)\b[^.!?]{0,60}\b(?:manager|colleague|administrator|team|person|staff)\b/iu,
    /(?<!\p{L})(?:passei|encaminhei|avisei|estou\s+passando)\s+[^.!?]{0,40}(?:equipe|atendente|gerente|colega|pessoa)/iu,
    /(?<!\p{L})(?:передав|передала|передаю|повідомив|повідомила)\s+[^.!?]{0,40}(?:адміністратор|співробітни|менеджер|колег|людин|майстр)/iu,
  ],
  file_sent: [
    /(?<!\p{L})(?:отправил|прислал|выслал)[аи]?\s+[^.!?]{0,30}(?:файл|прайс|документ|каталог|памятк)/iu,
    /\bi(?:['’]ve| have)?\s+(?:just\s+)?(?:sent|attached)\b[^.!?]{0,30}\b(?:file|document|price list|catalogue|catalog|pdf)\b/iu,
    /(?<!\p{L})(?:enviei|anexei)\s+[^.!?]{0,30}(?:arquivo|documento|tabela|catálogo)/iu,
    /(?<!\p{L})(?:надіслав|надіслала|відправив|відправила)\s+[^.!?]{0,30}(?:файл|прайс|документ|каталог|пам.ятк)/iu,
  ],
};

const QUESTION = /\?[!?)\s\p{Extended_Pictographic}]*$/u;
/** The beginning of a condition: "если вы записаны, …". */
const CONDITION = /(?<!\p{L})(?:если|когда|if|when|once|after|se|quando|якщо|коли)(?!\p{L})[^,;—–]*$/iu;
/** A deed in the first person, which is claimed in a question too: "I’ve booked you for tomorrow, or …?" */
const OWN_DEED =
  /^(?:i(?:['’]|\s)|я\s|eu\s|agendei|reservei|marquei|remarquei|reagendei|cancelei|desmarquei|passei|encaminhei|avisei|enviei|anexei)/iu;
/** The last clause of a question, where it belongs to the question before it: "Вы записаны на среду, 15:00?" */
const SAME_CLAUSE =
  /^\s*(?:\d|(?:или|либо|or|ou|чи|або|в|во|на|к|у|с|о|об|до\s+\d|з|at|on|with|for|to|às|com|para|em|no|na)(?!\p{L}))/iu;

/**
 * Lists the deeds that a sentence claims. A question claims one only where another clause asks: "Вы записаны, всё
 * хорошо?" does, "Вы записаны к нам?" does not.
 */
export function claimedDeeds(sentence: string): Deed[] {
  return (Object.keys(DEEDS) as Deed[]).filter((deed) =>
    // NOTE: `keys` loses the key type
    DEED_WORDS[deed].some((words) => {
      const found = words.exec(sentence);
      return found !== null && isClaim(sentence, found);
    }),
  );
}

function isClaim(sentence: string, { 0: words, index }: RegExpExecArray): boolean {
  if (CONDITION.test(sentence.slice(0, index))) return false;
  if (!QUESTION.test(sentence) || OWN_DEED.test(words)) return true;
  const [, lastClause] = /[,;—–]([^,;—–]*)$/u.exec(sentence.slice(index + words.length)) ?? [];
  return lastClause !== undefined && !SAME_CLAUSE.test(lastClause);
}
