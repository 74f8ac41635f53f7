import type { Language } from '#contract/primitives.ts';

/** Whole words: letters of no language stand beside them. */
const word = (source: string, flags = 'giu') => new RegExp(`(?<!\\p{L})(?:${source})(?!\\p{L})`, flags);

/** `понравилось(ась)`, `пришёл/ла`. */
const DOUBLE = /\p{L}{2,}(?:\((?:а|я|ла|ась|на|о|a)\)|\/(?:а|я|ла|ась|на))(?!\p{L})/giu;

/** Forms that show the sex of the writer or of the reader, by language. */
export const SEXED: Readonly<Record<Language, readonly RegExp[]>> = {
  ru: [
    DOUBLE,
    word('рада?|благодарен|благодарна|признателен|признательна|уверена?|согласен|согласна|должен|должна|готова?'),
    word('(?:уважаемый|уважаемая|дорогой|дорогая|милый|милая)\\s+(?:\\p{L}+)'),
    word('господин|госпожа|сударь|сударыня|девушка|молодой человек'),
    word('я(?:\\s+\\p{L}+){0,2}\\s+\\p{L}+(?:л|ла|лся|лась)'),
    word('вы(?:\\s+не)?\\s+\\p{L}+(?:ял|ел|ёл|ил|ал|ла|лся|лась)'),
  ],
  uk: [
    DOUBLE,
    word('рад|рада|радий|вдячний|вдячна|певен|певна|впевнений|впевнена|готовий|готова|повинен|повинна|згоден|згодна'),
    word('(?:шановний|шановна|дорогий|дорога|любий|люба)\\s+(?:\\p{L}+)'),
    word('пан|пане|пані'),
    word('я(?:\\s+\\p{L}+){0,2}\\s+\\p{L}+(?:ав|ив|ів|ла|вся|лась|лася)'),
    word('ви(?:\\s+не)?\\s+\\p{L}+(?:ав|ив|ів|ла|вся|лась|лася)'),
  ],
  en: [word("sir|madam|ma'am|mr|mrs|ms|miss|lady|gentleman|he|she|him|her|his|hers")],
  pt_br: [
    /\p{L}{2,}\((?:a|o)\)/giu,
    word('obrigad[oa]|grat[oa]|bem-vind[oa]|prezad[oa]|querid[oa]|satisfeit[oa]|honrad[oa]|senhora?|sra?'),
    word('car[oa](?=\\s+(?:cliente|amig))'),
  ],
};

/** Words for everything that costs the business money or services. */
export const COMPENSATIONS: Readonly<Record<Language, RegExp>> = {
  ru: /(?<!\p{L})(?:скидк|компенс|возмест|возмещ|бесплатн|бонус|промокод|купон|подар|сертификат)\p{L}*|(?<!\p{L})(?:верн[её]м|возврат\p{L}*)\s+(?:вам\s+)?(?:деньги|денег|средств|стоимост|оплат)\p{L}*|за наш сч[её]т/giu,
  uk: /(?<!\p{L})(?:знижк|компенс|відшкод|безкоштовн|бонус|промокод|купон|подар|сертифікат)\p{L}*|(?<!\p{L})поверн\p{L}*\s+(?:вам\s+)?(?:грош|кошт|вартіст)\p{L}*|за наш рахунок/giu,
  en: /(?<!\p{L})(?:discount|compensat|refund|reimburs|voucher|coupon|bonus|complimentary|gift)\p{L}*|free of charge|for free|on the house|promo ?code/giu,
  pt_br:
    /(?<!\p{L})(?:descont|compensa|reembols|ressarc|gr[áa]tis|gratuit|brinde|cupo[mn]|b[ôo]nus|presente)\p{L}*|por nossa conta/giu,
};

/** Verbs of giving: with one, a compensation is promised. */
export const GIVING =
  /(?<!\p{L})(?:предостав|предлож|сделаем|начисл|верн|дадим|дарим|подарим|надамо|запропон|зробимо|нарах|поверн|даруємо|offer|give|will|send|provide|oferec|daremos|devolv|enviar)\p{L}*/iu;
