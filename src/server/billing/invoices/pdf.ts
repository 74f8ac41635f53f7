import type { TableCell, Content } from 'pdfmake';
import { isRussian } from '#contract/billing/tax-ids.ts';
import { writePdf } from '#server/platform/files/pdf-writing.ts';
import { LOCALE_TAGS } from '#server/platform/values/locale-rules.ts';
import type { StoredInvoice } from './invoice-queries.ts';
import { billingText, includedVat, inMoney, invoiceRows, writtenNumber } from './invoice-rules.ts';

/** Writes an invoice as a PDF. */
export const writeInvoicePdf = (invoice: StoredInvoice): Promise<Buffer> =>
  writePdf({
    title: headingOf(invoice),
    author: invoice.seller.name,
    language: LOCALE_TAGS[invoice.language],
    content: contentOf(invoice),
  });

function contentOf(invoice: StoredInvoice): Content[] {
  const { seller, buyer, lines, amountMinor, currency, language } = invoice;
  const t = (key: Parameters<typeof billingText>[1], values?: Record<string, string | number>) =>
    billingText(language, key, values);
  const money = (sum: number) => inMoney(sum, currency, language);
  const numbered = { number: writtenNumber(invoice), date: dayOf(invoice) };
  const rows = invoiceRows(lines, language);
  const numberOf = (index: number) => rows.slice(0, index + 1).filter(({ isDiscount }) => !isDiscount).length;
  const taxName = isRussian(buyer.countryId) ? t('invoice.inn') : t('invoice.tax_id');
  const bank: [string, string | null][] = [
    [t('invoice.payee'), seller.name],
    [t('invoice.inn'), seller.taxId],
    [t('invoice.kpp'), seller.kpp],
    [t('invoice.bank'), seller.bank],
    [t('invoice.bic'), seller.bic],
    [t('invoice.account'), seller.account],
    [t('invoice.correspondent'), seller.correspondentAccount],
  ];
  const party = (named: string, { name, taxId, kpp, address }: typeof buyer | typeof seller, tax: string) => ({
    text: [
      { text: `${named}: `, bold: true },
      [name, `${tax} ${taxId}`, ...(kpp ? [`${t('invoice.kpp')} ${kpp}`] : []), address].join(', '),
    ],
    margin: [0, 0, 0, 6] as [number, number, number, number],
  });
  const head: TableCell[] = [
    { text: t('invoice.row'), bold: true },
    { text: t('invoice.name'), bold: true },
    { text: t('invoice.sum'), bold: true, alignment: 'right' },
  ];
  return [
    {
      table: { widths: [130, '*'], body: bank.flatMap(([name, value]) => (value === null ? [] : [[name, value]])) },
      margin: [0, 0, 0, 20],
    },
    { text: headingOf(invoice), fontSize: 16, bold: true, margin: [0, 0, 0, 12] },
    party(t('invoice.seller'), seller, t('invoice.inn')),
    party(t('invoice.buyer'), buyer, taxName),
    {
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: [24, '*', 110],
        body: [
          head,
          ...rows.map(({ name, sumMinor, isDiscount }, index): TableCell[] => [
            isDiscount ? '' : String(numberOf(index)),
            name,
            { text: money(sumMinor), alignment: 'right' },
          ]),
        ],
      },
      margin: [0, 10, 0, 8],
    },
    { text: `${t('invoice.total')}: ${money(amountMinor)}`, bold: true, fontSize: 12, alignment: 'right' },
    {
      text:
        seller.vatPercent === null
          ? t('invoice.no_vat')
          : `${t('invoice.vat', { percent: seller.vatPercent })}: ${money(includedVat(amountMinor, seller.vatPercent))}`,
      alignment: 'right',
      margin: [0, 2, 0, 16],
    },
    { text: t('invoice.purpose', numbered) },
    { text: t('invoice.note'), margin: [0, 4, 0, 32] },
    { text: `${seller.signatory ?? t('invoice.signature')}  ______________________` },
  ];
}

const headingOf = (invoice: StoredInvoice): string =>
  billingText(invoice.language, 'invoice.title', { number: writtenNumber(invoice), date: dayOf(invoice) });

const dayOf = ({ issuedAt, seller, language }: StoredInvoice): string =>
  issuedAt
    .toZonedDateTimeISO(seller.timeZone)
    .toLocaleString(LOCALE_TAGS[language], { day: 'numeric', month: 'long', year: 'numeric' });
