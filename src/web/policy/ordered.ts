import type { SenderId } from '#contract/senders/calls.ts';

/** Senders by an order; those it does not name follow as they were. */
export function ordered<Sender extends { senderId: SenderId }>(
  senders: readonly Sender[],
  order: readonly SenderId[],
): Sender[] {
  const place = ({ senderId }: Sender) => {
    const found = order.indexOf(senderId);
    return found === -1 ? order.length : found;
  };
  return senders.toSorted((one, other) => place(one) - place(other));
}
