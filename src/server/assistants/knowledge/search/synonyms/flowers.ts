import type { Concept } from '#server/assistants/knowledge/search/synonym-rules.ts';

/** Flower shops. */
export const FLOWERS: readonly Concept[] = [
  {
    ru: 'букет, цветы, цветочки, композиция, собрать букет',
    uk: 'букет, квіти, композиція, скласти букет',
    en: 'bouquet, flowers, arrangement, bunch',
    pt: 'buquê, flores, arranjo, ramalhete',
  },
  {
    ru: 'розы, роза, красные розы, 101 роза',
    uk: 'троянди, троянда, червоні троянди',
    en: 'roses, rose, red roses',
    pt: 'rosas, rosa, rosas vermelhas',
  },
  {
    ru: 'тюльпаны, пионы, хризантемы, лилии, орхидеи, гортензии, сезонные',
    uk: 'тюльпани, піони, хризантеми, лілії, орхідеї, гортензії, сезонні',
    en: 'tulips, peonies, chrysanthemums, lilies, orchids, hydrangeas, seasonal',
    pt: 'tulipas, peônias, crisântemos, lírios, orquídeas, hortênsias, da estação',
  },
  {
    ru: 'открытка, записка, подписать, поздравление, пожелание',
    uk: 'листівка, записка, підписати, привітання, побажання',
    en: 'card, greeting card, note, message, congratulation',
    pt: 'cartão, bilhete, mensagem, dedicatória',
  },
  {
    ru: 'анонимно, инкогнито, не говорить от кого, сюрприз',
    uk: 'анонімно, інкогніто, не казати від кого, сюрприз',
    en: 'anonymous, anonymously, secret, surprise',
    pt: 'anônimo, anonimamente, surpresa, segredo',
  },
  {
    ru: 'свежесть, свежие, завяли, завянут, простоят, замена',
    uk: 'свіжість, свіжі, зів’яли, зів’януть, простоять, заміна',
    en: 'fresh, freshness, wilted, wilt, last, replacement',
    pt: 'frescor, frescas, murcharam, murchar, duram, troca',
  },
  {
    ru: 'уход за букетом, ухаживать, вода, подрезать, сохранить цветы',
    uk: 'догляд за букетом, доглядати, вода, підрізати, зберегти квіти',
    en: 'flower care, care, water, trim stems, keep fresh',
    pt: 'cuidados com flores, cuidar, água, cortar o caule',
  },
  {
    ru: 'горшок, горшечные, комнатные растения, в горшке',
    uk: 'горщик, кімнатні рослини, у горщику, вазон',
    en: 'pot, potted, houseplant, plant',
    pt: 'vaso, planta, plantas de interior',
  },
  {
    ru: 'шары, шарики, игрушка, конфеты, ваза, дополнить',
    uk: 'кульки, іграшка, цукерки, ваза, доповнити',
    en: 'balloons, toy, chocolates, vase, add',
    pt: 'balões, pelúcia, chocolates, vaso, adicionar',
  },
  {
    ru: 'фото букета, фото перед отправкой, показать букет, похож на фото',
    uk: 'фото букета, фото перед відправкою, показати букет',
    en: 'photo of the bouquet, picture, photo before',
    pt: 'foto do buquê, foto antes, imagem',
  },
  {
    ru: 'срочно, сегодня, к времени, за час, ночью, ко времени',
    uk: 'терміново, сьогодні, на час, за годину, вночі',
    en: 'urgent, today, same day, by time, at night, asap',
    pt: 'urgente, hoje, mesmo dia, de noite',
  },
];
