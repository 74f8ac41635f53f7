import { BRANDS } from '#contract/brands/brands.ts';
import {
  type BookingButton,
  BookingButtonId,
  type listBookingButtons,
  type WrittenButton,
} from '#contract/booking/buttons.ts';
import { BUTTON_FIGURE_DAYS, MAX_BUTTONS } from '#contract/booking/values.ts';
import type { ConnectionKind } from '#contract/connections/calls.ts';
import { connectionKind } from '#contract/connections/kinds.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { listBranches } from '#server/connections/storage/actions.ts';
import { findBranch } from '#server/connections/storage/opening-actions.ts';
import { targetLimits } from '#server/links/link-actions.ts';
import { refusalOfTarget } from '#server/links/target-rules.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import { newId } from '#server/platform/values/ids.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getTenant, publicAppearance } from '#server/tenants/actions.ts';
import {
  findButton,
  insertButton,
  listButtons,
  setButtonDeleted,
  type StoredButton,
  updateButton,
} from './button-queries.ts';
import { bookingToken } from '#server/booking/links/link-actions.ts';
import { countFigures } from './figure-queries.ts';
import { countWaiting } from './table-queries.ts';

/** Lists the buttons with their addresses, and the branches a button can be for. */
export async function describeButtons(scope: ActionScope): Promise<ReplyOf<typeof listBookingButtons>> {
  const branches = (await listBranches(scope)).filter(({ isActive }) => isActive);
  return {
    buttons: await describe(scope, await listButtons(scope)),
    branches: branches.map(({ id, title, timeZone, connectionKind: kind }) => ({
      id,
      title,
      timeZone,
      connectionKind: kind,
      usualAction: usualActionOf(kind),
      booksVisits: connectionKind(kind).books ?? false,
    })),
    accent: await accentOf(scope),
  };
}

function usualActionOf(kind: ConnectionKind): BookingButton['opens'] {
  const { books, reads } = connectionKind(kind);
  if (books) return 'visit';
  return reads === 'orders' ? 'table' : 'page';
}

/** @throws {Problem} when the branch is unknown, the address is refused or there are too many */
export async function createButton(scope: MemberScope, written: WrittenButton): Promise<BookingButton> {
  await checkWritten(scope, written);
  if ((await listButtons(scope)).length >= MAX_BUTTONS) throw new Problem('booking_button.limit_reached');
  const button = { ...cleaned(written), id: newId(BookingButtonId), createdAt: scope.clock.now() };
  await insertButton(scope, button);
  await announce(scope, 'booking');
  return getButton(scope, button.id);
}

/** @throws {Problem} when there is no such button, or the branch or the address is refused */
export async function saveButton(
  scope: MemberScope,
  id: BookingButtonId,
  written: WrittenButton,
): Promise<BookingButton> {
  await checkWritten(scope, written);
  if (!(await updateButton(scope, id, cleaned(written)))) throw new Problem('booking_button.not_found');
  await announce(scope, 'booking');
  return getButton(scope, id);
}

/** @throws {Problem} `booking_button.not_found` */
export async function deleteButton(scope: MemberScope, id: BookingButtonId): Promise<void> {
  if (!(await setButtonDeleted(scope, id, scope.clock.now()))) throw new Problem('booking_button.not_found');
  await announce(scope, 'booking');
}

/** @throws {Problem} when there is none, or others took its place */
export async function restoreButton(scope: MemberScope, id: BookingButtonId): Promise<BookingButton> {
  const others = (await listButtons(scope)).filter((button) => button.id !== id);
  if (others.length >= MAX_BUTTONS) throw new Problem('booking_button.limit_reached');
  if (!(await setButtonDeleted(scope, id, null))) throw new Problem('booking_button.not_found');
  await announce(scope, 'booking');
  return getButton(scope, id);
}

/** The colour of buttons without their own: that of the business, else the brand's. */
export async function accentOf(scope: ActionScope): Promise<string> {
  return (await publicAppearance(scope)).accent ?? BRANDS[(await getTenant(scope)).brand].accent;
}

async function getButton(scope: ActionScope, id: BookingButtonId): Promise<BookingButton> {
  const button = await findButton(scope, id);
  const [described] = button ? await describe(scope, [button]) : [];
  if (!described) throw new Problem('booking_button.not_found');
  return described;
}

async function checkWritten(scope: MemberScope, { branchId, opens, targetUrl }: WrittenButton): Promise<void> {
  const branch = await findBranch(scope, branchId);
  if (!branch) throw new Problem('branch.not_found');
  if (opens === 'visit' && !connectionKind(branch.connectionKind).books)
    throw new Problem('booking_button.books_no_visits');
  if (opens !== 'page') return;
  if (targetUrl === null) throw wrongField('targetUrl', 'required');
  const reason = refusalOfTarget(targetUrl, targetLimits(scope.config));
  if (reason) throw wrongField('targetUrl', reason);
}

/** A page of ours has no other address. */
const cleaned = (written: WrittenButton): WrittenButton =>
  written.opens === 'page' ? written : { ...written, targetUrl: null };

/** Adds addresses, titles of branches and counts of waiting requests to stored buttons. */
async function describe(scope: ActionScope, buttons: readonly StoredButton[]): Promise<BookingButton[]> {
  const { brand } = await getTenant(scope);
  const origin = originOfBrand(scope.config, brand);
  const titles = new Map((await listBranches(scope)).map(({ id, title }) => [id, title]));
  const waiting = await countWaiting(scope);
  const figures = await countFigures(scope, scope.clock.now().subtract({ hours: 24 * BUTTON_FIGURE_DAYS }));
  return buttons.map((button) => {
    const token = bookingToken(scope, scope.tenantId, button.id);
    return {
      ...button,
      branchTitle: titles.get(button.branchId) ?? '',
      pageUrl: `${origin}/book/${token}`,
      scriptUrl: `${origin}/embed/booking.js?id=${token}`,
      waitingRequests: waiting.get(button.id) ?? 0,
      figures:
        button.opens === 'visit'
          ? { days: BUTTON_FIGURE_DAYS, ...(figures.get(button.id) ?? { opened: 0, booked: 0 }) }
          : null,
      createdAt: button.createdAt.toString(),
    };
  });
}
