import { expect, test } from 'vitest';
import { openCabinet, settled } from './cabinet.ts';
import { openDemo } from './demo.ts';
import { until } from './world.ts';

const demo = await openDemo();
const { world, owner } = demo;

type Flow = {
  id: string;
  status: string;
  errorCode: string | null;
  title: string;
  version: number;
  settings: { channelIds: string[]; content: { templates: { name: string }[] } };
};
const flowOf = (id: string) => owner<Flow>('GET', `/flows/${id}`);
const inWorld = (name: string, status: string) => world.ask('POST', '/d360/templates', { name, status });

test('a template is made of a flow’s own text, the flow goes live with it, waits while it is paused, and goes on', async () => {
  const { channels } = await owner<{ channels: { id: string; kind: string }[] }>('GET', '/channels');
  const whatsApp = channels.find(({ kind }) => kind === 'dialog360')?.id ?? '';
  const { id } = await owner<Flow>('POST', '/flows', { kind: 'visit_changed', title: 'Новости о записи' });
  const { settings, title, version: baseVersion } = await flowOf(id);
  const content = { ...settings.content, templates: [] };
  const ofWhatsApp = { ...settings, content, channelIds: [whatsApp] };
  await owner('PUT', `/flows/${id}`, { title, testPhones: '', baseVersion, settings: ofWhatsApp });

  const { page, close, failures } = await openCabinet(demo);
  await page.goto(`/flows/edit/${id}/message`);
  await settled(page);
  await page.getByRole('button', { name: 'Создать шаблон из этого текста' }).click();
  const dialog = page.getByRole('dialog', { name: 'Шаблон из вашего текста' });
  await dialog.getByLabel('Название', { exact: true }).fill('Мой шаблон');
  await dialog.getByText('В WhatsApp: moi_shablon').waitFor();
  await dialog.getByRole('button', { name: 'Ещё' }).click();
  const name = dialog.getByLabel('Название в WhatsApp');
  await name.fill('Мой шаблон');
  await dialog.getByText('Только строчные английские буквы, цифры и подчёркивания').waitFor();
  await name.fill('flow_news');
  await dialog.getByRole('button', { name: 'Отправить на проверку' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('На проверке в WhatsApp').waitFor();
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await until('the flow has the template', async () => (await flowOf(id)).settings.content.templates[0]?.name);

  await world.turn({ seconds: 40 });
  await page.goto('/accounts/templates?search=flow_news');
  await page.getByRole('cell', { name: 'Одобрен' }).waitFor();
  await page.getByRole('cell', { name: '1 сценарий' }).waitFor();
  await owner('POST', `/flows/${id}/mode`, { mode: 'combat' });
  expect((await flowOf(id)).status).toBe('working');

  await inWorld('flow_news', 'PAUSED');
  await until('the flow waits', async () => (await flowOf(id)).errorCode === 'template_barred');
  await page.getByRole('link', { name: /flow_news/ }).click();
  await page.getByText('приостановил шаблон на 3 часа').waitFor();
  await page.getByRole('link', { name: 'Сценарий: Новости о записи' }).waitFor();
  await inWorld('flow_news', 'APPROVED');
  await until('the flow goes on', async () => (await flowOf(id)).status === 'working');
  await page.getByText('Одобрен', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Удалить' }).click();
  await page.getByRole('dialog').getByText('Это название нельзя будет использовать 30 дней').waitFor();
  await page.getByRole('dialog').getByRole('link', { name: 'Сценарий: Новости о записи' }).waitFor();
  expect(failures).toEqual([]);
  await close();
});
