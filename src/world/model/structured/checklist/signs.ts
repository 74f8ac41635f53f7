/** Words of the four languages by which rules recognise what was said. Word borders are written out: `\b` knows Latin letters alone. */
const words = (...parts: string[]): RegExp => new RegExp(`(?<![\\p{L}])(?:${parts.join('|')})`, 'iu');

export const GREETING = words(
  'здравствуй|добр(?:ый|ое|ого) (?:день|утро|вечер|дня|утра|вечера|времени)|привет|приветству|доброго|hello|hi(?![\\p{L}])',
  'hey(?![\\p{L}])|good (?:morning|afternoon|evening|day)|welcome|ol[áa](?![\\p{L}])|oi(?![\\p{L}])|bom dia|boa (?:tarde|noite)',
  'bem[- ]vind|вітаю|доброго (?:дня|ранку|вечора)|добрий (?:день|ранок|вечір)|привіт|здрастуй',
);
export const OWN_NAME = words(
  'меня зовут|моё имя|мое имя',
  '(?:это|вас приветствует|с вами|на связи) (?:администратор|салон|клиника|ресторан|магазин|студия|\\p{Lu}\\p{L}+)',
  '(?:салон|клиника|ресторан|магазин|студия|доставка)[^.!?]{0,30}(?:меня|администратор|слушаю|приветству)|my name is',
  "i['’]m \\p{Lu}\\p{L}+|this is \\p{Lu}\\p{L}+|\\p{Lu}\\p{L}+ speaking|(?:here|calling) from|meu nome é|me chamo|aqui é",
  'sou [ao] \\p{Lu}\\p{L}+|fala \\p{Lu}\\p{L}+|мене звати|мене звуть|на зв.язку|вас вітає|це (?:адміністратор|салон|клініка)',
);
export const QUESTION_OF_NAME = words(
  'как (?:я могу )?(?:к )?вас (?:зовут|могу|называть|записать)|как могу к вам обращаться',
  '(?:ваше|подскажите|укажите)[^.?!]{0,20} имя|на ч[ьё]ё имя|на чье имя|your name|what name|who (?:am i|are we) speaking',
  'whom (?:should|shall)|seu nome|qual (?:é )?(?:o )?(?:seu )?nome|com quem (?:eu )?falo|em nome de quem|як вас звати',
  "як до вас|ваше ім['’]?я|підкажіть[^.?!]{0,20} ім",
);
export const RUDE = words(
  'чего (?:вам|тебе|надо|хотите)|не мешай|сам[аи]? виноват|читать умеете|вы что,? (?:не|глух|слеп)|глаза разуй|отстань',
  'мне некогда|не мои проблемы|это ваши проблемы|ваши проблемы|не тупи|надоел|достал[аи]?(?![\\p{L}])',
  'хватит (?:писать|звонить|ныть)|я что,? справочн|и что (?:дальше|теперь)|не нравится[ ,—-]+ид|идите в другое',
  "not my problem|can['’]?t you read|that['’]?s your (?:problem|fault)|your own fault",
  "stop (?:bothering|calling|writing|whining)|i (?:have no|don['’]t have) time for|go somewhere else",
  'are you (?:deaf|blind|stupid)|so what(?![\\p{L}])|whatever(?![\\p{L}])|calm down|não é (?:problema meu|meu problema)',
  'problema (?:é )?seu|não sabe ler|a culpa é sua|não enche|não tenho tempo para|vá (?:para|a) outro|e daí',
  'para de (?:ligar|escrever|reclamar)|не мої проблеми|це ваші проблеми|ваші проблеми|читати вмієте|самі винні|не заважай',
  'мені ніколи|йдіть в інше|набридли|чого вам',
);
export const PRICE =
  /(?:\d[\d\s.,]*\s*(?:₽|руб|р\.|грн|₴|£|\$|€|usd|eur|reais|pounds|рубл|гривень)|(?:₽|£|\$|€|R\$|₴)\s*\d)|(?<!\p{L})(?:стоит|стоимость|цена|costs?|price is|custa|preço é|коштує|ціна)[^?]{0,40}\d/iu;
export const TIME =
  /(?<!\d)(?:[01]?\d|2[0-3])[:.][0-5]\d(?!\d)|(?<!\p{L})(?:в|на|до|з|о|at|às|as|para as)\s+(?:[01]?\d|2[0-3])(?:\s*(?:час|годин|h\b|am|pm|a\.m|p\.m|утра|дня|вечера)|\s*[,.!?]|$)/iu;
export const BOOKING = words(
  'запи(?:шу|сать|сала|сал|шем|сали|шитесь|сываю)|заброни|удобно (?:будет|вам)|есть (?:свободн|время|окно|окошк|место)',
  'свободн|ждём вас|ждем вас|book(?:ed|ing)?(?![\\p{L}])|schedule|appointment|available|slot|reserve|would .{0,20} suit',
  'does .{0,25} (?:suit|work)|agend|marcar|marquei|reserv|disponível|horário|vaga|запи(?:шу|сати|сала|сав|шемо)|заброню',
  'зручно|вільн|чекаємо',
);
export const CLOSING = words(
  'до свидан|до встречи|всего (?:доброго|хорошего)|хорошего (?:дня|вечера)|приятного|ждём (?:вас|снова)|ждем (?:вас|снова)',
  'обращайтесь|good ?bye|bye(?![\\p{L}])|see you|have a (?:nice|good|great|lovely)|take care|look(?:ing)? forward|tchau',
  'até (?:logo|mais|breve|lá|amanhã)|tenha um|bom (?:dia|fim de semana)[.!]?$|esperamos (?:você|por)|volte sempre',
  'до побачення|до зустрічі|гарного (?:дня|вечора)|усього найкращого|всього (?:доброго|найкращого)|чекаємо на вас',
  'звертайтеся',
);
export const THANKS = words('спасибо', 'благодар', 'thank', 'obrigad', 'agrade', 'дяку');
export const CONTACT = words(
  '(?:ваш|оставьте|подскажите|укажите|продиктуйте|напишите)[^.?!]{0,25}(?:номер|телефон|контакт|почт)|номер телефона',
  'как с вами связаться|куда вам перезвонить|(?:your|a) (?:phone|contact|mobile|number|email)|phone number',
  'number (?:can|should|to) |how (?:can|do) (?:we|i) reach you|contact number',
  'seu (?:telefone|número|contato|celular|whatsapp|e-?mail)|qual (?:o )?(?:seu )?(?:telefone|número|contato)',
  'número de telefone|(?:ваш|залиште|підкажіть|вкажіть|напишіть)[^.?!]{0,25}(?:номер|телефон|контакт|пошт)|номер телефону',
  "як з вами зв['’]?язатися",
);
export const UPSELL = words(
  'также (?:можем|можно|есть|рекоменд|предлага)|ещё (?:можем|можно|есть)|еще (?:можем|можно|есть)|рекоменду|совету|в подарок',
  'скидк|акци[яию]|дополнительно|заодно|хотите добавить|вместе с|we also|also (?:offer|have|do)|would you like to add',
  'recommend|special offer|discount|in addition|how about adding|goes well with|add (?:a|an|on)',
  'também (?:temos|fazemos|oferec|posso)|recomend|promoção|desconto|aproveit|gostaria de (?:incluir|adicionar|acrescentar)',
  'além disso|combina com|також (?:можемо|є|пропону|рекоменду)|рекоменду|раджу|знижк|акці|додатково|заодно|бажаєте додати',
  'разом із',
);
export const APOLOGY = words(
  'извин|прости|приносим|жаль|сожале|sorry|apolog|regret|desculp|sentimos|sinto muito|lament|вибач|перепрош|шкода|прикро',
  'пробач',
);
export const COMPLAINT = words(
  'ужас|кошмар|жалоб|недовол|безобраз|испорт|опозда|обман|плохо|не понрав|верните|возмущ|terrible|awful|horrible|complain',
  'rude|disappoint|ruined|refund|angry|unacceptable|bad(?![\\p{L}])|late(?![\\p{L}r])|péssim|horrível|reclam|absurd|decepcion',
  'estrag|atras|ruim|reembols|жах|скарг|незадовол|зіпс|запізн|погано|обман|не сподоб|поверніть',
);
export const ADDRESS = words(
  'адрес|улиц|ул\\.|проспект|метро|находимся|напротив|вход (?:со|с|через)|парковк|как (?:доехать|добраться|пройти)|address',
  'street|located|station|opposite|parking|entrance|directions|endereço|rua |avenida|av\\.|ficamos|estacionamento|em frente',
  'entrada|адрес|вулиц|вул\\.|знаходимо|паркінг|парковк|навпроти|вхід',
);
export const EVASION = words(
  'не знаю|без понятия|смотрите на сайте|посмотрите на сайте|цены на сайте|всё на сайте|все на сайте|это не ко мне',
  "не могу сказать|читайте|don['’]t know|no idea|prices are (?:all )?on the|look (?:at|on) the (?:site|website)",
  "check the (?:site|website)|it['’]?s (?:all )?on the (?:site|website)|can['’]?t (?:say|tell)|not my (?:job|department)",
  'não sei|veja no site|olhe no site|está no site|não é comigo|não posso dizer|не знаю|дивіться на сайті|подивіться на сайті',
  'все на сайті|усе на сайті|ціни,? дивіться|це не до мене|не можу сказати',
);
export const HEALTH = words(
  'аллерг|противопоказан|беременн|хроническ|лекарств|жалоб|симптом|беспокоит|allerg|contraindicat|pregnan|medication|symptom',
  'condition|bothers?|alergi|contraindica|grávid|remédio|medicamento|sintoma|incomod|алерг|протипоказ|вагітн|ліки|симптом',
  'турбує',
);
export const DIAGNOSIS = words(
  'у вас (?:точно|скорее всего|наверняка)|это (?:точно )?(?:гастрит|аллергия|кариес|грипп|ангина)|принимайте|пейте|выпейте',
  'диагноз[: —-]+\\p{L}|you (?:definitely|probably|surely) have|take (?:some )?(?:ibuprofen|paracetamol|aspirin|antibiotic)',
  'it is definitely|você (?:com certeza|provavelmente) tem|tome (?:um |uma )?(?:ibuprofeno|paracetamol|dipirona|antibiótico)',
  'у вас (?:точно|мабуть|напевно)|приймайте|пийте|випийте',
);
export const DOCUMENTS = words(
  'паспорт|полис|документ|снилс|анализ|натощак|за \\d+ минут|приход|возьмите|passport|insurance|documents?|bring|arrive',
  'before the (?:visit|appointment)|empty stomach|minutes (?:early|before)|documento|carteir|convênio|traga|chegue|jejum',
  'minutos antes|паспорт|поліс|документ|візьміть|натще|хвилин раніше|приходьте',
);
export const DELIVERY_TIME = words(
  'достав(?:им|ка|ят)[^.?!]{0,40}\\d|курьер[^.?!]{0,40}\\d|через \\d+|в течение \\d+|за \\d+[-–]?\\d* мин|\\d+[-–]?\\d* ?мин',
  'within \\d+|in (?:about )?\\d+|\\d+ ?(?:min|hour)|deliver[^.?!]{0,40}\\d|em (?:até )?\\d+|\\d+ ?(?:min|hora)',
  'entreg[^.?!]{0,40}\\d|через \\d+|протягом \\d+|\\d+ ?(?:хв|годин)|достав[^.?!]{0,40}\\d',
);
export const PAYMENT = words(
  'оплат|картой|наличн|перевод|сбп|предоплат|pay|card|cash|deposit|pix|cartão|dinheiro|pagamento|pagar|оплат|картк|готівк',
  'переказ',
);
export const AMOUNT = words(
  'на скольк|сколько (?:вас|гостей|человек|персон|будет)|количеств|(?:двоих|троих|четверых|\\d+) (?:человек|гостей|персон)',
  'how many|party of|\\d+ (?:people|guests|persons)|table for|quantity|quantas|quantos|\\d+ pessoas|mesa para|скільки',
  '\\d+ (?:осіб|гостей|людей)|кількіст',
);
export const INVITATION = words(
  'приходите|ждём вас|ждем вас|будем рады|ждём снова|come (?:again|back|and see)|see you|be (?:happy|glad) to (?:see|have)',
  'look(?:ing)? forward|volte|esperamos|será um prazer|приходьте|чекаємо|будемо раді',
);
export const CANCELLATION = words(
  'отмен|не смогу|не получится прийти|подумаю|сомнева|нет (?:мест|стол|окон|свободн)|всё занято|все занято|cancel',
  "can['’]?t (?:come|make)|think about it|not sure|no (?:tables?|slots?|openings?)|fully booked|cancelar",
  'não (?:posso|vou poder|consigo) ir|vou pensar|não tenho certeza|sem (?:mesa|vaga|horário)|lotad',
  'não (?:temos|tem|há) (?:mesa|vaga|horário)|скасув|не зможу|подумаю|вагаюс|немає (?:місць|стол|вільн)|усе зайнято',
);
export const ALTERNATIVE = words(
  'друг(?:ой|ое|ую) (?:день|время|дату)|лист ожидания|можем перенести|перенес(?:ти|ём|ем)|может быть,? в',
  'а (?:в|на) (?:понедельник|вторник|среду|четверг|пятницу|субботу|воскресенье|завтра)|another (?:day|time)|waiting list',
  'waitlist|move it to|reschedule|how about (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow)|instead',
  'outro (?:dia|horário)|lista de espera|remarcar|que tal (?:segunda|terça|quarta|quinta|sexta|sábado|domingo|amanhã)',
  'em vez disso|інший (?:день|час)|лист очікування|перенес(?:ти|емо)',
  'а (?:в|на) (?:понеділок|вівторок|середу|четвер|п.ятницю|суботу|неділю|завтра)',
);
export const ACUTE = words(
  "сильн\\p{L}* боль|не могу (?:дышать|терпеть)|кров|теряю сознание|температура (?:39|40)|severe pain|can['’]?t breathe|bleed",
  'faint|chest pain|dor (?:muito )?forte|dor no peito|sangr|não consigo respirar|desmai|сильний біль|не можу дихати',
  'непритомн',
);
export const EMERGENCY = words(
  'скорую|103(?!\\d)|112(?!\\d)|приезжайте сразу|срочно приезжайте|ambulance|911(?!\\d)|999(?!\\d)',
  'come (?:in )?(?:at once|right away|immediately)|emergency|samu|192(?!\\d)|venha (?:agora|imediatamente)|pronto[- ]socorro',
  'швидку|приїжджайте (?:одразу|негайно)',
);
export const TAKES_BACK = words('верн|возврат|обмен|return|exchange|refund|troc|devol|reembols|поверн|обмін');
export const SOLUTION = words(
  'верн[её]м|привез[её]м|замен|компенс|переделаем|отправ(?:им|лю)|скидк|разбер[её]мся до|refund|replace',
  'send (?:a|another|you)|redo|compens|discount|make it right|reembols|trocar|enviar|vamos mandar|refazer|desconto|повернемо',
  'замінимо|привеземо|переробимо|надішлемо|знижк',
);
const CONFIRMING = words(
  'итак|проверьте|записал[аи]? вас|записываю вас|всё верно|все верно|всё правильно|подтвержда|заброниров|ваш заказ|итого',
  'повторю|booked|to confirm|confirm|is that right|all correct|your order|in total|let me repeat|reserved|confirm|agendado',
  'agendad[oa]|marcado|reservad|tudo certo|seu pedido|no total|repetindo|отже|записал[аи] вас|записав вас|перевірте',
  'підтвердж|все вірно|усе правильно|заброньова|ваше замовлення|разом',
);
/** A line that repeats what was agreed has a number: a time or a sum. */
export const CONFIRMED: Pick<RegExp, 'test'> = { test: (text) => CONFIRMING.test(text) && /\d/u.test(text) };
export const NEXT_STEP: Pick<RegExp, 'test'> = {
  test: (text) => TIME.test(text) || NEXT.test(text),
};
const NEXT = words(
  'ждём|ждем|перезвон|пришл|отправ|свяж|напиш|напомн|привез|записал|call you|send you|get back|remind|let you know',
  'look(?:ing)? forward|booked|deliver|esperamos|ligo|ligaremos|envi|retorn|aviso|lembr|agendad|entreg|чекаємо|передзвон',
  'надішл|зв.яж|напиш|нагада|привез|записал',
);
export const DEPOSIT = words(
  'депозит|предоплат|держим стол|стол держ|стол на \\d|deposit|hold (?:the|your) table|table (?:is|for) (?:two|\\d) hours',
  'kept for|sinal|guardamos|a mesa fica|limite de|завдат|тримаємо стол|столик на \\d',
);
export const OCCASION = words(
  'повод|праздн|день рожд|аллерг|пожелан|occasion|birthday|allerg|celebrat|preferences|ocasião|aniversário|alergi|preferênc',
  'comemora|привід|день народж|алерг|побажан|свят',
);
export const TROUBLES = words(
  'что (?:вас )?беспокоит|впервые|первый раз|what (?:is )?(?:troubl|bother)|first (?:visit|time)',
  'o que (?:você )?(?:est[áa] )?sent|primeira (?:vez|consulta)|що (?:вас )?турбує|вперше',
);
export const STOCK = words(
  'наличи|остал[оси]|есть на складе|закончил|in stock|available|out of stock|left(?![\\p{L}])|sold out|estoque|disponível',
  'esgot|acabou|наявност|залишил|закінчил',
);
export const ORDER = words(
  'оформ|отлож|заказать|place (?:the|an|your) order|put (?:it )?aside|reserve|order (?:it|now)|fechar o pedido|finalizar',
  'reserv|separar|оформи|відклад|замовити',
);
export const DESTINATION = words(
  'адрес|подъезд|куда (?:доставить|привезти)|address|apartment|entrance|where (?:to|should)|endereço|complemento|apartamento',
  'під.їзд|куди',
);
