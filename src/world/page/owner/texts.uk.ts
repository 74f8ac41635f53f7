import type { ownerRu } from './texts.ru.ts';

export const owner: Record<keyof typeof ownerRu, string> = {
  ownerPhone: 'Телефон салону',
  telegramAccount: 'Telegram (акаунт)',
  ownerWhatsApp: 'WhatsApp компанії',
  linkedDevices: 'Пов’язані пристрої',
  linkDevice: 'Прив’язати пристрій',
  linkedAt: 'Прив’язано {time}',
  noDevices: 'Пристроїв немає',
  logOutDevice: 'Вийти',
  camera: 'Камера дивиться на екран',
  cameraEmpty: 'На екрані немає QR-коду. У кабінеті відкрийте «WhatsApp за кодом» і натисніть «Показати QR-код».',
  scanCode: 'Відсканувати цей код',
  linkByNumber: 'Прив’язати за номером телефону',
  phoneCode: 'Код із кабінету',
  enterPhoneCode: 'Прив’язати',
  ownerChats: 'Чати',
  ownerNoChats: 'Чатів поки немає',
};
