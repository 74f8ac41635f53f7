/** The words of the staff's page. */
export const staff = {
  tabStaff: 'Сотрудники',
  staffTitle: 'Что видят сотрудники',
  staffHint: 'Записи в системах бизнеса. Изменения отсюда доходят до кабинета так же, как из настоящей системы.',
  staffTable: 'Таблица',
  staffNone: 'Таблиц пока нет ни у одной системы',
  staffEmpty: 'Пока ничего нет',
  staffActions: 'Действия',
  staffShown: 'Показано: {shown} из {total}',
  staffMore: 'Показать ещё',
  staffDo: 'Готово',
  staffRun: 'Сохранить',
} as const;
