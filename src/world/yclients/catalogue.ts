import { z } from 'zod';
import { LICENCE_TEXT, PlatformError } from './errors.ts';
import type { Call, Result, Serve } from './serve.ts';
import { toService, toStaff } from './shapes.ts';
import { instantOf } from './state.ts';

const whole = z.coerce.number().int();
const ServiceFilter = z.strictObject({ staff_id: whole.optional(), category_id: whole.optional() });
const NoQuery = z.strictObject({});

/** Masters, services, categories, working hours. */
export function serveCatalogue(serve: Serve): void {
  const staffRight = { auth: 'user', right: 'settings_master_access' } as const;
  const staff = (call: Call): Result => {
    call.query(NoQuery);
    if (!call.company.licenceActive) throw new PlatformError(403, LICENCE_TEXT);
    return { data: call.state.staff.filter((member) => member.companyId === call.company.id).map(toStaff) };
  };
  serve('GET', '/company/:companyId/staff', staffRight, staff);
  serve('GET', '/staff/:companyId', staffRight, staff);
  serve('GET', '/company/:companyId/staff/:staffId', staffRight, (call) => {
    const member = call.state.staff.find(
      (one) => one.companyId === call.company.id && one.id === call.param('staffId'),
    );
    if (!member) throw new PlatformError(404, 'Сотрудник не найден');
    return { data: toStaff(member) };
  });

  const services = (call: Call): Result => {
    const { staff_id, category_id } = call.query(ServiceFilter);
    const wanted = call.state.services.filter(
      (service) =>
        service.companyId === call.company.id &&
        (staff_id === undefined || service.staffIds.includes(staff_id)) &&
        (category_id === undefined || service.categoryId === category_id),
    );
    return { data: wanted.map(toService), meta: { total_count: wanted.length } };
  };
  serve('GET', '/company/:companyId/services', { auth: 'partner' }, services);
  serve('GET', '/services/:companyId', { auth: 'partner' }, services);
  serve('GET', '/company/:companyId/services/:serviceId', { auth: 'partner' }, (call) => {
    const service = call.state.services.find(
      (one) => one.companyId === call.company.id && one.id === call.param('serviceId'),
    );
    if (!service) throw new PlatformError(404, 'Услуга не найдена');
    return { data: toService(service) };
  });
  serve('GET', '/company/:companyId/service_categories', { auth: 'partner' }, ({ state, company }) => ({
    data: state.categories
      .filter((one) => one.companyId === company.id)
      .map(({ id, title }) => ({ id, title, category_id: id, weight: id % 10, api_id: '', staff: [] })),
  }));
  serve('GET', '/schedule/:companyId/:staffId/:start/:end', { auth: 'user' }, schedule);
  serve('GET', '/timetable/seances/:companyId/:staffId/:date', { auth: 'user' }, seances);
}

const Day = z.iso.date();

function dayOf(text: string): Temporal.PlainDate {
  const day = Day.safeParse(text);
  if (!day.success) throw new PlatformError(422, 'Ошибка валидации', { date: ['неверная дата'] });
  return Temporal.PlainDate.from(day.data);
}

function schedule(call: Call): Result {
  const start = dayOf(call.text('start'));
  const end = dayOf(call.text('end'));
  const days: unknown[] = [];
  for (let day = start; Temporal.PlainDate.compare(day, end) <= 0 && days.length < 400; day = day.add({ days: 1 })) {
    days.push({ date: day.toString(), is_working: 1, slots: [{ from: '10:00', to: '20:00' }] });
  }
  return { data: days };
}

function seances(call: Call): Result {
  const day = dayOf(call.text('date')).toString();
  const staffId = call.param('staffId');
  const { timezone } = call.company;
  const busy = call.state.records
    .filter((record) => record.staffId === staffId && !record.deleted && record.date.startsWith(day))
    .map((record) => {
      const from = instantOf(record.date, timezone);
      return { from, to: from + record.lengthSeconds * 1000 };
    });
  const times = Array.from({ length: 20 }, (_, half) => `${10 + Math.floor(half / 2)}:${half % 2 ? '30' : '00'}`);
  return {
    data: times.map((time) => {
      const at = instantOf(`${day} ${time}:00`, timezone);
      return { time, is_free: !busy.some(({ from, to }) => at >= from && at < to) };
    }),
  };
}
