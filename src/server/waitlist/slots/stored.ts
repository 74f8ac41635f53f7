import type { BranchId } from '#contract/connections/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { DecisionRule, MessageId } from '#contract/delivery/calls.ts';
import type { MasterId, ServiceId, VisitId } from '#contract/visits/calls.ts';
import type {
  OfferStatus,
  SlotBooking,
  SlotId,
  SlotOfferId,
  SlotStatus,
  WaitEntryId,
  WaitlistSettings,
} from '#contract/waitlist/calls.ts';

/** A freed slot with the words about its place. */
export type StoredSlot = {
  id: SlotId;
  visitId: VisitId;
  branchId: BranchId;
  branchTitle: string;
  branchAddress: string | null;
  branchPhone: string | null;
  timeZone: string;
  masterId: MasterId | null;
  masterName: string | null;
  serviceIds: ServiceId[];
  serviceTitles: string[];
  startsAt: Temporal.Instant;
  durationMinutes: number;
  priceMinor: number;
  currency: string;
  mode: WaitlistSettings['mode'];
  holdMinutes: number;
  closesAt: Temporal.Instant;
  status: SlotStatus;
  winnerOfferId: SlotOfferId | null;
  booking: SlotBooking | null;
  /** The nearest free time of the master when the slot was given away; null: not known. */
  nearestAt: Temporal.Instant | null;
};

export type StoredOffer = {
  id: SlotOfferId;
  slotId: SlotId;
  contactId: ContactId;
  entryId: WaitEntryId | null;
  status: OfferStatus;
  skipRule: DecisionRule | null;
  messageId: MessageId | null;
  endsAt: Temporal.Instant | null;
};
