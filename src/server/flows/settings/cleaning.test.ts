import { expect, test } from 'vitest';
import { createFlow, getFlow, saveFlow } from '#contract/flows/calls.ts';
import { bookedSalons } from '#server/testing/houses/booked-salon.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';

const { server, open } = await bookedSalons();
const settings = defaultSettings('visit_created', 'ru');
const withText = (text: string) => ({ ...settings, content: { ...settings.content, texts: { default: text } } });

test('bold, italic and variable tags of a text become marks, scripts are dropped', async () => {
  const { owner } = await open();
  const text =
    'Привет, <b><span data-variable="clientName">Имя</span></b>!<script>x()</script>\n<em>Ждём</em> <u>вас</u>';
  const made = await server.call(createFlow, {
    token: owner.token,
    body: { kind: 'visit_created', settings: withText(text) },
  });
  expect(made.body.settings.content.texts.default).toBe('Привет, *{clientName}*!\n_Ждём_ вас');

  const { id: flowId, version, title } = made.body;
  await server.call(saveFlow, {
    token: owner.token,
    params: { flowId },
    body: { title, settings: withText('5 < 7 & <i>да</i>'), testPhones: '', baseVersion: version },
  });
  const pinned = await server.call(getFlow, { token: owner.token, params: { flowId } });
  expect(pinned.body.settings.content.texts.default).toBe('5 < 7 & _да_');
});

test('a text that becomes empty is refused', async () => {
  const { owner } = await open();
  const answer = await server.call(createFlow, {
    token: owner.token,
    body: { kind: 'visit_created', settings: withText('<script>alert(1)</script>') },
  });
  expect(answer).toMatchObject({
    status: 400,
    body: { details: { fields: { 'settings.content.texts.default': ['required'] } } },
  });
});

test('buttons and an attachment together are refused', async () => {
  const { owner } = await open();
  const content = {
    ...settings.content,
    imageId: '0190c2a1-5b7e-7c11-8d22-1f2e3d4c5b6a',
    buttons: [{ type: 'url', title: 'Карта', url: 'https://ya.ru' }],
  };
  const answer = await server.call(createFlow, {
    token: owner.token,
    body: { kind: 'visit_created', settings: { ...settings, content } } as never,
  });
  expect(answer).toMatchObject({
    status: 400,
    body: { details: { fields: { 'settings.content.buttons': ['buttons_with_image'] } } },
  });
});
