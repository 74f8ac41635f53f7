import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RfmDashboardId } from '#contract/audiences/rfm-ids.ts';
import type { Rfm, RfmCell, RfmThresholds } from '#contract/audiences/rfm.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { RfmBoundsDialog } from './RfmBoundsDialog.tsx';
import { RfmGrid } from './RfmGrid.tsx';
import { RfmGroups } from './RfmGroups.tsx';
import { RfmPeople } from './RfmPeople.tsx';
import { RfmStartPage } from './RfmStartPage.tsx';

const product = await startProduct();
const TEXTS = { texts: ['insights', 'contacts'] } as const;

const THRESHOLDS: RfmThresholds = {
  usualDays: 30,
  lateFrom: 1.5,
  sleepingFrom: 2,
  lostFrom: 3,
  oftenFrom: 5,
  paysWellFromMinor: 1_000_000,
};

const CELLS: RfmCell[] = [
  { recency: 1, frequency: 3, people: 30, spentMinor: 6_000_000 },
  { recency: 2, frequency: 2, people: 4, spentMinor: 40_000 },
  { recency: 4, frequency: 1, people: 26, spentMinor: 260_000 },
];

function aGrid(cells: RfmCell[], onOpen: (cell: object) => void = () => undefined) {
  const people = cells.reduce((sum, cell) => sum + cell.people, 0);
  const rfm = { cells, people, currency: 'RUB' } as Rfm; // NOTE: the fields the grid reads
  return <RfmGrid rfm={rfm} thresholds={THRESHOLDS} onOpen={onOpen} />;
}

test('each cell of the grid has its people, their share and money, and opens them', async () => {
  const as = await product.signUp();
  const opened: object[] = [];
  const { user } = await draw(
    aGrid(CELLS, (cell) => opened.push(cell)),
    { ...TEXTS, as },
  );
  const often = screen.getByRole('row', { name: /^Often/ });
  expect(
    within(often)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/30 clients, 50\s?%.*60,000/), '0', '0', '0']);
  await user.click(screen.getByRole('button', { name: /^Seldom, Lost, 26 clients, 43/ }));
  expect(opened).toMatchObject([{ recency: 4, frequency: 1 }]);
  const few = screen.getByRole('button', { name: /^Sometimes, Late, 4 clients/ }).closest('td');
  expect(few?.dataset['few']).toBe('true');
  expect(few?.style.background).toBe('');
});

test('under twenty people there is no percentage', async () => {
  const as = await product.signUp();
  await draw(aGrid([{ recency: 1, frequency: 1, people: 19, spentMinor: 0 }]), { ...TEXTS, as });
  expect(screen.getByRole('button', { name: /19 clients/ }).textContent).not.toContain('%');
});

test('groups have the words of the owner; one without people cannot be opened', async () => {
  const as = await product.signUp();
  const groups = [
    { group: 'champions' as const, people: 30, spentMinor: 6_000_000 },
    { group: 'sleeping' as const, people: 0, spentMinor: 0 },
  ];
  await draw(<RfmGroups rfm={{ groups, people: 30, currency: 'RUB' }} onOpen={() => undefined} />, { ...TEXTS, as });
  expect(
    screen.getByRole('button', { name: 'Come often and pay well, 30 clients, 100%, Spent ₽60,000' }),
  ).toHaveProperty('disabled', false);
  expect(screen.getByRole('button', { name: /^Sleeping/ })).toHaveProperty('disabled', true);
});

test('a business with few clients is told how many more are needed', async () => {
  const as = await product.signUp();
  await draw(<RfmStartPage />, { ...TEXTS, as });
  await screen.findByText('Groups appear from 50 clients');
  await screen.findByText('50 more clients with a visit or an order are needed. Clients so far: 0.');
});

/** A dashboard with three clients who come often and paid 5,000, 15,000 and 25,000. */
async function aDashboard() {
  const as = await product.signUp();
  const id = crypto.randomUUID() as RfmDashboardId; // NOTE: brands exist for the compiler alone
  await product.owner.query(
    `insert into rfm_dashboards (tenant_id, id, title, is_usual, months, thresholds, created_at, formed_at)
     values ($1, $2, 'All clients', true, 12, $3, now(), now())`,
    [as.tenantId, id, JSON.stringify(THRESHOLDS)],
  );
  for (const [nth, name] of ['Anna', 'Boris', 'Clara'].entries()) {
    const contact = await product.aContact({ tenantId: as.tenantId, name });
    await product.owner.query(
      `insert into rfm_members (tenant_id, dashboard_id, contact_id, group_key, recency, frequency, money, visits, spent_minor,
         visits_ever, last_day, usual_days, since)
       values ($1, $2, $3, $4, 1, 3, 1, 6, $5, 6, current_date, 30, now())`,
      [as.tenantId, id, contact.id, nth === 0 ? 'loyal' : 'champions', 500_000 + nth * 1_000_000],
    );
  }
  return { as, id };
}

test('the people behind a number are saved as a segment, and written to', async () => {
  const { as, id } = await aDashboard();
  const { user, router } = await draw(
    <RfmPeople
      dashboardId={id}
      query={{ group: 'champions', days: 30 }}
      title="Come often and pay well"
      onClose={() => undefined}
    />,
    { ...TEXTS, as },
  );
  const names = (await screen.findAllByRole('listitem')).map((item) => within(item).getByRole('link').textContent);
  expect(names).toEqual(['Clara', 'Boris']);
  await user.click(screen.getByRole('button', { name: 'Write to them' }));
  await expect.poll(() => router.state.location.pathname).toContain('/distributions/edit/');
  const { rows } = await product.owner.query('select title, kind, size from segments where tenant_id = $1', [
    as.tenantId,
  ]);
  expect(rows).toEqual([{ title: 'Come often and pay well', kind: 'frozen', size: 2 }]);
});

test('a changed bound says whom it would move before it is saved', async () => {
  const { as, id } = await aDashboard();
  const dashboard = {
    id,
    title: 'All clients',
    branchId: null,
    serviceIds: [],
    categoryTitle: null,
    months: 12 as const,
    thresholds: THRESHOLDS,
    formedAt: '2026-01-01T00:00:00Z',
    counting: null,
    clients: 3,
  };
  const closed: string[] = [];
  const { user } = await draw(
    <RfmBoundsDialog
      dashboard={dashboard}
      thresholds={THRESHOLDS}
      currency="RUB"
      onClose={() => closed.push('closed')}
    />,
    { ...TEXTS, as },
  );
  await screen.findByText('Nobody would change groups.');
  const pays = screen.getByLabelText('Pay well: spent from');
  await user.clear(pays);
  await user.type(pays, '20000');
  await screen.findByText('1 client would change groups');
  const late = screen.getByLabelText('Late');
  await user.clear(late);
  await user.type(late, '1,25');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => closed).toEqual(['closed']);
  const { rows } = await product.owner.query('select thresholds from rfm_dashboards where id = $1', [id]);
  expect(rows[0]?.['thresholds']).toMatchObject({ lateFrom: 1.25, paysWellFromMinor: 2_000_000, oftenFrom: 5 });
});
