import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Content } from 'pdfmake';

export type PdfDocument = { title: string; author: string; language: string; content: Content[] };

/** Draws a document of A4 pages. The texts are drawn as they are: nothing in them is followed or loaded. */
export async function writePdf({ title, author, language, content }: PdfDocument): Promise<Buffer> {
  const { default: pdfmake } = await import('pdfmake'); // NOTE: with its fonts it costs 40 MB, and most processes write no document
  const fonts = join(fileURLToPath(import.meta.resolve('pdfmake/package.json')), '..', 'fonts', 'Roboto');
  const [normal, bold] = [join(fonts, 'Roboto-Regular.ttf'), join(fonts, 'Roboto-Medium.ttf')];
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => path === normal || path === bold);
  pdfmake.setFonts({ Roboto: { normal, bold, italics: normal, bolditalics: bold } });
  const document = pdfmake.createPdf({
    pageSize: 'A4',
    pageMargins: [40, 40, 40, 48],
    defaultStyle: { fontSize: 10, lineHeight: 1.15 },
    info: { title, author },
    language,
    content,
    footer: (page, pages) => ({ text: `${page} / ${pages}`, alignment: 'center', fontSize: 8, color: '#52525b' }),
  });
  return document.getBuffer();
}
