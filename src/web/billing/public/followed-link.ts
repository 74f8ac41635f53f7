const KEY = 'frontdesk.pay-link';

/** Notes the pay link that this tab follows to the bank, which returns to the owner's page. */
export function noteFollowed(payment: string): void {
  sessionStorage.setItem(KEY, payment);
}

/** The page of the pay link that this tab has followed; null: none. */
export function followedPayLink(): string | null {
  const payment = sessionStorage.getItem(KEY);
  return payment && `/publicPayments?payment=${encodeURIComponent(payment)}`;
}
