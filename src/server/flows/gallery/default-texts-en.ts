import type { KindTexts } from './default-texts.ts';

/** The same of a day and of a week. */
const FIGURES = `{reportPeriod}, {branchTitle}

Booked: {reportBooked}
Came: {reportCame}
Did not come: {reportNoShow}
Cancelled: {reportCancelled}
New customers: {reportNew}
Revenue: {reportRevenue}
Average bill: {reportAverage}
Messages: {reportSent}, read {reportRead}, answered {reportAnswered}`;

/** What a new flow says until its owner changes it. */
export const texts: KindTexts = {
  visit_created: {
    title: 'Booking confirmation',
    text: `{clientName}, you are booked for {recordWeekday}, {recordDate}, at {recordTime}.

Service: {serviceTitle}
With: {masterName}
Address: {branchAddress}
Change the booking: {recordForm}

{businessName}`,
  },
  visit_changed: {
    title: 'Booking changed',
    text: `{clientName}, your booking has changed: {recordWeekday}, {recordDate}, at {recordTime}.
It was: {oldRecordDate}, {oldRecordTime}

Service: {serviceTitle}
With: {masterName}
Address: {branchAddress}

{businessName}`,
  },
  visit_cancelled: {
    title: 'Booking cancelled',
    text: `{clientName}, your booking for {recordDate}, {recordTime} is cancelled.
Service: {serviceTitle}

Write to us when you want another time.
{businessName}`,
  },
  visit_reminder: {
    title: null,
    text: `{clientName}, we expect you on {recordWeekday}, {recordDate}, at {recordTime}.

Service: {serviceTitle}
With: {masterName}
Address: {branchAddress}

Will you come?`,
  },
  review_request: {
    title: 'Review request',
    text: `{clientName}, thank you for your visit. How did you like {serviceTitle}?

Just reply to this message: every word matters to us.

{businessName}`,
  },
  first_visit: {
    title: 'After the first visit',
    text: `{clientName}, it was good to meet you. Thank you for choosing us.

If you have a question, reply to this message. Book again: {recordForm}

{businessName}`,
  },
  no_show_retry: {
    title: 'Win back after a no-show',
    text: `{clientName}, we missed you last time. Shall we find a new time for {serviceTitle}?

Reply with a day that suits you, and we will book it.

{businessName}
Do not write to me: {ignoreLink}`,
  },
  repeat_visit: {
    title: 'Repeat visit',
    text: `{clientName}, you were with us on {recordDate}: {serviceTitle}. Time for another visit?

Reply with a day that suits you, and we will book it.

{businessName}
Do not write to me: {ignoreLink}`,
  },
  lost_client: {
    title: 'Win back a lost client',
    text: `{clientName}, we have not seen you for a while. Your last visit was on {recordDate}.

Reply to this message, and we will find a time.

{businessName}
Do not write to me: {ignoreLink}`,
  },
  cross_selling: {
    title: 'Offer another service',
    text: `{clientName}, after {serviceTitle} many choose {offerTitle}. Shall we book it for you?

Reply with a day that suits you.

{businessName}
Do not write to me: {ignoreLink}`,
  },
  threshold: {
    title: 'A client’s milestone',
    text: `{clientName}, thank you for staying with us. This was visit number {visitsCount}.

We have a gift for you: ask about it next time.

{businessName}
Do not write to me: {ignoreLink}`,
  },
  birthday: {
    title: 'Birthday greeting',
    text: `{clientName}, happy birthday. We wish you joy and a good mood.

We have a gift for you: reply to this message, and we will tell you.

{businessName}
Do not write to me: {ignoreLink}`,
  },
  order_status: {
    title: 'Order status',
    text: `{clientName}, your order {orderNumber} is {orderStatus}.

Items: {orderItems}
Total: {orderSum}
Courier: {courierName}, {courierPhone}

{businessName}`,
  },
  abandoned_cart: {
    title: 'Abandoned cart',
    text: `{clientName}, you have not finished your order: {orderItems}.
Total: {orderSum}

Finish it: {paymentLink}

{businessName}
Do not write to me: {ignoreLink}`,
  },
  daily_report: {
    title: 'The day in numbers',
    text: `${FIGURES}

Booked for today: {reportAhead}`,
  },
  weekly_report: {
    title: 'The week in numbers',
    text: `${FIGURES}

Booked for this week: {reportAhead}`,
  },
  api_event: {
    title: 'An event of your program',
    text: `{clientName}, we have news for you.

{businessName}`,
  },
};
