import { expect, test } from 'vitest';
import { understand } from './understanding-rules.ts';

const list = (text: string) => text.split('|').map((one) => one.trim());

test.each(
  list(`да | Да. | ДА! | да-да | ага | угу | ок | Окей | хорошо | Да, хорошо | конечно | да, спасибо | Ладно | принято | Да 👍 | + | ++ |
    yes | Yep | y | OK | ok thanks | sure! | of course | sim | Sim! | s | claro | tá bom | com certeza | Sim, obrigada |
    так | Так, дякую | добре | звісно | гаразд | 👍 | 👍🏽 | 👌 | ✅ | 👍👍 | ✔️ | да\nспасибо`),
)('%j is assent', (text) => {
  expect(understand(text)).toMatchObject({ kind: 'yes', isExplicit: false, day: null });
});

test.each(
  list(`Да, буду | буду | Приду! | придём | подтверждаю | Подтверждаю запись | ПОДТВЕРЖДАЮ | Здравствуйте, подтверждаю | все в силе | Всё в силе, спасибо |
    да подтверждаю | confirm | I confirm | I'll be there | I’ll be there! | see you | Yes, coming | confirmo | Sim, confirmo minha presença | vou sim | irei |
    підтверджую | Так, буду | прийду | ✅ буду | да\nбуду\nспасибо`),
)('%j says that she comes', (text) => {
  expect(understand(text)).toMatchObject({ kind: 'yes', isExplicit: true });
});

test.each(
  list('нет | Нет. | неа | no | Nope | n | não | nao | ні | 👎 | ❌ | - | нет, спасибо | No, thanks | não, obrigada'),
)('%j is a no', (text) => {
  expect(understand(text)).toMatchObject({ kind: 'no', isExplicit: false, day: null });
});

test.each(
  list(`не смогу | Нет, не смогу | К сожалению, не приду | не получится | отмена | Отмените, пожалуйста | Отмените запись, пожалуйста | не смогу прийти |
    cancel | Please cancel my appointment | I can't come | I can’t make it | not coming | não vou | Não posso | quero cancelar | não vou conseguir | desmarcar |
    не зможу | скасуйте | Будь ласка, скасуйте мій запис | На жаль, не вийде`),
)('%j says that she does not come', (text) => {
  expect(understand(text)).toMatchObject({ kind: 'no', isExplicit: true });
});

test.each(
  list(`нет, всё в силе | да нет | да, не приду | точно не приду | не отменяйте | Не надо отменять | не отменять | não cancele | don't cancel | не скасовуйте |
    Да? | а во сколько? | можно перенести | Перенесите на завтра | буду через 10 минут | опоздаю | да, но опоздаю | Сколько стоит стрижка |
    yes but later | vou atrasar | ок, а адрес | 12.30 | 123 | +7 916 123-45-67 | сегодня завтра буду | да сегодня или завтра | не | ... | 🤔?`),
)('%j is for a person to read', (text) => {
  expect(understand(text)).toEqual({ kind: 'unclear' });
});

test.each(
  list(
    'спасибо | Спасибо большое! | Thank you | obrigada | дякую | ❤️ | 🙏🙏 | Спасибо 😊 | Благодарю, хорошего дня | До свидания! | хорошего дня | have a nice day | tchau, obrigada | До побачення, дякую | Здравствуйте, спасибо',
  ),
)('%j needs nobody', (text) => {
  expect(understand(text)).toEqual({ kind: 'courtesy' });
});

test.each(
  list(`ок | Ок, спасибо | хорошо | 👍 | 👍🏽👍 | 👌 | договорились | до встречи | До встречи, спасибо! | see you | OK, thanks | perfect | combinado | tá bom, obrigada |
    добре | домовились, дякую | до зустрічі`),
)('%j ends a talk where nothing was asked', (text) => {
  expect(understand(text)).toMatchObject({ kind: 'yes', isClosing: true });
});

test.each(list('да | да, хорошо | yes | sim | так | + | буду | confirmo | да 👍'))(
  '%j is an answer to something',
  (text) => {
    expect(understand(text)).toMatchObject({ kind: 'yes', isClosing: false });
  },
);

test.each(
  list('Добрый день | Здравствуйте! | hello | Hi, good morning | bom dia | Olá, boa tarde | Вітаю | Привет 👋'),
)('%j is a greeting', (text) => {
  expect(understand(text)).toEqual({ kind: 'greeting' });
});

test.each<[string, number]>([
  ['1', 1],
  ['2.', 2],
  [' 1 ', 1],
  ['1️⃣', 1],
  ['2)', 2],
  ['№3', 3],
  ['１', 1],
  ['10', 10],
])('%j is a number of the list', (text, number) => {
  expect(understand(text)).toEqual({ kind: 'number', number });
});

test.each([
  ['Буду завтра', 'yes', 'tomorrow'],
  ['сегодня не смогу', 'no', 'today'],
  ['See you tomorrow!', 'yes', 'tomorrow'],
  ['hoje não vou', 'no', 'today'],
  ['Завтра прийду', 'yes', 'tomorrow'],
])('%j says %s and names the day', (text, kind, day) => {
  expect(understand(text)).toMatchObject({ kind, isExplicit: true, day });
});

test('decomposed letters and full-width signs are normalised', () => {
  expect(understand('не\u0301 смогу')).toMatchObject({ kind: 'no' });
  expect(understand('na\u0303o')).toMatchObject({ kind: 'no' });
});
