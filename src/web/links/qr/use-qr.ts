import { useQuery } from '@tanstack/react-query';
import { SCANNED } from '#contract/links/values.ts';
import { call } from '#web/lib/api/api.ts';
import { brand } from '#web/lib/pages/brand.ts';

/** The address that a code carries: a scan is recognised by it. */
export const scannedAddress = (url: string) => `${url}?${SCANNED}`;

/** The QR code of an address, in the colour and with the logo of the business. */
export function useQr(url: string) {
  const appearance = useQuery({
    queryKey: ['config', 'appearance'],
    queryFn: () => call('GET /api/v1/widgets/appearance'),
  });
  const color = appearance.data?.accent ?? brand.accent;
  const logoPath = appearance.data?.logo ? new URL(appearance.data.logo.url).pathname : null;
  const files = useQuery({
    queryKey: ['config', 'qr', url, color, logoPath],
    enabled: appearance.isSuccess,
    staleTime: Infinity,
    queryFn: async () => {
      const { drawQr } = await import('./draw-qr.ts');
      return drawQr(scannedAddress(url), { color, logo: logoPath ? await logoAt(logoPath) : null });
    },
  });
  const retry = () => void (appearance.isError ? appearance.refetch() : files.refetch());
  return {
    files: files.data,
    businessName: appearance.data?.businessName ?? '',
    error: appearance.error ?? files.error,
    retry,
  };
}

/** The logo at our own origin; null when it is not there, so that the code is drawn without it. */
async function logoAt(path: string): Promise<Blob | null> {
  const response = await fetch(path);
  return response.ok ? response.blob() : null;
}
