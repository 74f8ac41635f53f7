import type { ownerRu } from './texts.ru.ts';

export const owner: Record<keyof typeof ownerRu, string> = {
  ownerPhone: 'Business phone',
  telegramAccount: 'Telegram (account)',
  ownerWhatsApp: 'WhatsApp of the business',
  linkedDevices: 'Linked devices',
  linkDevice: 'Link a device',
  linkedAt: 'Linked {time}',
  noDevices: 'No device is linked',
  logOutDevice: 'Log out',
  camera: 'The camera looks at the screen',
  cameraEmpty: 'There is no QR code on the screen. In the account open “WhatsApp by code” and press “Show QR code”.',
  scanCode: 'Scan this code',
  linkByNumber: 'Link with phone number',
  phoneCode: 'Code from the account',
  enterPhoneCode: 'Link',
  ownerChats: 'Chats',
  ownerNoChats: 'No chats yet',
};
