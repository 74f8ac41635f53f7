import { expect, test } from 'vitest';
import { isOptInWord, isOptOutWord } from './opt-out-word-rules.ts';

test.each([
  'STOP',
  'stop',
  ' Stop. ',
  'СТОП',
  'Стоп!',
  'стопп',
  '«Отписаться»',
  'ОТПИСКА',
  'unsubscribe',
  'PARAR',
  'Sair',
])('"%s" asks for silence', (text) => {
  expect(isOptOutWord(text)).toBe(true);
});

test.each(['/stop', '🛑 стоп 🛑', 'не   пишите\nмне', 'Відписатися', 'cancelar inscrição'])(
  '"%s" asks for silence too',
  (text) => {
    expect(isOptOutWord(text)).toBe(true);
  },
);

test.each([
  '',
  '...',
  'отмена',
  'CANCEL',
  'cancelar',
  'отменить',
  'нет',
  'no',
  '2',
  'не могу, стоп машина',
  'stop by at 5',
])('"%s" does not ask for silence', (text) => {
  expect(isOptOutWord(text)).toBe(false);
});

test.each(['START', 'старт', '/start', 'Подписаться!', 'UNSTOP', 'підписатися', 'voltar'])(
  '"%s" takes it back',
  (text) => {
    expect(isOptInWord(text)).toBe(true);
    expect(isOptOutWord(text)).toBe(false);
  },
);

test.each(['да', 'yes', '1', 'start my day', 'sim'])('"%s" lifts no opt-out', (text) => {
  expect(isOptInWord(text)).toBe(false);
});

const list = (texts: string) => texts.split('|').map((one) => one.trim());

test.each(
  list(`Стоп. Спасибо | STOP please | Стоп рассылка | Отпишите пожалуйста | не присылайте больше | стоп, пожалуйста | пожалуйста, не пишите мне больше |
    Здравствуйте! Отпишите меня от рассылки, пожалуйста | Больше не пишите мне | хватит присылать рекламу | Прошу не беспокоить | Удалите меня из вашей базы |
    не хочу получать сообщения | Отключите рассылку | please stop | Stop, thank you | Please don’t text me anymore | do not message me | stop sending me messages |
    Hi, please unsubscribe me from your list | no more messages please | I don't want to receive these messages | Remove me from the mailing list |
    por favor pare | Pare, por favor | Parar, obrigada | por favor, não me mande mais mensagens | Não quero receber mais mensagens | pare de enviar mensagens |
    quero sair da lista | Bom dia, me descadastre por favor | cancelar mensagens | стоп, будь ласка | Будь ласка, не пишіть мені більше | не надсилайте більше |
    Відпишіть мене від розсилки, дякую | Припиніть розсилку | стоп 🙏 | стоп\nспасибо`),
)('%j asks for silence, with a courtesy around it', (text) => {
  expect(isOptOutWord(text)).toBe(true);
});

test.each(
  list(`стоп, я уже записана к другому мастеру | не могу остановиться, так понравилось | не надо | хватит | больше не нужно | нет, спасибо | не пишите, я сама напишу |
    не беспокойтесь | Стоп, а во сколько? | отмените запись | отпишитесь, когда будет время | не отправляйте заказ | Не присылайте мастера Анну | пишите мне больше |
    stop at the corner | please cancel my visit | no more | don't stop | I can't stop smiling | enough | thank you | please | não pare | chega | vou sair às 5 |
    não quero | quero cancelar | obrigada | не треба | будь ласка | скасуйте запис | не зупиняйтесь | стоп 5 | можно рассылку? | хочу получать рассылку |
    не хочу писать | удалите сообщение | please delete the message`),
)('%j is about something else', (text) => {
  expect(isOptOutWord(text)).toBe(false);
  expect(isOptInWord(text)).toBe(false);
});

test.each(['Start please', 'старт, пожалуйста', 'Подпишите меня, спасибо', 'подписаться 🙂'])(
  '%j takes it back, with a courtesy around it',
  (text) => {
    expect(isOptInWord(text)).toBe(true);
  },
);

test('a long letter with the word in it is for a person to read', () => {
  expect(isOptOutWord('стоп '.repeat(60))).toBe(false);
});
