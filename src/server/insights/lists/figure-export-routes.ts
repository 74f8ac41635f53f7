import type { FastifyInstance } from 'fastify';
import type { QueryOf } from '#contract/endpoint.ts';
import type { Dashboard, getDashboard as getCall } from '#contract/insights/dashboard.ts';
import { exportMasters, exportPoints, exportSenders } from '#contract/insights/exports.ts';
import type { Money } from '#contract/primitives.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { getDashboard } from '#server/insights/dashboard/dashboard.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { minorUnits } from '#server/texts/content/format-rules.ts';
import { signInForFile } from '#server/auth/sign-in/export-actions.ts';
import { parsed, send } from './file-reply-routes.ts';

/** Serves the tables of the dashboard as files: the rows that its charts show. */
export function serveFigureExports(app: FastifyInstance, ctx: Context): void {
  app.get(exportPoints.path, async (request, reply) => {
    const { tenantId } = await signInForFile(ctx, request);
    const query = parsed(exportPoints.query, request);
    const { points, currency } = await figuresOf(ctx, tenantId, query);
    const sum = (money: readonly Money[]) => sumIn(money, currency);
    return send(reply, 'periods', query, () =>
      points.map((point) => [
        point.from,
        point.to,
        String(point.attended),
        point.before ? rounded(point.before.attended) : '',
        String(point.noShow),
        String(point.cancelled),
        String(point.newClients),
        String(point.returningClients),
        sum(point.paid),
        point.before ? sum(point.before.paid) : '',
      ]),
    );
  });
  app.get(exportMasters.path, async (request, reply) => {
    const { tenantId } = await signInForFile(ctx, request);
    const { words, ...query } = parsed(exportMasters.query, request);
    const { masters } = await figuresOf(ctx, tenantId, query);
    return send(reply, 'masters', query, () =>
      masters.map((master) => [
        master.masterId === null ? (words[0] ?? '') : master.name,
        master.branchTitle,
        sumIn([master.paid], master.paid.currency),
        String(master.attended),
        master.averageBill ? sumIn([master.averageBill], master.averageBill.currency) : '',
        String(master.noShow),
        percentOf(master.noShow, master.attended + master.noShow),
        String(master.newClients),
        rounded(master.busyMinutes / 60),
      ]),
    );
  });
  app.get(exportSenders.path, async (request, reply) => {
    const { tenantId } = await signInForFile(ctx, request);
    const { words, ...query } = parsed(exportSenders.query, request);
    const { senders, currency } = await figuresOf(ctx, tenantId, query);
    return send(reply, 'senders', query, () =>
      senders.map((sender) => [
        sender.title,
        (sender.kind === 'flow' ? words[0] : words[1]) ?? '',
        String(sender.sent),
        String(sender.visited),
        percentOf(sender.visited, sender.sent),
        rounded(sender.low * 100),
        rounded(sender.high * 100),
        sumIn(sender.spent, currency),
      ]),
    );
  });
}

async function figuresOf(
  ctx: Context,
  tenantId: TenantId,
  { period, on, branchId }: QueryOf<typeof getCall>,
): Promise<Dashboard> {
  return withTenant(ctx, tenantId, (scope) => getDashboard(scope, { period, on, branchId }));
}

const rounded = (value: number) => String(Math.round(value * 10) / 10);
const percentOf = (part: number, whole: number) => (whole === 0 ? '' : rounded((part / whole) * 100));

/** In whole units, as spreadsheets add up. */
function sumIn(money: readonly Money[], currency: string): string {
  const minor = money.find((one) => one.currency === currency)?.amountMinor ?? 0;
  return String(minor / minorUnits(1, currency));
}
