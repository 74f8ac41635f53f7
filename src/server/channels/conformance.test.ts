import { describe, expect, test } from 'vitest';
import { traitsOf } from '#contract/channels/kinds.ts';
import { DIALOG360 } from '#server/testing/conformance/bindings/dialog360.ts';
import { MAX_BOT } from '#server/testing/conformance/bindings/max-bot.ts';
import { SIGMA_SMS } from '#server/testing/conformance/bindings/sigma-sms.ts';
import { TELEGRAM_BOT } from '#server/testing/conformance/bindings/telegram-bot.ts';
import { TELEGRAM_USER } from '#server/testing/conformance/bindings/telegram-user.ts';
import { TWILIO_SMS } from '#server/testing/conformance/bindings/twilio-sms.ts';
import { TWILIO_WHATSAPP } from '#server/testing/conformance/bindings/twilio-whatsapp.ts';
import { WHATSAPP_QR } from '#server/testing/conformance/bindings/whatsapp-qr.ts';
import { WHATSAPP_QR_EVOLUTION } from '#server/testing/conformance/bindings/whatsapp-qr-evolution.ts';
import { openPlaces } from '#server/testing/conformance/place.ts';
import { SCENARIOS, scenariosOf } from '#server/testing/conformance/scenarios.ts';
import { evolutionIn } from '#server/testing/world/linked-phone.ts';

const usual = await openPlaces();
const byEvolution = await openPlaces(evolutionIn);

/** Each kind with the number of scenarios it plays; docs/ARCHITECTURE.md states them too. */
const ROWS = [
  { name: 'dialog360', plays: 18, binding: DIALOG360, ...usual },
  { name: 'telegram_bot', plays: 17, binding: TELEGRAM_BOT, ...usual },
  { name: 'telegram_user', plays: 20, binding: TELEGRAM_USER, ...usual },
  { name: 'max_bot', plays: 17, binding: MAX_BOT, ...usual },
  { name: 'twilio_sms', plays: 17, binding: TWILIO_SMS, ...usual },
  { name: 'twilio_whatsapp', plays: 19, binding: TWILIO_WHATSAPP, ...usual },
  { name: 'sigma_sms', plays: 10, binding: SIGMA_SMS, ...usual },
  { name: 'whatsapp_qr', plays: 19, binding: WHATSAPP_QR, ...usual },
  { name: 'whatsapp_qr by Evolution', plays: 19, binding: WHATSAPP_QR_EVOLUTION, ...byEvolution },
];

/** A file of 30 MB goes through several programs. */
const LONG_MS = 90_000;

describe.each(ROWS)('$name', ({ plays, binding, open, providers }) => {
  test.each(scenariosOf(binding))('$title', { timeout: LONG_MS }, async ({ play }) => play(await open(binding)));

  test('every other scenario is about something the kind does not have, with a reason', () => {
    const { kind } = binding.connect;
    const row = { binding, traits: traitsOf(kind), provider: providers.get(kind)! };
    const others = SCENARIOS.filter(({ isFor }) => isFor && !isFor(row)).map(({ name }) => name);
    expect(Object.keys(binding.skips).toSorted()).toEqual(others.toSorted());
    for (const reason of Object.values(binding.skips)) expect(reason).toMatch(/^[A-Z].{10,}\.$/);
    expect(scenariosOf(binding)).toHaveLength(plays);
  });
});

test('the suite has as many scenarios as the documents state', () => {
  expect(SCENARIOS).toHaveLength(22);
  expect(ROWS.reduce((sum, { plays }) => sum + plays, 0)).toBe(156);
});
