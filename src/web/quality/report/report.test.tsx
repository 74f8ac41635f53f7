import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { QualityReportId } from '#contract/quality/reports.ts';
import { QualityHomePage } from '#web/quality/home/QualityHomePage.tsx';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { ReportView } from './ReportPage.tsx';

const product = await startProduct();
const texts = ['quality'] as const;

const AT = '2026-11-20T10:00:00Z';
const GREET = {
  id: crypto.randomUUID(),
  words: 'Did they greet the client?',
  weight: 1,
  isCritical: false,
  mayNotApply: false,
  part: 'first',
  rootCauses: ['In a hurry'],
};
const PRICE = { ...GREET, id: crypto.randomUUID(), words: 'Did they name the price?', weight: 3, part: 'whole' };

async function insert(table: string, row: Record<string, unknown>): Promise<void> {
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${index + 1}`);
  await product.owner.query(`insert into ${table} (${names}) values (${places})`, Object.values(row));
}

const line = (side: 'client' | 'employee', speaker: string, text: string) => ({
  side,
  speaker,
  text,
  at: AT,
  from: null,
  to: null,
  isGuessed: false,
});

type Owner = Awaited<ReturnType<typeof product.signUp>>;

/** A report of one chat in which Maria greeted, and named no price. */
async function aReport({ tenantId, token }: Owner, change: Record<string, unknown> = {}) {
  const [checklistId, talkId, reportId, caseId] = Array.from({ length: 4 }, () => crypto.randomUUID());
  const home = await fetch('/api/v1/quality/home', { headers: { authorization: `Bearer ${token}` } });
  const { to: today } = await home.json();
  const checklist = JSON.stringify({ title: 'Reception', kind: 'both', items: [GREET, PRICE] });
  const base = { tenant_id: tenantId };
  const { rows } = await product.owner.query('select id from members where tenant_id = $1', [tenantId]);
  await insert('quality_checklists', {
    ...base,
    id: checklistId,
    settings: checklist,
    created_at: AT,
    updated_at: AT,
  });
  await insert('quality_talks', {
    ...base,
    id: talkId,
    kind: 'chats',
    source: 'uploads',
    source_key: 'one',
    title: 'Bella Swan',
    started_at: AT,
    lines: JSON.stringify([
      line('client', 'Bella', 'How much is a haircut?'),
      line('employee', 'Maria', 'Good afternoon'),
      line('employee', 'Maria', 'Come and see'),
    ]),
    line_count: 3,
    employees: JSON.stringify([{ name: 'Maria', isBot: false }]),
    created_at: AT,
  });
  await insert('quality_reports', {
    ...base,
    id: reportId,
    kind: 'chats',
    sources: ['uploads'],
    from_day: '2026-11-14',
    to_day: '2026-11-20',
    status: 'Done',
    checklist_id: checklistId,
    checklist_version: 1,
    checklist,
    sample_percent: 100,
    talks: 1,
    found: 1,
    cases: 1,
    done: 1,
    cap_micro_usd: 1_000_000,
    created_by: rows[0]?.['id'],
    created_at: AT,
    finished_at: AT,
    taken_at: AT,
    ...change,
  });
  await insert('quality_report_talks', { ...base, report_id: reportId, talk_id: talkId });
  await insert('quality_cases', {
    ...base,
    id: caseId,
    report_id: reportId,
    talk_id: talkId,
    part: 0,
    employee: 'Maria',
    is_bot: false,
    from_line: 0,
    to_line: 2,
    state: 'done',
    score: 25,
    missed: 1,
    day: today,
  });
  const verdict = { ...base, case_id: caseId, created_at: AT };
  await insert('quality_verdicts', {
    ...verdict,
    id: crypto.randomUUID(),
    item_id: GREET.id,
    verdict: 'yes',
    model_verdict: 'yes',
    quote: 'Good afternoon',
    line: 1,
  });
  await insert('quality_verdicts', {
    ...verdict,
    id: crypto.randomUUID(),
    item_id: PRICE.id,
    verdict: 'no',
    model_verdict: 'no',
    quote: 'Come and see',
    line: 2,
  });
  return reportId as QualityReportId; // NOTE: of a row above
}

test('an employee opens from the home to their worst words, and those to the talk', async () => {
  const owner = await product.signUp();
  const reportId = await aReport(owner);
  const { user, router, unmount } = await draw(<QualityHomePage />, { texts: [...texts], as: owner });
  const people = within(await screen.findByRole('region', { name: 'How your people speak to clients' }));
  expect(people.getByText('25')).toBeTruthy();
  expect(people.getByText('1 talk · too few talks to compare')).toBeTruthy();
  await user.click(people.getByRole('link', { name: /Maria/ }));
  const { href } = router.state.location;
  expect(href).toBe(`/reports/${reportId}?employee=Maria`);
  unmount();

  const page = await draw(<ReportView reportId={reportId} />, { texts: [...texts], as: owner, at: href });
  const maria = within(await screen.findByRole('region', { name: 'Maria' }));
  await page.user.click(maria.getByRole('button', { name: /Come and see/ }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Bella Swan' }));
  await page.user.click(await drawer.findByRole('button', { name: 'Come and see' }));
  const lines = drawer.getByRole('list', { name: 'Conversation' });
  await waitFor(() => expect(lines.querySelector('[data-current]')?.textContent).toContain('Come and see'));
});

test('an owner disagrees with a verdict, and the score changes at once', async () => {
  const owner = await product.signUp();
  const reportId = await aReport(owner);
  const { user } = await draw(<ReportView reportId={reportId} />, { texts: [...texts], as: owner });
  await user.click(await screen.findByRole('link', { name: /Bella Swan/ }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Bella Swan' }));
  const card = (await drawer.findAllByRole('listitem')).find((item) => item.textContent?.includes(PRICE.words));
  if (!card) throw new Error('The verdict has no card.');
  await user.click(within(card).getByRole('button', { name: 'Disagree' }));
  await user.click(within(card).getByRole('button', { name: 'Yes' }));
  await user.type(within(card).getByRole('textbox', { name: 'Why' }), 'It was named on the phone');
  await user.click(within(card).getByRole('button', { name: 'Change the answer' }));
  await screen.findByText('Changed; the score is counted again');
  await within(card).findByText(/The AI answered “No”/);
  await waitFor(() => expect(drawer.getAllByText('100').length).toBeGreaterThan(0));
});

test('a count of missed questions leads to its talks, and a filter that finds nothing can be cleared', async () => {
  const owner = await product.signUp();
  const reportId = await aReport(owner);
  const { user, router } = await draw(<ReportView reportId={reportId} />, { texts: [...texts], as: owner });
  const items = within(await screen.findByRole('table', { name: 'Questions' }));
  const row = items.getByRole('row', { name: new RegExp(PRICE.words.replace('?', String.raw`\?`)) });
  expect(within(row).getByText('0 of 1')).toBeTruthy();
  await user.click(within(row).getByRole('button', { name: '1' }));
  expect(router.state.location.search).toMatchObject({ item: PRICE.id });
  await screen.findByRole('link', { name: /Bella Swan/ });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Any question missed' }), GREET.words);
  await screen.findByText('No talks with these filters.');
  await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!);
  await screen.findByRole('link', { name: /Bella Swan/ });
});

test('a report that reached its limit says what is safe, and goes on with a higher one alone', async () => {
  const owner = await product.signUp();
  const stopped = { status: 'Error', stop: 'cap', cases: 3, cost_micro_usd: 1_000_000, finished_at: null };
  const reportId = await aReport(owner, stopped);
  const { user } = await draw(<ReportView reportId={reportId} />, { texts: [...texts], as: owner });
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText(/1 of 3 talks are checked and kept/)).toBeTruthy();
  const cap = alert.getByRole('textbox', { name: 'New limit, USD' });
  await user.clear(cap);
  await user.type(cap, '0,5');
  expect(alert.getByText(/More than \$1/)).toBeTruthy();
  expect(alert.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(true);
  await user.clear(cap);
  await user.type(cap, '2,5');
  await user.click(alert.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(product.calls).toContain(`POST /api/v1/quality/reports/${reportId}/resume`));
});

test('a new cabinet is shown the way to its first report', async () => {
  const owner = await product.signUp();
  await draw(<QualityHomePage />, { texts: [...texts], as: owner });
  const steps = within(await screen.findByRole('region', { name: 'First steps' }));
  expect(steps.getByRole('link', { name: 'Choose a checklist' }).getAttribute('href')).toBe('/chats?tab=checklists');
  expect(steps.getByRole('link', { name: 'New report' }).getAttribute('href')).toBe('/chats?open=order');
});
