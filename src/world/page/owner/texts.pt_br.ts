import type { ownerRu } from './texts.ru.ts';

export const owner: Record<keyof typeof ownerRu, string> = {
  ownerPhone: 'Celular da empresa',
  telegramAccount: 'Telegram (conta)',
  ownerWhatsApp: 'WhatsApp da empresa',
  linkedDevices: 'Dispositivos conectados',
  linkDevice: 'Conectar dispositivo',
  linkedAt: 'Conectado {time}',
  noDevices: 'Nenhum dispositivo conectado',
  logOutDevice: 'Sair',
  camera: 'A câmera aponta para a tela',
  cameraEmpty: 'Não há QR code na tela. Na conta, abra “WhatsApp por código” e toque em “Mostrar o QR code”.',
  scanCode: 'Escanear este código',
  linkByNumber: 'Conectar com número de telefone',
  phoneCode: 'Código da conta',
  enterPhoneCode: 'Conectar',
  ownerChats: 'Conversas',
  ownerNoChats: 'Ainda não há conversas',
};
