/** The words of the staff's page. */
export const staff = {
  tabStaff: 'Співробітники',
  staffTitle: 'Що бачать співробітники',
  staffHint: 'Записи в системах бізнесу. Зміни звідси доходять до кабінету так само, як зі справжньої системи.',
  staffTable: 'Таблиця',
  staffNone: 'Таблиць поки немає в жодної системи',
  staffEmpty: 'Поки нічого немає',
  staffActions: 'Дії',
  staffShown: 'Показано: {shown} з {total}',
  staffMore: 'Показати ще',
  staffDo: 'Готово',
  staffRun: 'Зберегти',
} as const;
