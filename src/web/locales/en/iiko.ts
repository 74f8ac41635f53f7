export const texts = {
  title: 'iiko',
  connect: 'Connect iiko',
  connect_help:
    'Orders and their statuses will appear by themselves, and customers will know in time that an order is ready or the courier is on the way.',
  add: 'Connect an organization',
  none: 'Connect iiko, and customers will know where their order is',
  way: 'What opens it',
  way_api_login: 'API login',
  way_api_key: 'API key',
  api_login: 'API login',
  api_login_help:
    'iikoWeb › Cloud integrations › API settings. Allow the login the methods of delivery, loyalty and webhooks. We keep it encrypted',
  api_key: 'API key',
  api_key_help: 'iikoWeb › Integrations › API Keys: make a key and tick the organizations. We keep it encrypted',
  find: 'Find organizations',
  choose: 'Organizations we work with',
  choose_any: 'Choose at least one',
  elsewhere: 'Connected in another account',
  connect_chosen_one: 'Connect {{count}} organization',
  connect_chosen_other: 'Connect {{count}} organizations',
  connected_one: '{{count}} organization connected',
  connected_other: '{{count}} organizations connected',
  connected_help:
    'We are reading the orders of 30 days, which takes a few minutes. Nobody is written to about past orders.',
  all_well_one: '{{count}} organization connected, orders are coming in',
  all_well_other: '{{count}} organizations connected, orders are coming in',
  foreign: {
    title: 'Orders already go to another program',
    text: 'An organization has one notification address. If it is replaced, that program will not hear of orders any more.',
    at: '{{title}}: {{host}}',
    take: 'Replace it with ours',
    leave: 'Leave theirs',
    leave_help: 'If you leave it, we ask iiko ourselves every 2 minutes, and messages go out a little later.',
    now: 'Orders go to {{host}}',
    now_todo:
      'Meanwhile we ask iiko ourselves every 2 minutes. With our address in its place, {{host}} will not hear of orders any more.',
    take_now: 'Send them to us',
    taken: 'Orders now come to us at once',
    still: 'The address could not be replaced: iiko still posts orders to another program',
  },
  hooks_manual: 'Add the address in iiko by hand',
  hooks_manual_todo:
    'With this API login or key iiko does not let us set the address. Paste it and the token in iikoWeb › Cloud integrations › Webhook settings. Until then we read orders every 2 minutes.',
  hook_url: 'Address',
  hook_token: 'Token',
  rights_todo:
    'Allow the login the loyalty methods in iikoWeb: without them birthdays and refusals of mailings cannot be learned.',
  no_loyalty: 'The iiko loyalty program is not connected: birthdays and refusals of mailings cannot be learned here.',
  sync_failed: 'Orders could not be read',
  sync_read_one: '{{shown}} order read',
  sync_read_other: '{{shown}} orders read',
  synced_count_one: '{{when}}, {{shown}} order',
  synced_count_other: '{{when}}, {{shown}} orders',
  switch_off_text:
    'New orders of the branch will stop coming in. The history stays, and you can switch it on at any time.',
  switched_off_help: 'New orders do not come in, planned messages will not go out.',
  remove_text: 'New orders will stop coming in. The history stays, and you can connect again at any time.',
  removed_help: 'New orders do not come in, planned messages will not go out.',
  trouble: {
    wrong_login: {
      title: 'iiko did not recognise you',
      todo: 'Check in iikoWeb that the login or key is copied whole and not switched off, and connect once more.',
    },
    token_expired: {
      title: 'Time is up',
      todo: 'More than an hour has passed since the step before. Enter the login or key again.',
    },
    no_branches: {
      title: 'No organizations found',
      todo: 'Tick the organizations of the login or key in iikoWeb and try again.',
    },
    rights_missing: {
      title: 'The login lacks methods',
      todo: 'Allow it delivery orders and organizations in iikoWeb, and reading goes on by itself.',
    },
    hooks_manual: {
      title: 'Add the notification address by hand',
      todo: 'Until then we read orders every 2 minutes. Copy the address and the token at the organization and paste them in iikoWeb.',
    },
    unreachable: {
      title: 'iiko does not answer',
      todo: 'Try again in a minute. Orders we missed are read when it is back.',
    },
  },
} as const;
