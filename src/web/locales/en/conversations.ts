export const texts = {
  title: 'Chat',
  close: 'Close the chat',
  nameless: 'No name',
  channel: {
    dialog360: 'WhatsApp',
    telegram_bot: 'Telegram',
  },
  waits_since: 'Wrote {{when}}, waiting for a reply',
  reason: {
    not_understood: 'the bot did not understand',
    asked_for_person: 'asks for a person',
    cancel_failed: 'the visit could not be cancelled',
    confirm_failed: 'the visit could not be confirmed',
    which_visit: 'unclear which visit is meant',
  },
  answered: 'Answered',
  marked: 'Marked as answered',
  earlier: 'Show earlier',
  empty: 'No messages here yet.',
  no_text: 'Message without text',
  reply: 'Reply to the client',
  send: 'Send',
  open_until: 'You can reply in your own words until: {{when}}',
  closed_title: 'Free text is closed',
  closed_text:
    'WhatsApp lets you reply freely for 24 hours after the client writes. Call, or wait until the client writes again: it opens by itself.',
} as const;
