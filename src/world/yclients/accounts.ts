import { z } from 'zod';
import { webhookAddressProblem } from '../values/addresses.ts';
import { PlatformError } from './errors.ts';
import { permissionTree } from './rights.ts';
import { type Call, PAGE, type Result, type Serve, paged } from './serve.ts';
import { toCompany } from './shapes.ts';
import { WEBHOOK_FLAGS, isActive } from './state.ts';

const Login = z.strictObject({ login: z.string(), password: z.string() });
const CompanyFilter = z.strictObject({
  ...PAGE,
  my: z.coerce.number().optional(),
  group_id: z.coerce.number().optional(),
  active: z.coerce.number().optional(),
  title: z.string().optional(),
  city_id: z.coerce.number().optional(),
  show_groups: z.coerce.number().optional(),
  forBooking: z.coerce.number().optional(),
});
const NoQuery = z.strictObject({});
const flag = z.coerce.number().int().min(0).max(1);
const WebhookSettings = z.strictObject({
  urls: z.array(z.string()).default([]),
  active: flag.default(1),
  ...Object.fromEntries(WEBHOOK_FLAGS.map((name) => [name, flag.default(0)])),
});

/** Sign-in, branches, rights, licence and the settings of webhooks. */
export function serveAccounts(serve: Serve): void {
  serve('POST', '/auth', { auth: 'partner' }, ({ state, body }) => {
    const { login, password } = body(Login);
    const user = state.users.find((one) => one.login === login && one.password === password);
    if (!user) throw new PlatformError(401, 'Не удалось авторизоваться: неверный логин или пароль');
    const { id, token, name } = user;
    const data = {
      id,
      user_token: token,
      name,
      phone: '79990001100',
      login,
      email: login,
      avatar: '',
      is_approved: true,
    };
    return { status: 201, data };
  });
  serve('GET', '/companies', { auth: 'user' }, (call) => {
    const { page, count, my, title, city_id } = call.query(CompanyFilter);
    const own = call.state.companies.filter(
      (company) =>
        (!my || (call.user.companyIds.includes(company.id) && !company.denied.includes('*'))) &&
        (title === undefined || company.title.toLowerCase().includes(title.toLowerCase())) &&
        (city_id === undefined || company.cityId === city_id),
    );
    return paged(own, page, count, (company) => toCompany(call.platform, company));
  });
  serve('GET', '/company/:companyId', { auth: 'partner' }, ({ platform, company }) => ({
    data: toCompany(platform, company),
  }));
  serve('GET', '/user/permissions/:companyId', { auth: 'user' }, ({ company }) => ({ data: permissionTree(company) }));
  serve('GET', '/license/:companyId', { auth: 'user' }, licence);
  serve('GET', '/hooks_settings/:companyId', { auth: 'user', right: 'webhook_read_access' }, (call) => {
    requireWebhookSettings(call);
    call.query(NoQuery);
    return { data: call.company.hooks };
  });
  serve('POST', '/hooks_settings/:companyId', { auth: 'user', right: 'settings_access' }, (call) => {
    requireWebhookSettings(call);
    const settings = call.body(WebhookSettings);
    for (const url of settings.urls) {
      const problem = webhookAddressProblem(url);
      if (problem) throw new PlatformError(422, 'Ошибка валидации', { urls: [`${url}: ${problem}`] });
    }
    Object.assign(call.company.hooks, settings);
    call.sim.changed('engineer');
    return { status: 201, data: call.company.hooks };
  });
}

function requireWebhookSettings({ state }: Call): void {
  if (!state.hooksSettingsSupported) throw new PlatformError(404, 'Не найдено');
}

function licence({ state, company, sim }: Call): Result {
  const now = sim.clock.now();
  const day = (at: number) => new Date(at).toISOString().slice(0, 10).split('-').toReversed().join('.');
  const end = company.licenceActive ? now + 200 * 86_400_000 : now - 86_400_000;
  return {
    data: {
      id: company.id + 70_000,
      salon_id: company.id,
      staff_limit: state.staff.filter((member) => member.companyId === company.id && isActive(member)).length,
      start_date: day(end - 365 * 86_400_000),
      deactivation_date: day(end),
      name: 'Годовая',
      active: company.licenceActive ? 1 : 0,
      options: [],
    },
  };
}
