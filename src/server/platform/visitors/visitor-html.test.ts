import { expect, test } from 'vitest';
import { html } from './visitor-html.ts';

test('texts in a template are escaped, and markup made by a template is inserted', () => {
  const name = `<b onclick="x('1')">&`;
  expect(String(html`<p>${name}</p>`)).toBe('<p>&lt;b onclick=&quot;x(&#39;1&#39;)&quot;&gt;&amp;</p>');
  const items = ['a', '<'].map((item) => html`<li>${item}</li>`);
  expect(String(html`<b>${items}</b>`)).toBe('<b><li>a</li><li>&lt;</li></b>');
});

test('an empty value of a template is nothing, and a zero is a zero', () => {
  expect(String(html`[${null}${undefined}${false}${0}${''}]`)).toBe('[0]');
});
