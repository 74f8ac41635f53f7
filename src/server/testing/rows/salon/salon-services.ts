/** A text in each of our languages. */
type Written = { ru: string; uk: string; en: string; pt: string };

/** A fact of a salon as an owner writes it, and a question of a contact about it as people write in messengers. */
export type SalonFact = { fact: Written; question: Written };

/** Prices of services. */
export const SALON_SERVICES: readonly SalonFact[] = [
  {
    fact: {
      ru: 'Женская стрижка с мытьём и сушкой — от 2500 рублей, в зависимости от длины. Занимает около часа.',
      uk: 'Жіноча стрижка з миттям і сушінням — від 700 гривень, залежно від довжини. Займає близько години.',
      en: "Women's haircut with wash and dry — from 45 pounds, depending on length. It takes about an hour.",
      pt: 'Corte feminino com lavagem e secagem — a partir de 120 reais, conforme o comprimento. Leva cerca de uma hora.',
    },
    question: {
      ru: 'почём у вас подстричься девушке?',
      uk: 'скільки коштує підстригтися дівчині?',
      en: 'how much for a ladies trim?',
      pt: 'quanto custa pra cortar o cabelo, feminino?',
    },
  },
  {
    fact: {
      ru: 'Мужская стрижка — 1500 рублей, моделирование бороды — 900 рублей, вместе — 2200.',
      uk: 'Чоловіча стрижка — 450 гривень, моделювання бороди — 300 гривень, разом — 650.',
      en: "Men's haircut — 25 pounds, beard shaping — 15 pounds, both together — 35.",
      pt: 'Corte masculino — 70 reais, modelagem de barba — 45 reais, os dois juntos — 100.',
    },
    question: {
      ru: 'хочу мужа привести постричься и бороду привести в порядок',
      uk: 'хлопцю бороду підрівняєте?',
      en: 'could my husband get his beard done?',
      pt: 'vocês fazem barba também?',
    },
  },
  {
    fact: {
      ru: 'Детская стрижка до 10 лет — 1000 рублей. Есть кресло-машинка и мультфильмы.',
      uk: 'Дитяча стрижка до 10 років — 300 гривень. Є крісло-машинка та мультфільми.',
      en: "Children's haircut up to 10 years — 15 pounds. There is a car-shaped chair and cartoons.",
      pt: 'Corte infantil até 10 anos — 50 reais. Temos cadeira em forma de carrinho e desenhos animados.',
    },
    question: {
      ru: 'сыну 5 лет, подстрижёте? он боится',
      uk: 'донечці 6 років, зможете підстригти?',
      en: 'my son is 4, do you cut kids hair?',
      pt: 'meu filho tem 5 anos, cortam cabelo de criança?',
    },
  },
  {
    fact: {
      ru: 'Окрашивание в один тон — от 4000 рублей, сложное окрашивание (балаяж, airtouch) — от 9000 рублей. Краски Wella и L’Oréal.',
      uk: 'Фарбування в один тон — від 1200 гривень, складне фарбування (балаяж, airtouch) — від 2800 гривень. Фарби Wella та L’Oréal.',
      en: 'Single-tone colouring — from 70 pounds, complex colouring (balayage, airtouch) — from 160 pounds. Wella and L’Oréal dyes.',
      pt: 'Coloração em um tom — a partir de 180 reais, técnicas complexas (balayage, airtouch) — a partir de 450 reais. Tintas Wella e L’Oréal.',
    },
    question: {
      ru: 'сколько выйдет закрасить седые корни?',
      uk: 'хочу стати блондинкою, скільки це',
      en: 'how much to dye my hair blonde?',
      pt: 'queria fazer luzes, qual o valor?',
    },
  },
  {
    fact: {
      ru: 'Укладка на каждый день — 1200 рублей, вечерняя причёска — от 3000 рублей.',
      uk: 'Укладка на щодень — 350 гривень, вечірня зачіска — від 900 гривень.',
      en: 'Everyday blow-dry — 25 pounds, evening hairstyle — from 55 pounds.',
      pt: 'Escova do dia a dia — 60 reais, penteado de festa — a partir de 150 reais.',
    },
    question: {
      ru: 'на выпускной локоны накрутите?',
      uk: 'треба гарно вкласти волосся на свято',
      en: 'i need curls for my prom',
      pt: 'preciso de um penteado pra formatura',
    },
  },
  {
    fact: {
      ru: 'Кератиновое выпрямление — от 5000 рублей, эффект держится до четырёх месяцев. После процедуры волосы не мыть 72 часа.',
      uk: 'Кератинове випрямлення — від 1500 гривень, ефект тримається до чотирьох місяців. Після процедури волосся не мити 72 години.',
      en: 'Keratin straightening — from 90 pounds, the effect lasts up to four months. Do not wash your hair for 72 hours afterwards.',
      pt: 'Alisamento com queratina — a partir de 250 reais, o efeito dura até quatro meses. Não lave o cabelo por 72 horas.',
    },
    question: {
      ru: 'волосы вьются и пушатся, можно сделать прямые?',
      uk: 'моє волосся пушиться, можна його випрямити?',
      en: 'my hair is so frizzy, can you make it straight?',
      pt: 'meu cabelo tem muito frizz, dá pra alisar?',
    },
  },
  {
    fact: {
      ru: 'Маникюр с покрытием гель-лаком — 2000 рублей, длится полтора часа. Дизайн одного ногтя — 100 рублей.',
      uk: 'Манікюр із покриттям гель-лаком — 600 гривень, триває півтори години. Дизайн одного нігтя — 30 гривень.',
      en: 'Manicure with gel polish — 35 pounds, takes an hour and a half. Design of one nail — 2 pounds.',
      pt: 'Manicure com esmaltação em gel — 90 reais, dura uma hora e meia. Decoração por unha — 5 reais.',
    },
    question: {
      ru: 'ноготки с рисунком сколько будут стоить',
      uk: 'нігтики з гелем почім?',
      en: 'how much to get my nails done?',
      pt: 'quanto é pra fazer as unhas?',
    },
  },
  {
    fact: {
      ru: 'Педикюр аппаратный — 2600 рублей, с покрытием — 3200 рублей.',
      uk: 'Педикюр апаратний — 750 гривень, з покриттям — 950 гривень.',
      en: 'Machine pedicure — 40 pounds, with polish — 50 pounds.',
      pt: 'Pedicure com aparelho — 80 reais, com esmaltação — 100 reais.',
    },
    question: {
      ru: 'пятки хочу привести в порядок к лету',
      uk: 'хочу п’яти привести до ладу',
      en: 'my heels are rough, what can you do?',
      pt: 'meus pés estão horríveis, quanto fica?',
    },
  },
  {
    fact: {
      ru: 'Снятие старого покрытия другого мастера — 400 рублей, нашего — бесплатно.',
      uk: 'Зняття старого покриття іншого майстра — 120 гривень, нашого — безкоштовно.',
      en: 'Removal of old gel made elsewhere — 8 pounds, of ours — free.',
      pt: 'Remoção de esmalte em gel de outro salão — 20 reais, do nosso — grátis.',
    },
    question: {
      ru: 'а чужой шеллак снимете?',
      uk: 'знімете те, що мені в іншому місці робили?',
      en: 'can you take off the gel from another place?',
      pt: 'vocês tiram o gel que fiz em outro lugar?',
    },
  },
  {
    fact: {
      ru: 'Коррекция и окраска бровей — 1300 рублей, долговременная укладка — 2000 рублей.',
      uk: 'Корекція та фарбування брів — 400 гривень, довготривала укладка — 600 гривень.',
      en: 'Eyebrow shaping and tint — 20 pounds, brow lamination — 35 pounds.',
      pt: 'Design e coloração de sobrancelhas — 60 reais, brow lamination — 110 reais.',
    },
    question: {
      ru: 'бровки подправить у вас реально?',
      uk: 'брівки підправите?',
      en: 'do you do brows?',
      pt: 'fazem design de sobrancelha?',
    },
  },
  {
    fact: {
      ru: 'Наращивание ресниц классика — 2800 рублей, 2D — 3200 рублей. Носятся три–четыре недели.',
      uk: 'Нарощування вій класика — 800 гривень, 2D — 950 гривень. Носяться три–чотири тижні.',
      en: 'Classic eyelash extensions — 50 pounds, 2D — 60 pounds. They last three to four weeks.',
      pt: 'Extensão de cílios clássica — 130 reais, 2D — 160 reais. Duram de três a quatro semanas.',
    },
    question: {
      ru: 'сколько держатся реснички?',
      uk: 'скільки тримаються війки?',
      en: 'how long do the lashes stay on?',
      pt: 'quanto tempo os cílios duram?',
    },
  },
  {
    fact: {
      ru: 'Дневной макияж — 2500 рублей, свадебный с репетицией — 6000 рублей, возможен выезд визажиста.',
      uk: 'Денний макіяж — 700 гривень, весільний з репетицією — 1800 гривень, можливий виїзд візажиста.',
      en: 'Day makeup — 45 pounds, bridal with a rehearsal — 110 pounds; the makeup artist can come to you.',
      pt: 'Maquiagem social — 130 reais, de noiva com teste — 320 reais; o maquiador pode ir até você.',
    },
    question: {
      ru: 'выхожу замуж, накрасите меня дома?',
      uk: 'можете нафарбувати мене на весілля вдома?',
      en: "i'm getting married in june, who does the face?",
      pt: 'vou casar, vocês maquiam em casa?',
    },
  },
  {
    fact: {
      ru: 'Шугаринг: глубокое бикини — 2200 рублей, ноги полностью — 2400 рублей. Длина волос — от 5 мм.',
      uk: 'Шугаринг: глибоке бікіні — 650 гривень, ноги повністю — 700 гривень. Довжина волосся — від 5 мм.',
      en: 'Sugaring: full bikini — 40 pounds, full legs — 42 pounds. Hair should be at least 5 mm long.',
      pt: 'Depilação com açúcar: virilha completa — 90 reais, pernas inteiras — 95 reais. Pelos com no mínimo 5 mm.',
    },
    question: {
      ru: 'восковая депиляция ног есть?',
      uk: 'депіляцію ніг робите?',
      en: 'do you do waxing for legs?',
      pt: 'fazem cera na perna?',
    },
  },
  {
    fact: {
      ru: 'Классический массаж спины и шейно-воротниковой зоны, 40 минут — 2300 рублей. Курс из 10 сеансов со скидкой 15 %.',
      uk: 'Класичний масаж спини та шийно-комірцевої зони, 40 хвилин — 650 гривень. Курс із 10 сеансів зі знижкою 15 %.',
      en: 'Classic back and neck massage, 40 minutes — 40 pounds. A course of 10 sessions is 15 % cheaper.',
      pt: 'Massagem clássica de costas e pescoço, 40 minutos — 110 reais. Pacote de 10 sessões com 15 % de desconto.',
    },
    question: {
      ru: 'шея болит от компа, кто-нибудь может размять?',
      uk: 'спина болить, є хтось, хто розімне?',
      en: 'my neck is killing me, anyone to work on it?',
      pt: 'estou com dor no pescoço, tem alguém que faça massagem?',
    },
  },
  {
    fact: {
      ru: 'Комбинированная чистка лица — 3500 рублей, химический пилинг — от 3000 рублей. Осенью и зимой проводим лазерное омоложение.',
      uk: 'Комбінована чистка обличчя — 1000 гривень, хімічний пілінг — від 900 гривень. Восени та взимку проводимо лазерне омолодження.',
      en: 'Combined facial cleansing — 60 pounds, chemical peel — from 50 pounds. In autumn and winter we do laser rejuvenation.',
      pt: 'Limpeza de pele combinada — 160 reais, peeling químico — a partir de 140 reais. No outono e no inverno fazemos laser.',
    },
    question: {
      ru: 'чёрные точки на носу уберёте?',
      uk: 'висипання і прищі, що порадите?',
      en: 'i have blackheads and acne, what would help?',
      pt: 'tenho muitos cravos e espinhas, o que vocês indicam?',
    },
  },
];
