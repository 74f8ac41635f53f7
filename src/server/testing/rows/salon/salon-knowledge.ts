import { type SalonFact, SALON_SERVICES } from './salon-services.ts';

/** Facts about visits, before those about services. */
const VISITS: readonly SalonFact[] = [
  {
    fact: {
      ru: 'Адрес: Казань, ул. Баумана, 44, вход со двора, второй этаж. Ближайшая станция метро — Кремлёвская, пять минут пешком.',
      uk: 'Адреса: Київ, вул. Саксаганського, 44, вхід із двору, другий поверх. Найближча станція метро — Олімпійська, п’ять хвилин пішки.',
      en: 'Address: 44 Baker Street, entrance from the yard, second floor. The nearest underground station is Marylebone, five minutes on foot.',
      pt: 'Endereço: Rua Augusta, 44, entrada pelo pátio, segundo andar. A estação de metrô mais próxima é a Consolação, a cinco minutos a pé.',
    },
    question: {
      ru: 'как к вам пройти от метро?',
      uk: 'а де ви взагалі розташовані?',
      en: 'where exactly are you guys located?',
      pt: 'onde fica o salão de vocês?',
    },
  },
  {
    fact: {
      ru: 'Салон открыт ежедневно с 10:00 до 21:00, по воскресеньям до 19:00. 1 января выходной.',
      uk: 'Салон відчинений щодня з 10:00 до 21:00, у неділю до 19:00. 1 січня вихідний.',
      en: 'The salon is open daily from 10 am to 9 pm, on Sundays until 7 pm. Closed on January 1.',
      pt: 'O salão abre diariamente das 10h às 21h, aos domingos até as 19h. Fechado em 1º de janeiro.',
    },
    question: {
      ru: 'до скольки вы сегодня работаете',
      uk: 'ви в неділю працюєте?',
      en: 'what time do you close on sunday',
      pt: 'até que horas vocês funcionam?',
    },
  },
  {
    fact: {
      ru: 'Для гостей есть бесплатная парковка во дворе на шесть мест, въезд под шлагбаум — позвоните администратору.',
      uk: 'Для гостей є безкоштовна парковка у дворі на шість місць, в’їзд під шлагбаум — зателефонуйте адміністратору.',
      en: 'Guests can use six free parking places in the yard; call the administrator to open the barrier.',
      pt: 'Para clientes há estacionamento gratuito no pátio com seis vagas; ligue para a recepção para abrir a cancela.',
    },
    question: {
      ru: 'а машину есть где оставить?',
      uk: 'де можна залишити авто?',
      en: 'can I leave my car near you?',
      pt: 'tem onde deixar o carro?',
    },
  },
  {
    fact: {
      ru: 'Принимаем банковские карты, наличные и перевод по СБП. Чек приходит на почту.',
      uk: 'Приймаємо банківські картки, готівку та переказ на рахунок. Чек надходить на пошту.',
      en: 'We accept bank cards, cash and bank transfers. The receipt is sent by e-mail.',
      pt: 'Aceitamos cartões, dinheiro e Pix. O recibo é enviado por e-mail.',
    },
    question: {
      ru: 'наличкой можно расплатиться?',
      uk: 'карткою приймаєте?',
      en: 'do you take apple pay or only cash?',
      pt: 'aceita pix?',
    },
  },
  {
    fact: {
      ru: 'При записи на процедуры дольше трёх часов просим внести предоплату 1000 рублей, она вычитается из стоимости.',
      uk: 'Під час запису на процедури довші за три години просимо внести передоплату 300 гривень, її вираховуємо з вартості.',
      en: 'For procedures longer than three hours we ask for a deposit of 20 pounds, which is taken off the price.',
      pt: 'Para procedimentos com mais de três horas pedimos um sinal de 50 reais, descontado do valor final.',
    },
    question: {
      ru: 'надо ли что-то платить заранее?',
      uk: 'а завдаток треба вносити наперед?',
      en: 'do I have to pay anything upfront?',
      pt: 'precisa pagar alguma coisa adiantado?',
    },
  },
  {
    fact: {
      ru: 'Отменить или перенести визит можно бесплатно не позднее чем за 12 часов до начала.',
      uk: 'Скасувати або перенести візит можна безкоштовно не пізніше ніж за 12 годин до початку.',
      en: 'A visit can be cancelled or moved free of charge up to 12 hours before it begins.',
      pt: 'É possível cancelar ou remarcar a visita sem custo até 12 horas antes do início.',
    },
    question: {
      ru: 'если у меня планы поменяются, смогу отказаться?',
      uk: 'якщо передумаю, за скільки треба попередити?',
      en: "what if something comes up and I can't make it, can I cancel?",
      pt: 'e se eu precisar desmarcar?',
    },
  },
  {
    fact: {
      ru: 'При опоздании больше чем на 15 минут мастер может сократить процедуру или предложить другое время.',
      uk: 'У разі запізнення більше ніж на 15 хвилин майстер може скоротити процедуру або запропонувати інший час.',
      en: 'If you are more than 15 minutes late, the stylist may shorten the procedure or offer another time.',
      pt: 'Em caso de atraso superior a 15 minutos, o profissional pode reduzir o procedimento ou oferecer outro horário.',
    },
    question: {
      ru: 'стою в пробке, опаздываю минут на двадцать, примете?',
      uk: 'я трохи запізнююсь, нічого?',
      en: "i'm stuck in traffic and running late, is that ok?",
      pt: 'vou chegar um pouco atrasada, tem problema?',
    },
  },
];

/** Other facts, after those about services. */
const OTHERS: readonly SalonFact[] = [
  {
    fact: {
      ru: 'Подарочные сертификаты на любую сумму от 1000 рублей, электронные и в конверте, действуют год.',
      uk: 'Подарункові сертифікати на будь-яку суму від 500 гривень, електронні та в конверті, діють рік.',
      en: 'Gift certificates for any amount from 20 pounds, electronic or in an envelope, valid for a year.',
      pt: 'Vale-presente de qualquer valor a partir de 50 reais, eletrônico ou em envelope, válido por um ano.',
    },
    question: {
      ru: 'хочу маме подарить поход к вам',
      uk: 'що можна подарувати подрузі від вас?',
      en: 'looking for a present for my mum',
      pt: 'quero dar um presente pra minha mãe',
    },
  },
  {
    fact: {
      ru: 'Именинникам скидка 10 % за три дня до и три дня после дня рождения, по документу.',
      uk: 'Іменинникам знижка 10 % за три дні до та три дні після дня народження, за документом.',
      en: 'Birthday guests get 10 % off three days before and after the date, with an ID.',
      pt: 'Aniversariantes têm 10 % de desconto três dias antes e depois da data, com documento.',
    },
    question: {
      ru: 'на др что-нибудь дарите?',
      uk: 'на др щось даруєте?',
      en: 'any bday perks?',
      pt: 'tem alguma coisa pra quem faz aniversário?',
    },
  },
  {
    fact: {
      ru: 'Бонусная программа: 5 % от каждого чека возвращаем баллами, ими можно покрыть до половины следующего визита.',
      uk: 'Бонусна програма: 5 % від кожного чека повертаємо балами, ними можна покрити до половини наступного візиту.',
      en: 'Bonus programme: 5 % of each bill comes back as points, which cover up to half of the next visit.',
      pt: 'Programa de bônus: 5 % de cada conta volta em pontos, que cobrem até metade da próxima visita.',
    },
    question: {
      ru: 'постоянным клиентам есть какие-то плюшки?',
      uk: 'для постійних клієнтів щось є?',
      en: 'do you have a loyalty thing for regulars?',
      pt: 'tem programa de fidelidade?',
    },
  },
  {
    fact: {
      ru: 'Инструменты проходят дезинфекцию, мойку и сухожаровой шкаф, крафт-пакет вскрываем при вас. Пилки одноразовые.',
      uk: 'Інструменти проходять дезінфекцію, миття та сухожарову шафу, крафт-пакет відкриваємо при вас. Пилочки одноразові.',
      en: 'Tools are disinfected, washed and heat-sterilised; the pouch is opened in front of you. Nail files are disposable.',
      pt: 'Os instrumentos passam por desinfecção, lavagem e estufa; a embalagem é aberta na sua frente. As lixas são descartáveis.',
    },
    question: {
      ru: 'а у вас всё стерильно? боюсь заразы',
      uk: 'у вас інструменти стерильні?',
      en: 'how do you sterilize everything?',
      pt: 'os alicates são esterilizados?',
    },
  },
  {
    fact: {
      ru: 'Гарантия на маникюр — семь дней, на окрашивание — четырнадцать: если что-то не так, исправим бесплатно.',
      uk: 'Гарантія на манікюр — сім днів, на фарбування — чотирнадцять: якщо щось не так, виправимо безкоштовно.',
      en: 'Our guarantee is seven days for manicure and fourteen for colouring: if something is wrong, we fix it free of charge.',
      pt: 'Garantia de sete dias para manicure e quatorze para coloração: se algo der errado, corrigimos sem custo.',
    },
    question: {
      ru: 'на третий день отвалился лак, переделаете?',
      uk: 'лак відколовся за два дні, переробите?',
      en: 'my gel chipped after two days, will you redo it?',
      pt: 'o esmalte saiu em dois dias, vocês refazem?',
    },
  },
  {
    fact: {
      ru: 'Можно приходить с маленькой собакой на руках или в переноске.',
      uk: 'Можна приходити з маленьким собакою на руках або в переносці.',
      en: 'You may come with a small dog in your arms or in a carrier.',
      pt: 'Pode vir com cachorro pequeno no colo ou na caixa de transporte.',
    },
    question: {
      ru: 'я с той-терьером, пустите?',
      uk: 'з песиком пустите?',
      en: 'is my puppy welcome?',
      pt: 'posso levar meu cachorrinho?',
    },
  },
  {
    fact: {
      ru: 'В зоне ожидания — кофе, чай и бесплатный Wi-Fi. Во время сложного окрашивания угощаем обедом.',
      uk: 'У зоні очікування — кава, чай і безкоштовний Wi-Fi. Під час складного фарбування пригощаємо обідом.',
      en: 'In the waiting area there is coffee, tea and free Wi-Fi. During complex colouring we serve lunch.',
      pt: 'Na sala de espera há café, chá e Wi-Fi grátis. Durante colorações longas servimos almoço.',
    },
    question: {
      ru: 'интернет есть, пока сижу в краске?',
      uk: 'каву наливаєте?',
      en: 'is there wifi so I can work while waiting?',
      pt: 'tem internet pra eu trabalhar enquanto espero?',
    },
  },
  {
    fact: {
      ru: 'Беременным рекомендуем безаммиачные красители и не делаем аппаратную косметологию.',
      uk: 'Вагітним рекомендуємо безаміачні барвники та не робимо апаратну косметологію.',
      en: 'For pregnant clients we recommend ammonia-free dyes and do no device cosmetology.',
      pt: 'Para gestantes recomendamos tintas sem amônia e não fazemos estética com aparelhos.',
    },
    question: {
      ru: 'я на пятом месяце, мне можно к вам?',
      uk: 'чекаю дитину, чи можна мені фарбуватися?',
      en: "i'm expecting, is it safe to colour?",
      pt: 'estou grávida, posso pintar?',
    },
  },
  {
    fact: {
      ru: 'Перед первым окрашиванием делаем тест на аллергию: каплю состава наносим на сгиб локтя за сутки.',
      uk: 'Перед першим фарбуванням робимо тест на алергію: краплю складу наносимо на згин ліктя за добу.',
      en: 'Before the first colouring we do an allergy test: a drop is applied to the elbow a day before.',
      pt: 'Antes da primeira coloração fazemos teste de alergia: uma gota na dobra do cotovelo um dia antes.',
    },
    question: {
      ru: 'у меня на всё раздражение, проверите сначала?',
      uk: 'у мене чутлива шкіра, перевіряєте реакцію?',
      en: 'my skin reacts to everything, do you test first?',
      pt: 'sou alérgica, vocês testam antes?',
    },
  },
  {
    fact: {
      ru: 'Профессиональный уход Davines и Kérastase можно купить на стойке администратора.',
      uk: 'Професійний догляд Davines та Kérastase можна купити на стійці адміністратора.',
      en: 'Professional care by Davines and Kérastase is sold at the reception desk.',
      pt: 'Os produtos profissionais Davines e Kérastase são vendidos na recepção.',
    },
    question: {
      ru: 'шампунь домой у вас продаётся?',
      uk: 'шампунь у вас можна придбати?',
      en: 'can I buy shampoo from you?',
      pt: 'vocês vendem shampoo?',
    },
  },
  {
    fact: {
      ru: 'Приглашаем моделей на учебные стрижки и окрашивания: оплачиваются только материалы.',
      uk: 'Запрошуємо моделей на навчальні стрижки та фарбування: оплачуються лише матеріали.',
      en: 'We invite models for training haircuts and colouring: only materials are paid for.',
      pt: 'Procuramos modelos para cortes e colorações de treinamento: paga-se apenas o material.',
    },
    question: {
      ru: 'модели вам нужны?',
      uk: 'моделі вам потрібні?',
      en: 'do you need hair models?',
      pt: 'vocês precisam de modelos?',
    },
  },
  {
    fact: {
      ru: 'Ищем мастера маникюра и администратора. Резюме присылайте на job@salon.example.',
      uk: 'Шукаємо майстра манікюру та адміністратора. Резюме надсилайте на job@salon.example.',
      en: 'We are hiring a nail technician and a receptionist. Send your CV to job@salon.example.',
      pt: 'Contratamos manicure e recepcionista. Envie seu currículo para job@salon.example.',
    },
    question: {
      ru: 'ищу работу, администратор не требуется?',
      uk: 'шукаю роботу адміністратором, беріть мене',
      en: 'are there any jobs going?',
      pt: 'tem vaga de emprego?',
    },
  },
];

/** Facts of a salon with a question about each; questions elsewhere name them by their places. */
export const SALON_FACTS: readonly SalonFact[] = [...VISITS, ...SALON_SERVICES, ...OTHERS];
