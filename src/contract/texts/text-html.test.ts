import { expect, test } from 'vitest';
import { messageFromHtml, messageFromTaggedText } from './html.ts';

test('a paste from Word keeps words, bold, italic and its lists', () => {
  const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta charset=utf-8><style><!-- p.MsoNormal {margin:0} --></style>
    <!--[if gte mso 9]><xml><w:WordDocument/></xml><![endif]--></head><body lang=RU><!--StartFragment-->
    <p class=MsoNormal><b><span style='font-size:12.0pt'>Ждём вас<o:p></o:p></span></b></p>
    <p class=MsoNormal><o:p>&nbsp;</o:p></p>
    <p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>возьмите
    <i>паспорт</i></p>
    <p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>2.<span>&nbsp;</span></span>приходите за 10 минут</p><!--EndFragment--></body></html>`;
  expect(messageFromHtml(word)).toBe('*Ждём вас*\n\n• возьмите _паспорт_\n2. приходите за 10 минут');
});

test('the bold element around a Google Docs paste is ignored', () => {
  const docs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:700;font-style:normal">Скидка 20%</span><span style="font-weight:400"> до </span><span style="font-weight:400;font-style:italic">пятницы</span></p><br /><ul><li dir="ltr"><p dir="ltr" role="presentation"><span>стрижка</span></p></li><li><p><span>укладка</span></p></li></ul></b><br class="Apple-interchange-newline">`;
  expect(messageFromHtml(docs)).toBe('*Скидка 20%* до _пятницы_\n\n• стрижка\n• укладка');
});

test('a copy from WhatsApp’s own page keeps line breaks and emoji', () => {
  const html = `<div class="copyable-text"><span dir="ltr" class="selectable-text" style="white-space: pre-wrap;"><strong class="x">Здравствуйте</strong>!
Ждём вас <em>завтра</em> <img alt="💇" src="data:,"></span></div>`;
  expect(messageFromHtml(html)).toBe('*Здравствуйте*!\nЖдём вас _завтра_');
});

test('variable spans become variables, with the marks around them', () => {
  const html = '<p><b><span data-variable="clientName" class="chip">Имя клиента</span></b>, ждём вас {recordDate}</p>';
  expect(messageFromHtml(html)).toBe('*{clientName}*, ждём вас {recordDate}');
});

test('scripts, styles, comments and handlers are removed', () => {
  const html = `<p onclick="steal()">Привет<script>alert('<b>1</b>')</script><style>p{}</style><!-- x --><svg><text>рис</text></svg><a href="javascript:x()">, мир</a></p>`;
  expect(messageFromHtml(html)).toBe('Привет, мир');
});

test('tables become lines, numbered lists keep their numbers, entities are characters', () => {
  const html =
    '<table><tr><td>Стрижка</td><td>1&nbsp;500&#8381;</td></tr><tr><td>&laquo;Уход&raquo; &amp; маска</td></tr></table><ol><li>раз<li>два</ol>';
  expect(messageFromHtml(html)).toBe('Стрижка 1\u00a0500₽\n«Уход» & маска\n1. раз\n2. два');
});

test.each(['5 < 7 и 9 > 8', 'Tom & Jerry &amp;', '<имя>, <3', 'a <email@host.ru>', '*уже* _помечено_'])(
  'a text without tags comes through the API as it is (%j)',
  (text) => {
    expect(messageFromTaggedText(text)).toBe(text);
  },
);

test('a text with tags keeps marks, variables and line breaks, and the words of other tags', () => {
  const text =
    'Привет, <strong>{clientName}</strong>!\n<div>Ждём <em>вас</em></div><u>тут</u> <h1>Акция</h1><script>x()</script>2 &lt; 3 <имя>';
  expect(messageFromTaggedText(text)).toBe('Привет, *{clientName}*!\nЖдём _вас_\nтут\nАкция\n2 < 3 <имя>');
});

test('unclosed and unopened tags do no harm', () => {
  expect(messageFromTaggedText('<b>раз <i>два</b> три</p> <b')).toBe('*раз _два_* три\n<b');
  expect(messageFromHtml(`<p ${'a '.repeat(50_000)}`)).toMatch(/^<p/);
});
