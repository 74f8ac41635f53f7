import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listReviewWidgets, saveReviewWidget, USUAL_VISIT_SWITCHES } from '#contract/reviews/widgets.ts';
import { bookedSalons } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();

const MIGRATION = new URL('../../../../migrations/202611290235_reviews_visit_switches.sql', import.meta.url);

/** Runs the migration as on a database of the release before it. */
async function migrate(): Promise<void> {
  await server.owner.query(`begin; update review_widgets set settings = settings - 'visit'`);
  await server.owner.query(`${readFileSync(MIGRATION, 'utf8')}; commit`);
}

test('every page of reviews gets the switches of its tenant; without one, a tenant that switched off gets a page', async () => {
  const [saved, unsaved, usual] = [await open(), await open(), await open()];
  const widgetsOf = async ({ owner }: typeof saved) =>
    (await server.call(listReviewWidgets, { token: owner.token })).body.widgets;
  const [widget] = await widgetsOf(saved);
  const { name, branchId, isOn, settings } = widget!;
  const body = { name, branchId, isOn, settings: { ...settings, mode: 'open' as const }, baseVersion: 0 };
  await server.call(saveReviewWidget, { token: saved.owner.token, body });
  for (const { owner } of [saved, unsaved])
    await server.owner.query(
      `insert into visit_pages (tenant_id, is_on, shows_price, shows_map, shows_calendar, may_move, may_cancel, note)
       values ($1, true, false, true, true, true, false, '')`,
      [owner.tenantId],
    );
  const [before] = await widgetsOf(unsaved);
  await migrate();

  const changed = { ...USUAL_VISIT_SWITCHES, showsPrice: false, mayCancel: false };
  expect(await widgetsOf(saved)).toMatchObject([{ settings: { mode: 'open', visit: changed } }]);
  const [made, ...others] = await widgetsOf(unsaved);
  expect(others).toEqual([]);
  expect(made).toMatchObject({ name: before?.name, isOn: true, settings: { ...before?.settings, visit: changed } });
  expect(await widgetsOf(usual)).toMatchObject([{ id: null, settings: { visit: USUAL_VISIT_SWITCHES } }]);
});
