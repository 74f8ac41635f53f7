export const ownerRu = {
  ownerPhone: 'Телефон салона',
  ownerWhatsApp: 'WhatsApp компании',
  linkedDevices: 'Связанные устройства',
  linkDevice: 'Привязка устройства',
  linkedAt: 'Привязано {time}',
  noDevices: 'Устройств нет',
  logOutDevice: 'Выйти',
  camera: 'Камера смотрит на экран',
  cameraEmpty: 'На экране нет QR-кода. В кабинете откройте «WhatsApp по QR-коду» и нажмите «Показать QR-код».',
  scanCode: 'Отсканировать этот код',
  ownerChats: 'Чаты',
  ownerNoChats: 'Чатов пока нет',
} as const;
