import * as signs from './signs.ts';

/**
 * A kind of question, recognised by its words.
 *
 * - `said`: one of the business's lines shows it.
 * - `never`: a line that shows it is a fault.
 * - `answered`: the client's questions are followed by an answer.
 * - `asked`: the business asks something.
 * - `times`: the business names at least two times.
 *
 * @property only lines in which it is looked for
 * @property pointless where the client says such words and it was not said, the question does not apply
 * @property unless without such words in the talk the question does not apply
 */
export type ItemKind = {
  name: string;
  about: RegExp;
  way: 'said' | 'never' | 'answered' | 'asked' | 'times';
  sign?: Pick<RegExp, 'test'>;
  only?: 'first' | 'last';
  unless?: RegExp;
  pointless?: RegExp;
};

const about = (...parts: string[]): RegExp => new RegExp(`(?<![\\p{L}])(?:${parts.join('|')})`, 'iu');

const QUESTION_OF_PRICE =
  /(?<!\p{L})(?:скольк|стоит|стоимост|цен[аы]|почём|how much|price|cost|quanto|preço|valor|скільки|кошту|цін)/iu;
const WANTS_VISIT =
  /(?<!\p{L})(?:запис|запиш|заброн|свободн|когда|завтра|сегодня|book|appointment|available|slot|table|tomorrow|today|agend|marcar|horário|reserv|vaga|amanhã|hoje|вільн|коли|завтра|сьогодні)/iu;
const WANTS = new RegExp(`${WANTS_VISIT.source}|(?<!\\p{L})(?:заказ|order|pedido|замов|куп|buy|compr)`, 'iu');
const ABOUT_PLACE =
  /(?<!\p{L})(?:адрес|где вы|как (?:доехать|добраться|пройти|найти)|парков|where|address|parking|directions|onde|endereço|estaciona|де ви|адрес|парк|як (?:доїхати|дістатися))/iu;

const CLOSED = new RegExp(`${signs.CLOSING.source}|${signs.THANKS.source}`, 'iu');

/** The first kind that fits is taken. */
export const ITEM_KINDS: readonly ItemKind[] = [
  {
    name: 'alternative',
    about: about(
      '[^.]*(?:отменял|столов не было|cancelled or|no table|cancelou ou|sem mesa|скасовував|столиків не було)',
    ),
    way: 'said',
    sign: signs.ALTERNATIVE,
    unless: signs.CANCELLATION,
  },
  {
    name: 'emergency',
    about: about('[^.]*(?:остр\\p{L}* симптом|urgent|гостр\\p{L}* симптом)'),
    way: 'said',
    sign: signs.EMERGENCY,
    unless: signs.ACUTE,
  },
  {
    name: 'return',
    about: about('[^.]*(?:возврат|обмен|return|exchange|troca|devolu|повернен|обмін)'),
    way: 'said',
    sign: signs.TAKES_BACK,
    unless: signs.TAKES_BACK,
  },
  {
    name: 'apology',
    about: about('[^.]*(?:извин|сожале|apolog|sorry|desculp|вибач|перепрос)'),
    way: 'said',
    sign: signs.APOLOGY,
    unless: signs.COMPLAINT,
  },
  {
    name: 'solution',
    about: about('[^.]*(?:решение|solution|solução|рішення)'),
    way: 'said',
    sign: signs.SOLUTION,
    unless: signs.COMPLAINT,
  },
  {
    name: 'confirmed',
    pointless: signs.CANCELLATION,
    about: about('[^.]*(?:повтори|подтвердил|repeat|confirmed|repetiu|повтори|підтверди)'),
    way: 'said',
    sign: signs.CONFIRMED,
    unless: WANTS,
  },
  {
    name: 'next_step',
    about: about('[^.]*(?:следующ\\p{L}* шаг|next step|próximo passo|наступн\\p{L}* крок)'),
    way: 'said',
    sign: signs.NEXT_STEP,
    only: 'last',
  },
  {
    name: 'two_times',
    pointless: signs.CANCELLATION,
    about: about('[^.]*(?:два конкретных|две? врем|two (?:specific )?times|dois horários|два конкретні)'),
    way: 'times',
    unless: WANTS_VISIT,
  },
  { name: 'deposit', about: about('[^.]*(?:депозит|deposit|sobre sinal|завдат)'), way: 'said', sign: signs.DEPOSIT },
  { name: 'occasion', about: about('[^.]*(?:повод|occasion|ocasião|привід)'), way: 'said', sign: signs.OCCASION },
  {
    name: 'amount',
    about: about(
      '[^.]*(?:скольк\\p{L}* (?:гост|человек|персон)|числ\\p{L}* гост|количеств|number of guests|how many|quantas pessoas|número de pessoas|кількіст|скільк)',
    ),
    way: 'said',
    sign: signs.AMOUNT,
  },
  {
    name: 'troubles',
    about: about('[^.]*(?:беспокоит|troubles the|paciente sente|турбує)'),
    way: 'said',
    sign: signs.TROUBLES,
  },
  {
    name: 'destination',
    about: about('[^.]*(?:подъезд|entrance|complemento|під.їзд)'),
    way: 'said',
    sign: signs.DESTINATION,
  },
  { name: 'stock', about: about('[^.]*(?:наличи|availability|estoque|наявніст)'), way: 'said', sign: signs.STOCK },
  {
    name: 'order',
    about: about('[^.]*(?:оформ|place the order|fechar o pedido|оформи)'),
    way: 'said',
    sign: signs.ORDER,
  },
  {
    name: 'diagnosis',
    about: about(
      '[^.]*(?:диагноз|назнач(?:ал|ил)\\p{L}* лечени|медицинских совет|diagnos|medical advice|treatment by|diagnóstic|conselho médico|діагноз|лікування)',
    ),
    way: 'never',
    sign: signs.DIAGNOSIS,
  },
  {
    name: 'rudeness',
    about: about(
      '[^.]*(?:груб|хам|вежлив|уважит|спор(?:ил|ит)|переби|rude|polite|courte|respect|friendly|argu|interrupt|educa|gentil|grosseir|respeit|cordial|ввічлив|чемн|груб|поваж|спереч)',
    ),
    way: 'never',
    sign: signs.RUDE,
  },
  {
    name: 'greeting',
    about: about('[^.]*(?:поздоров|приветств|greet|said hello|welcomed|cumpriment|saud(?:ou|ação)|привіта|вітан)'),
    way: 'said',
    sign: signs.GREETING,
    only: 'first',
  },
  {
    name: 'client_name',
    about: about(
      "[^.]*(?:(?:узна|спроси|уточни|выясни)\\p{L}*[^.]{0,20}имя|имя (?:клиента|гостя|пациента)|по имени|asked[^.]{0,30}name|(?:client|guest|patient|customer)[’']?s name|by name|perguntou o nome|nome d[oa] (?:client|paciente|hóspede)|pelo nome|(?:дізна|спита|уточни)\\p{L}*[^.]{0,20}ім|на ім|ім.я (?:клієнта|гостя|пацієнта))",
    ),
    way: 'said',
    sign: signs.QUESTION_OF_NAME,
  },
  {
    name: 'own_name',
    about: about(
      '[^.]*(?:представ|назв\\p{L}* (?:сво[её] )?(?:имя|себя|салон|компан|клиник|магазин|ресторан|заведен)|introduc|(?:own|their|the) name|(?:named|said|gave) (?:themsel|the (?:salon|clinic|business|shop|restaurant|company|place))|apresent|se identific|disse o (?:próprio )?nome|відрекоменд|назва\\p{L}* (?:своє )?(?:ім|себе|салон|клінік|заклад|компан))',
    ),
    way: 'said',
    sign: signs.OWN_NAME,
  },
  {
    name: 'contact',
    about: about(
      '[^.]*(?:телефон|контакт|номер для связи|phone|contact (?:details|number)|contact(?![\\p{L}])|telefone|contato)',
    ),
    way: 'said',
    sign: signs.CONTACT,
  },
  {
    name: 'upsell',
    pointless: signs.CANCELLATION,
    about: about(
      '[^.]*(?:дополнительн|допродаж|сопутств|акци[июя]|рекоменд|посоветова|порад|recomend|ещё (?:одн|услуг|что)|в дополнение|upsell|add-?on|extra|additional|recommend|something else|adicional|complement|promoç|додатков|супутн|акці)',
    ),
    way: 'said',
    sign: signs.UPSELL,
  },
  {
    name: 'apology',
    about: about('[^.]*(?:извин|сожале|apolog|sorry|desculp|вибач|перепрос)'),
    way: 'said',
    sign: signs.APOLOGY,
    unless: signs.COMPLAINT,
  },
  {
    name: 'health',
    about: about(
      '[^.]*(?:аллерг|противопоказ|жалоб|симптом|allerg|contraindic|symptom|complaint|alergi|contraindic|sintoma|queixa|алерг|протипоказ|скарг)',
    ),
    way: 'said',
    sign: signs.HEALTH,
  },
  {
    name: 'preparation',
    about: about('[^.]*(?:подготов|что взять|документ|prepar|bring|document|trazer|підготов|взяти)'),
    way: 'said',
    sign: signs.DOCUMENTS,
  },
  {
    name: 'price',
    about: about(
      '[^.]*(?:цен[ауыо]|стоимост|сумм|price|cost|total|preço|valor|total|custo|ціну|ціни|ціна|вартіст|сум[ау])',
    ),
    way: 'said',
    sign: signs.PRICE,
    unless: QUESTION_OF_PRICE,
  },
  {
    name: 'delivery_time',
    about: about(
      '[^.]*(?:(?:врем|срок)\\p{L}* доставк|когда (?:привез|достав)|delivery time|when (?:it|the order)|(?:tempo|prazo) de entrega|(?:час|термін)\\p{L}* доставк)',
    ),
    way: 'said',
    sign: signs.DELIVERY_TIME,
  },
  {
    name: 'payment',
    about: about('[^.]*(?:оплат|payment|how to pay|client pays|pagamento)'),
    way: 'said',
    sign: signs.PAYMENT,
  },
  {
    name: 'amount',
    about: about(
      '[^.]*(?:скольк\\p{L}* (?:гост|человек|персон)|количеств|number of guests|how many|quantas pessoas|número de|кількіст|скільк)',
    ),
    way: 'said',
    sign: signs.AMOUNT,
  },
  {
    name: 'address',
    about: about(
      '[^.]*(?:адрес|как (?:доехать|добраться|найти)|address|how to (?:get|find)|directions|endereço|como chegar|адрес|як (?:дістатися|знайти|доїхати))',
    ),
    way: 'said',
    sign: signs.ADDRESS,
    unless: ABOUT_PLACE,
  },
  {
    name: 'closing',
    about: about('[^.]*(?:попрощ|прощан|goodbye|farewell|said bye|closed the|desped|попроща|прощал)'),
    way: 'said',
    sign: CLOSED,
    only: 'last',
  },
  { name: 'thanks', about: about('[^.]*(?:благодар|thank|agradec|подяк)'), way: 'said', sign: signs.THANKS },
  {
    name: 'invitation',
    about: about('[^.]*(?:приглас\\p{L}* (?:прийти|снова|ещё)|invit|convid|запрос\\p{L}* (?:прийти|знову))'),
    way: 'said',
    sign: signs.INVITATION,
  },
  {
    name: 'answered',
    about: about('[^.]*(?:ответ\\p{L}* на|без ответа|ответил|answer|responde|відпові)'),
    way: 'answered',
  },
  {
    name: 'time',
    about: about(
      '[^.]*(?:врем[яе]|запис|заброн|бронь|дат[уы]|окн|time|slot|book|appointment|date|reserv|horário|agend|marc(?:ar|ou)|data|час|запиc|запис|дат[уи])',
    ),
    way: 'said',
    sign: signs.BOOKING,
    unless: WANTS_VISIT,
  },
  {
    name: 'need',
    pointless: signs.CANCELLATION,
    about: about(
      '[^.]*(?:уточни|выясни|спроси|узнал|потребност|clarif|ask(?:ed)?|needs|f(?:ou|i)nd out|esclarec|pergunt|descobri|necessidad|уточни|з.ясува|спита|дізна|потреб)',
    ),
    way: 'asked',
  },
];
