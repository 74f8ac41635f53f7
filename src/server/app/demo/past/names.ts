import type { Language } from '#contract/primitives.ts';

type Names = {
  women: readonly string[];
  men: readonly string[];
  womenSurnames: readonly string[];
  menSurnames: readonly string[];
  /** Beginnings of phone numbers, and the digits that follow. */
  phones: readonly string[];
  phoneDigits: number;
  /** Replies to a reminder or an invitation. */
  thanks: readonly string[];
  /** Replies to a request for a review. */
  praise: readonly string[];
};

const list = (words: string) => words.split(' ');

/** Clients of a made-up salon in each language, and what they write. */
export const NAMES: Readonly<Record<Language, Names>> = {
  ru: {
    women: list(
      'Анна Мария Елена Ольга Наталья Ирина Светлана Татьяна Юлия Екатерина Дарья Алина Ксения Полина Вера Софья Марина Валерия Людмила Евгения',
    ),
    men: list('Алексей Дмитрий Сергей Андрей Иван Михаил Павел Роман Егор Никита'),
    womenSurnames: list(
      'Иванова Смирнова Кузнецова Попова Васильева Петрова Михайлова Новикова Фёдорова Волкова Алексеева Семёнова Егорова Павлова Козлова Степанова Николаева Андреева Макарова Никитина Захарова Зайцева Соловьёва Борисова Яковлева Григорьева Романова Воробьёва Фролова Гусева',
    ),
    menSurnames: list(
      'Иванов Смирнов Попов Васильев Петров Михайлов Новиков Волков Козлов Николаев Андреев Макаров Зайцев Борисов Фролов',
    ),
    phones: ['+7916', '+7926', '+7903', '+7985'],
    phoneDigits: 7,
    thanks: [
      'Спасибо, буду вовремя!',
      'Хорошо, спасибо',
      'Да, приду',
      'Отлично, до встречи!',
      'А можно на полчаса позже?',
      'Подскажите, где у вас парковка?',
    ],
    praise: [
      'Всё очень понравилось, спасибо!',
      'Мастер супер, приду ещё',
      'Хорошо, но пришлось подождать минут десять',
      'Спасибо, лучшая стрижка за год',
    ],
  },
  en: {
    women: list(
      'Emma Olivia Charlotte Amelia Sophie Grace Hannah Lucy Megan Alice Chloe Rachel Laura Zoe Julia Nina Sarah Kate Holly Ruth',
    ),
    men: list('James Oliver Daniel Thomas Adam Luke Ryan Peter Mark Simon'),
    womenSurnames: list(
      'Smith Johnson Williams Brown Jones Davis Miller Wilson Moore Anderson Jackson White Harris Martin Thompson Robinson Clark Lewis Walker Hall Young King Wright Hill Green Baker Carter Turner Parker Morgan',
    ),
    menSurnames: list('Smith Johnson Brown Davis Wilson Moore Harris Martin Clark Lewis Walker Hall King Wright Hill'),
    phones: ['+447400', '+447500', '+447700', '+447900'],
    phoneDigits: 6,
    thanks: [
      'Thanks, see you then!',
      'Great, thank you',
      "Yes, I'll be there",
      'Perfect, see you!',
      'Could it be half an hour later?',
      'Is there parking nearby?',
    ],
    praise: [
      'Loved it, thank you!',
      "Brilliant, I'll be back",
      'Good, though I waited ten minutes',
      'Best haircut this year, thanks',
    ],
  },
  pt_br: {
    women: list(
      'Ana Maria Juliana Fernanda Camila Letícia Beatriz Larissa Patrícia Aline Bruna Carolina Daniela Gabriela Mariana Renata Vanessa Priscila Luana Isabela',
    ),
    men: list('João Pedro Lucas Gabriel Rafael Felipe Bruno Thiago Marcelo André'),
    womenSurnames: list(
      'Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins Carvalho Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques Machado Mendes Freitas',
    ),
    menSurnames: list(
      'Silva Santos Oliveira Souza Ferreira Alves Pereira Lima Gomes Costa Ribeiro Carvalho Almeida Lopes Soares',
    ),
    phones: ['+55119', '+55219', '+55319', '+55419'],
    phoneDigits: 8,
    thanks: [
      'Obrigada, até lá!',
      'Ótimo, obrigada',
      'Sim, vou sim',
      'Perfeito, até mais!',
      'Pode ser meia hora mais tarde?',
      'Tem estacionamento perto?',
    ],
    praise: [
      'Adorei, obrigada!',
      'Maravilhoso, volto sempre',
      'Bom, mas esperei uns dez minutos',
      'Melhor corte do ano, obrigada',
    ],
  },
  uk: {
    women: list(
      'Олена Ірина Оксана Наталія Юлія Тетяна Марія Анна Катерина Світлана Вікторія Людмила Дарина Софія Соломія Христина Аліна Галина Надія Яна',
    ),
    men: list('Олександр Андрій Сергій Дмитро Максим Іван Богдан Тарас Роман Назар'),
    womenSurnames: list(
      'Шевченко Бондаренко Коваленко Ткаченко Кравченко Олійник Шевчук Поліщук Бойко Мельник Лисенко Руденко Савченко Петренко Марченко Мороз Клименко Гончаренко Павленко Левченко Романюк Кушнір Гаврилюк Мазур Панченко Гнатюк Сидоренко Литвин Костенко Дяченко',
    ),
    menSurnames: list(
      'Шевченко Бондаренко Коваленко Ткаченко Кравченко Олійник Бойко Мельник Лисенко Руденко Савченко Мороз Мазур Литвин Костенко',
    ),
    phones: ['+38067', '+38050', '+38063', '+38097'],
    phoneDigits: 7,
    thanks: [
      'Дякую, буду вчасно!',
      'Добре, дякую',
      'Так, прийду',
      'Чудово, до зустрічі!',
      'А можна на пів години пізніше?',
      'Підкажіть, де у вас паркування?',
    ],
    praise: [
      'Усе дуже сподобалося, дякую!',
      'Майстер супер, прийду ще',
      'Добре, але довелося почекати хвилин десять',
      'Дякую, найкраща стрижка за рік',
    ],
  },
};
