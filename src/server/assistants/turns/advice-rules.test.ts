import { expect, test } from 'vitest';
import { adviceIn } from './advice-rules.ts';

test.each([
  'У вас, скорее всего, гастрит.',
  'Похоже, у вас острый бронхит, запишу к терапевту.',
  'Это похоже на ангину.',
  'Принимайте после еды.',
  'Выпейте ибупрофен и отдохните.',
  'Можно принять парацетамол.',
  'Ибупрофен 400 мг снимет боль.',
  'По 2 таблетки нужно принимать утром.',
  'Ничего страшного, само пройдёт.',
  'Врач вам не нужен.',
  'Take 400 mg of ibuprofen.',
  'You could take a painkiller until then.',
  'You probably have the flu.',
  'It sounds like an infection.',
  "You don't need a doctor for that.",
  'Tome dipirona de 500 mg.',
  'Você pode tomar um analgésico.',
  'Isso parece gripe.',
  'Não é grave, descanse.',
  'У вас, мабуть, застуда.',
  'Приймайте тричі на день.',
  'Можна випити ібупрофен.',
  'Схоже на алергію.',
])('“%s” is what only a doctor can say', (sentence) => {
  expect(adviceIn(`Здравствуйте! ${sentence}`)).toEqual([sentence]);
});

test.each([
  'У вас запись к терапевту во вторник, 3 марта, в 10:00.',
  'У вас есть аллергия на лекарства?',
  'Если у вас аллергия на анестезию, скажите об этом врачу.',
  'Оценить это может только врач на приёме. Подсказать свободное время?',
  'Терапевт принимает по будням с 9:00 до 17:00.',
  'Приём терапевта стоит 2 500 ₽.',
  'Возьмите с собой паспорт и результаты анализов.',
  'Ждём вас на приём! Если станет хуже, сразу вызывайте скорую.',
  'Записать вас к кардиологу?',
  'You have an appointment on Tuesday at 10:00.',
  'Do you have any allergies?',
  'Only a doctor can assess that; would you like an appointment?',
  'Please take your passport with you.',
  'It will take 30 minutes.',
  'Você tem uma consulta na terça às 10:00.',
  'Só o médico pode avaliar isso. Quer marcar uma consulta?',
  'У вас запис до терапевта у вівторок.',
  'Оцінити це може лише лікар на прийомі.',
])('“%s” may be sent', (reply) => {
  expect(adviceIn(reply)).toEqual([]);
});
