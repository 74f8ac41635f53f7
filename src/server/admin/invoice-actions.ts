import type { Invoice, InvoiceId } from '#contract/billing/invoices.ts';
import type * as contract from '#contract/admin/invoices.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { finishInvoice, pageOfInvoices } from '#server/billing/invoices/invoice-actions.ts';
import type { MemberContext } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { getAdminUser } from './actions.ts';

// NOTE: a process: it acts in another cabinet.

/** @throws {Problem} `member.not_found` */
export async function listUserInvoices(
  ctx: MemberContext,
  userId: MemberId,
  query: QueryOf<typeof contract.listUserInvoices>,
): Promise<ReplyOf<typeof contract.listUserInvoices>> {
  const { userGuid } = await getAdminUser(ctx, userId);
  return withTenant(ctx, userGuid, (scope) => pageOfInvoices(scope, query));
}

/** @throws {Problem} `member.not_found`, `invoice.not_found`, `invoice.final` */
export async function finishUserInvoice(
  ctx: MemberContext,
  { userId, invoiceId }: { userId: MemberId; invoiceId: InvoiceId },
  status: 'paid' | 'cancelled',
): Promise<Invoice> {
  const { userGuid } = await getAdminUser(ctx, userId);
  return withTenant(ctx, userGuid, (scope) => finishInvoice(scope, invoiceId, status));
}
