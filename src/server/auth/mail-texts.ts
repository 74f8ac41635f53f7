import type { Language } from '#contract/primitives.ts';

/** `{product}`, `{email}` and `{support}` are filled in. */
export type MailText = {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  button: string;
  note: string;
};

type MailKind = 'confirm' | 'reset' | 'email_changed';

export const MAIL_TEXTS: Readonly<Record<Language, Readonly<Record<MailKind, MailText>>>> = {
  ru: {
    confirm: {
      subject: 'Подтвердите почту — {product}',
      heading: 'Подтвердите почту',
      paragraphs: ['Вы указали {email} в {product}. Нажмите кнопку, чтобы подтвердить, что это ваша почта.'],
      button: 'Подтвердить почту',
      note: 'Ссылка действует 7 дней. Если вы не регистрировались, просто удалите это письмо.',
    },
    reset: {
      subject: 'Новый пароль — {product}',
      heading: 'Задайте новый пароль',
      paragraphs: ['Кто-то попросил сменить пароль для {email} в {product}. Если это вы, нажмите кнопку.'],
      button: 'Задать новый пароль',
      note: 'Ссылка действует 1 час и срабатывает один раз. Если это были не вы, ничего не делайте: пароль останется прежним.',
    },
    email_changed: {
      subject: 'Почта для входа изменена — {product}',
      heading: 'Почта для входа изменена',
      paragraphs: ['Теперь в {product} входят с почтой {email}, а не с этой.'],
      button: '',
      note: 'Если это сделали не вы, сразу напишите нам: {support}.',
    },
  },
  en: {
    confirm: {
      subject: 'Confirm your e-mail — {product}',
      heading: 'Confirm your e-mail',
      paragraphs: ['You gave {email} to {product}. Press the button to confirm that it is yours.'],
      button: 'Confirm e-mail',
      note: 'The link works for 7 days. If you did not sign up, just delete this mail.',
    },
    reset: {
      subject: 'New password — {product}',
      heading: 'Set a new password',
      paragraphs: ['Somebody asked for a new password for {email} in {product}. If it was you, press the button.'],
      button: 'Set a new password',
      note: 'The link works once, within 1 hour. If it was not you, do nothing: your password stays as it is.',
    },
    email_changed: {
      subject: 'Your sign-in e-mail has changed — {product}',
      heading: 'Your sign-in e-mail has changed',
      paragraphs: ['From now on {email} signs in to {product}, not this address.'],
      button: '',
      note: 'If it was not you, write to us at once: {support}.',
    },
  },
  pt_br: {
    confirm: {
      subject: 'Confirme seu e-mail — {product}',
      heading: 'Confirme seu e-mail',
      paragraphs: ['Você informou {email} no {product}. Clique no botão para confirmar que o e-mail é seu.'],
      button: 'Confirmar e-mail',
      note: 'O link vale por 7 dias. Se você não se cadastrou, apenas apague esta mensagem.',
    },
    reset: {
      subject: 'Nova senha — {product}',
      heading: 'Defina uma nova senha',
      paragraphs: ['Alguém pediu uma nova senha para {email} no {product}. Se foi você, clique no botão.'],
      button: 'Definir nova senha',
      note: 'O link funciona uma vez, por 1 hora. Se não foi você, não faça nada: sua senha continua a mesma.',
    },
    email_changed: {
      subject: 'Seu e-mail de acesso mudou — {product}',
      heading: 'Seu e-mail de acesso mudou',
      paragraphs: ['A partir de agora o acesso ao {product} é feito com {email}, e não com este endereço.'],
      button: '',
      note: 'Se não foi você, escreva para nós imediatamente: {support}.',
    },
  },
  uk: {
    confirm: {
      subject: 'Підтвердьте пошту — {product}',
      heading: 'Підтвердьте пошту',
      paragraphs: ['Ви вказали {email} у {product}. Натисніть кнопку, щоб підтвердити, що це ваша пошта.'],
      button: 'Підтвердити пошту',
      note: 'Посилання діє 7 днів. Якщо ви не реєструвалися, просто видаліть цей лист.',
    },
    reset: {
      subject: 'Новий пароль — {product}',
      heading: 'Задайте новий пароль',
      paragraphs: ['Хтось попросив змінити пароль для {email} у {product}. Якщо це ви, натисніть кнопку.'],
      button: 'Задати новий пароль',
      note: 'Посилання діє 1 годину і спрацьовує один раз. Якщо це були не ви, нічого не робіть: пароль залишиться тим самим.',
    },
    email_changed: {
      subject: 'Пошту для входу змінено — {product}',
      heading: 'Пошту для входу змінено',
      paragraphs: ['Відтепер у {product} входять із поштою {email}, а не з цією.'],
      button: '',
      note: 'Якщо це зробили не ви, одразу напишіть нам: {support}.',
    },
  },
};
